/** Another tab may have opened another account since, and what is typed here must not be saved there. */
export function sendAccountHeader(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    Object.assign(ctx.request.headers, accountHeader())
  })
}

export const accountHeader = (): Record<string, string> => {
  const account = globalThis.document?.documentElement?.dataset.account
  return account ? { 'x-joblane-account': account } : {}
}

/**
 * Another tab may have opened another account since, or somebody else may have signed in: what is typed here must not be
 * saved there, nor under their name.
 */
export function sendPageHeaders(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    Object.assign(ctx.request.headers, pageHeaders(ctx.request.method))
  })
}

/** Of which account and, for a change, of whom the page is. */
export function pageHeaders(method: string): Record<string, string> {
  const { account, person } = globalThis.document?.documentElement?.dataset ?? {}
  return {
    ...(account && { 'x-joblane-account': account }),
    ...(person && method !== 'GET' && { 'x-joblane-person': person }),
  }
}

/** A switch that acts at once (`data-switch`) goes back when the server refused, so that it never shows what is not so. */
export function watchSwitches(): void {
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if ((ctx.response?.status ?? 0) >= 400) goBack(ctx.sourceElement)
  })
  document.addEventListener('htmx:error', ({ detail }) => {
    // Without an answer it is the line that failed.
    if ('ctx' in detail && detail.ctx && !detail.ctx.response) goBack(detail.ctx.sourceElement)
  })
  document.addEventListener('declined', ({ target }) => goBack(target))
}

function goBack(element: unknown): void {
  if (element instanceof HTMLInputElement && element.hasAttribute('data-switch'))
    element.checked = !element.checked
}

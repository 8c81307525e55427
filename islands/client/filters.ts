import { findElements } from './page.ts'

export function watchFilters(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const form = ctx.sourceElement
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-filters')) return
    const query = new URLSearchParams(location.search)
    query.delete('skip')
    for (const control of findElements<HTMLInputElement>('[name]', form)) query.delete(control.name)
    for (const [name, value] of new FormData(form)) if (value) query.append(name, String(value))
    const path = new URL(form.action).pathname
    ctx.request.action = query.size > 0 ? `${path}?${query}` : path
    ctx.request.body = new FormData()
  })
}

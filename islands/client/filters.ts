import { findElements } from './page.ts'

export function watchFilters(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const form = ctx.sourceElement
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-filters')) return
    const query = shownQuery(form)
    const shown = new URLSearchParams(form.dataset.filters)
    query.delete('skip')
    const values = new FormData(form)
    for (const control of findElements<HTMLInputElement>('[name]', form)) {
      if (isUntouched(control) && standsForWord(control, shown)) values.delete(control.name)
      else query.delete(control.name)
    }
    for (const [name, value] of values) if (value) query.append(name, String(value))
    const path = new URL(form.action).pathname
    ctx.request.action = query.size > 0 ? `${path}?${query}` : path
    ctx.request.body = new FormData()
  })
}

/** The browser's address, unless a view says more than it does. */
function shownQuery({ dataset }: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams(location.search)
  const shown = new URLSearchParams(dataset.filters)
  return shown.has('fromview') && !query.has('fromview') ? shown : query
}

const isUntouched = (control: HTMLInputElement | HTMLSelectElement) =>
  control instanceof HTMLSelectElement
    ? (control.selectedOptions[0]?.defaultSelected ?? false)
    : control.value === control.defaultValue

/** What the address says by a word, such as `7daysago`, stays a word until somebody chooses otherwise. */
const standsForWord = ({ name, value }: HTMLInputElement, shown: URLSearchParams) =>
  value !== '' && shown.has(name) && shown.get(name) !== value

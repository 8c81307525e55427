type Change = string | number | boolean | null | undefined

/** Empty, false and absent values leave the address, so that a list's plain state has a plain address. */
export function withQuery(url: string, changes: Record<string, Change>): string {
  const [path = '', query] = url.split('?')
  const values = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '' || value === false) values.delete(name)
    else values.set(name, String(value))
  }
  const text = values.toString()
  return text ? `${path}?${text}` : path
}

/** Attributes of what shows its answer as the dialog of the page. */
export const intoDialog = { 'hx-target': '#dialog', 'hx-swap': 'innerHTML' }

/** Attributes of a link that opens a dialog over the page; without script it goes to the dialog's own page. */
export function dialogLink(url: string) {
  return { href: url, 'hx-get': url, ...intoDialog }
}

/** Attributes of a button that opens a dialog of the page, also before any script runs. */
export function opensDialog(id: string) {
  return { command: 'show-modal', commandfor: id }
}

export function listLink(url: string, target: string) {
  return { href: url, ...listSwap(url, target) }
}

export function listSwap(url: string, target: string) {
  return {
    'hx-get': url,
    'hx-target': `#${target}`,
    'hx-select': `#${target}`,
    'hx-swap': 'outerMorph',
    'hx-push-url': 'true',
  }
}

/** What shows the state of whichever job asks for it by this; one that shows a single job, by the next. */
export const ANY_JOB = 'job'

/** What shows one job asks for it by this, in `data-refresh`. */
export const jobRefresh = (id: string) => `job:${id}`

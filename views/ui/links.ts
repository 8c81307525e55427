type Change = string | number | boolean | null | undefined

/**
 * The same address with some query values changed; empty, false and absent ones leave the address, so that a
 * list's plain state has a plain address. `withQuery('/jobs?a=1&skip=50', { skip: null, b: 2 })` → `/jobs?a=1&b=2`.
 */
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

/** Attributes of a link that opens a dialog over the page; without script it goes to the dialog's own page. */
export function dialogLink(url: string) {
  return { href: url, 'hx-get': url, 'hx-target': '#dialog', 'hx-swap': 'innerHTML' }
}

/** Attributes of a button that opens a dialog of the page, also before any script runs. */
export function opensDialog(id: string) {
  return { command: 'show-modal', commandfor: id }
}

/**
 * Attributes of a link that changes what a list shows (sort, page): only the element `target` is morphed, and
 * the browser's address follows.
 */
export function listLink(url: string, target: string) {
  return { href: url, ...listSwap(url, target) }
}

/** As `listLink`, for a form or field that asks for the list itself. */
export function listSwap(url: string, target: string) {
  return {
    'hx-get': url,
    'hx-target': `#${target}`,
    'hx-select': `#${target}`,
    'hx-swap': 'outerMorph',
    'hx-push-url': 'true',
  }
}

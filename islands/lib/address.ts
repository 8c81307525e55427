import { withQuery } from '#views/ui/links.ts'

export function setQuery(values: Record<string, string | boolean | null>): void {
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', withQuery(pathname + search, values) + hash)
}

/** The session has ended: the page that says so leads back to this one. */
export const leaveForSignIn = () =>
  location.assign(withQuery('/timeout', { next: location.pathname + location.search }))

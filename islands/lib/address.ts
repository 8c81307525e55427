import { withQuery } from '#views/ui/links.ts'

export function setQuery(values: Record<string, string | boolean | null>): void {
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', withQuery(pathname + search, values) + hash)
}

/** Leads each person to their first page. */
export const FIRST_PAGE = '/gohome'

const MOST = 2_000

/** Where to go on after signing in: only an address of this site, never `//elsewhere` or a scheme, and not too long. */
export const safeNext = (next: string | undefined) =>
  next && next.length <= MOST && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : FIRST_PAGE

/** Leads each person to their first page. */
export const FIRST_PAGE = '/gohome'

/** Where to go on after signing in: only an address of this site, never `//elsewhere` or a scheme. */
export const safeNext = (next: string | undefined) =>
  next && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : FIRST_PAGE

import { forbidden } from '#server/errors.ts'

/** Null where the browser names no origin. Behind a proxy the scheme may differ, the host may not. */
export function isOwnOrigin({ headers }: Request): boolean | null {
  const origin = headers.get('origin')
  return origin === null ? null : URL.parse(origin)?.host === headers.get('host')
}

/** For what a browser's cookie signs: any page can send that along. @throws 403 */
export function refuseForeignOrigin(request: Request) {
  const site = request.headers.get('sec-fetch-site')
  const foreign = site ? site !== 'same-origin' && site !== 'none' : isOwnOrigin(request) === false
  if (foreign) throw forbidden('This request came from another site and was refused.')
}

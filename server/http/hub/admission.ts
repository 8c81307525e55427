import { isOwnOrigin } from '../request-origin.ts'
import type { Admitted, HubOptions } from './types.ts'

const paths = /^(?:[a-z]+:\/\/[^/?#]*)?\/hub(\/negotiate)?\/?(?:\?|$)/i

/** Cheap, because every request of the product passes here. */
export function hubPath(url: string): 'connect' | 'negotiate' | null {
  const match = paths.exec(url)
  return match && (match[1] ? 'negotiate' : 'connect')
}

export async function admitConnection(request: Request, options: HubOptions): Promise<Admitted | 401 | 403> {
  const presented = withBearer(request)
  const carriesKey = presented.headers.has('authorization') || presented.headers.has('x-api-key')
  // A cookie travels with any page's request; and browsers name the page's origin on every WebSocket.
  if (request.headers.has('cookie') && !carriesKey && !isOwnOrigin(request)) return 403
  return (await options.admit(presented, request)) ?? 401
}

/** A browser's WebSocket cannot set headers. Without the cookie: a refused token must not fall back to it. */
function withBearer(request: Request): Request {
  const at = request.url.indexOf('?')
  const token = at < 0 ? null : new URLSearchParams(request.url.slice(at)).get('access_token')
  if (!token) return request
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  return new Request(request.url.slice(0, at), { method: request.method, headers })
}

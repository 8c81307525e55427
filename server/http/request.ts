import type { Meta } from './context.ts'

/** htmx asks for a piece of a page. A history restore asks for the whole page. */
export const isHtmx = (request: Request) =>
  request.headers.get('hx-request') === 'true' && request.headers.get('hx-history-restore-request') !== 'true'

/** A program, not a page. */
export const wantsJson = (request: Request) => /^application\/json/.test(request.headers.get('accept') ?? '')

export const isDocumentRequest = (request: Request) =>
  request.method === 'GET' &&
  (request.headers.get('sec-fetch-dest') === 'document' ||
    /text\/html/.test(request.headers.get('accept') ?? ''))

const metas = new WeakMap<Request, Meta>()

export const setMeta = (request: Request, meta: Meta) => metas.set(request, meta)

export function getMeta(request: Request): Meta {
  const meta = metas.get(request)
  if (meta) return meta
  const made = {
    id: crypto.randomUUID(),
    address: '',
    started: performance.now(),
    https: false,
    nonce: '',
    setcookies: [],
  }
  metas.set(request, made)
  return made
}

export function getNonce(request: Request): string {
  const meta = getMeta(request)
  meta.nonce ||= newNonce()
  return meta.nonce
}

const newNonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64url')

import type { Reply } from './context.ts'
import { file } from './reply.ts'

// A viewer inside the browser brings styles of its own; scripts are none of a document's business.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"

const cacheHeaders = (etag: string) => ({
  etag,
  'cache-control': 'private, no-cache',
  'content-security-policy': POLICY,
})

export const computeEtag = (...parts: unknown[]): string =>
  `"${new Bun.CryptoHasher('sha1').update(JSON.stringify(parts)).digest('base64url')}"`

export function notModified(request: Request, etag: string): Response | undefined {
  const held = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? []
  if (held.includes(etag) || held.includes(`W/${etag}`))
    return new Response(null, { status: 304, headers: cacheHeaders(etag) })
}

export function documentReply(bytes: Uint8Array, { name, etag }: { name: string; etag: string }): Reply {
  const png = bytes[0] === 0x89
  const reply = file(bytes, png ? 'image/png' : 'application/pdf', `${name}.${png ? 'png' : 'pdf'}`, true)
  return Object.assign(reply, {
    headers: { ...('headers' in reply ? reply.headers : {}), ...cacheHeaders(etag) },
  })
}

import type { AnyElysia } from 'elysia'
import { VERSION } from '#server/version.ts'
import { compressed } from './compress.ts'
import type { Hub } from './hub.ts'
import { newNonce, setMeta } from './request.ts'
import type { Services } from './services.ts'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
}

/** Scripts only from here; styles from here or with this response's nonce; attributes may carry data colours. */
const policy = (nonce: string) =>
  `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Listens: static files, the hub, then the routes. One line is logged for each request, without its query. */
export function listen(services: Services, app: AnyElysia, hub: Hub) {
  const { config, assets } = services

  return Bun.serve({
    port: config.port,
    hostname: config.host,
    maxRequestBodySize: config.maxuploadmb * 1024 * 1024 + 64 * 1024,
    idleTimeout: 60,
    websocket: hub.websocket,
    async fetch(request, server) {
      const started = performance.now()
      const pathname = pathOf(request.url)
      const meta = {
        id: crypto.randomUUID(),
        address: addressOf(request, server, config.proxy),
        started,
        https: isHttps(request, config.proxy),
        nonce: newNonce(),
      }
      setMeta(request, meta)
      let response: Response | undefined
      if (pathname.startsWith('/assets/')) response = assets.serve(pathname, request)
      if (!response && pathname.startsWith('/hub')) {
        const answer = await hub.fetch(request, server)
        if (answer === undefined) return undefined
        if (answer !== 'not mine') response = answer
      }
      response ??= await compressed(request, (await app.handle(request)) as Response)
      secure(response.headers, meta.nonce, meta.id, meta.https)
      if (!config.quiet && !pathname.startsWith('/assets/'))
        console.log(
          `${request.method} ${pathname} ${response.status} ${(performance.now() - started).toFixed(1)}ms ${meta.id}`,
        )
      return response
    },
  })
}

function secure(headers: Headers, nonce: string, id: string, https: boolean) {
  for (const name in SECURITY) headers.set(name, SECURITY[name as keyof typeof SECURITY])
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy(nonce))
  if (https) headers.set('strict-transport-security', 'max-age=31536000')
  headers.set('x-request-id', id)
  // A page that is open notices by this that the program is newer than itself.
  headers.set('x-joblane-version', VERSION)
}

function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}

type Server = { requestIP(request: Request): { address: string } | null }

function addressOf(request: Request, server: Server, proxy: boolean): string {
  // The last hop is the one that our own proxy wrote; the ones before it anybody can claim.
  const forwarded = proxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || server.requestIP(request)?.address || ''
}

const isHttps = (request: Request, proxy: boolean) =>
  request.url.startsWith('https:') || (proxy && request.headers.get('x-forwarded-proto') === 'https')

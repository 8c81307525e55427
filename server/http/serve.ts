import http from 'node:http'
import { forwardRequest, isHandedBack, servedElsewhere } from '#server/cells/forward-request.ts'
import { forwardSocket, withForwardedSockets } from '#server/cells/forward-socket.ts'
import { type Config, WrongSetting } from '#server/config.ts'
import { logOften } from '#server/log.ts'
import type { Metrics, RequestKind } from '#server/metrics/program-metrics.ts'
import type { Services } from '#server/services.ts'
import { compressReply } from './compress.ts'
import type { Meta } from './context.ts'
import type { Hub, HubData } from './hub.ts'
import { maskSecrets } from './mask-secrets.ts'
import { onError } from './on-error.tsx'
import { checkQueryLength } from './query.ts'
import { readClient } from './read-client.ts'
import { setMeta } from './request.ts'
import { json } from './responses.ts'
import { contentPolicy, setSecurityHeaders } from './security-headers.ts'

/** A request that trickles, below some 16 kB a second, ends after this; so does an answer that does not come. */
const IDLE_SECONDS = 60

/** Address and headers of a request: a call that names 500 ids needs some 19 kB, and 16 are let in by default. */
export const HEAD_BYTES = 32 * 1024

type Handle = (request: Request) => Promise<Response>

/**
 * @param idle seconds
 * @throws WrongSetting when the host or the port cannot be listened on
 */
export function listen(services: Services, handle: Handle, hub: Hub, idle = IDLE_SECONDS) {
  const { port, host: hostname } = services.config
  return listening(() => Bun.serve(serving(services, handle, hub, { idle, port, hostname })))
}

/** For the other processes of an installation that several serve: what they hand on, and what they ask. */
export const listenInside = (services: Services, handle: Handle, hub: Hub, doors: Doors) =>
  Bun.serve(serving(services, handle, hub, { idle: IDLE_SECONDS, port: 0, hostname: '127.0.0.1', doors }))

type Place = { port: number; hostname: string; idle: number; doors?: Doors }

function serving(services: Services, handle: Handle, hub: Hub, { port, hostname, idle, doors }: Place) {
  const { config } = services
  // Bun has it for the whole process alone; the types know it as something to read.
  Object.assign(http, { maxHeaderSize: HEAD_BYTES })
  const policy = contentPolicy(config)
  return {
    development: false,
    // Bun lets a second process share the port once development is off: it must be told that the port is taken.
    reusePort: false,
    error: (error: unknown) => onError(services, new Request('http://localhost/api/'), error),
    port,
    hostname,
    maxRequestBodySize: config.maxuploadmb * 1024 * 1024 + 64 * 1024,
    idleTimeout: idle,
    websocket: services.cell ? withForwardedSockets(hub.websocket, services.cell) : hub.websocket,
    async fetch(request: Request, server: Server) {
      services.platform.refresh()
      const pathname = urlPath(request.url)
      const meta = newMeta(request, server, config, idle)
      setMeta(request, meta)
      const asked = doors?.(request, server, meta, pathname)
      if (asked) return asked
      const here = await answer(services, handle, hub, request, pathname, server)
      const response = await handOn(services, request, server, here)
      if (!response) return
      count(services.metrics, request, pathname, response, meta)
      if (isHandedBack(response)) return response
      setSecurityHeaders(response.headers, meta, policy(meta.nonce))
      if (!config.quiet && !isAsset(pathname)) log(request, pathname, response, meta)
      return response
    },
  }
}

/** Who may come in from inside, and as whom; what it answers by itself it gives back. */
type Doors = (
  request: Request,
  server: Server,
  meta: Meta,
  pathname: string,
) => Response | Promise<Response> | undefined

/** What the cell that serves the account answers; what was answered here where that is this one. */
async function handOn(services: Services, request: Request, server: Server, here: Response | undefined) {
  const { cell } = services
  const accountid = servedElsewhere(request)
  if (!cell || accountid === undefined) return here
  try {
    return request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      ? await forwardSocket(services, cell.signer, request, server, accountid)
      : await forwardRequest(services, cell, request, accountid)
  } catch (error) {
    return onError(services, request, error)
  }
}

/** Undefined once the hub has taken the connection over. */
async function answer(
  services: Services,
  handle: Handle,
  hub: Hub,
  request: Request,
  pathname: string,
  server: Server,
): Promise<Response | undefined> {
  // Without a host, or with one that is none, the request has no address to answer under.
  if (!URL.canParse(request.url)) return json({ message: 'The request names no valid host.' }, 400)
  try {
    checkQueryLength(request.url)
    if (isAsset(pathname)) {
      const file = services.assets.serve(pathname, request)
      if (file) return file
    }
    const live = isLive(pathname) ? await hub.fetch(request, server) : 'not mine'
    if (live !== 'not mine') return live
    return await compressReply(request, await handle(request))
  } catch (error) {
    return onError(services, request, error)
  }
}

function newMeta(request: Request, server: Server, config: Config, idle: number): Meta {
  return {
    id: crypto.randomUUID(),
    ...readClient(request, server.requestIP(request)?.address ?? '', config),
    started: performance.now(),
    nonce: '',
    patience: (bytes) => beingPatient(server, request, idle, bytes),
    setcookies: [],
  }
}

const isAsset = (pathname: string) => pathname.startsWith('/assets/')
const isLive = (pathname: string) => pathname.startsWith('/hub')

function count(
  metrics: Metrics,
  { method }: Request,
  pathname: string,
  { status }: Response,
  { started, route }: Meta,
) {
  const [kind, path]: [RequestKind, string] = route
    ? [route.kind, route.path]
    : isAsset(pathname)
      ? ['asset', '/assets']
      : isLive(pathname)
        ? ['live', '/hub']
        : ['unknown', '']
  metrics.sawRequest({ method, kind, route: path, status, seconds: (performance.now() - started) / 1000 })
}

function log({ method }: Request, pathname: string, { status }: Response, { started, id }: Meta) {
  const path = maskSecrets(pathname)
  const ms = Number((performance.now() - started).toFixed(1))
  logOften(`${method} ${path} ${status} ${ms.toFixed(1)}ms ${id}`, { method, path, status, ms, id })
}

/** A host whose name is not found is refused with whatever error code stood there last, so only these two are read. @throws WrongSetting */
export function listening<T>(serve: () => T): T {
  try {
    return serve()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new WrongSetting(
        'The port is in use by another program. Choose another with JOBLANE_PORT or --port.',
      )
    if (code === 'EACCES')
      throw new WrongSetting(
        'Joblane may not listen on this port. Choose another with JOBLANE_PORT or --port.',
      )
    throw new WrongSetting(
      'This machine has no such address to listen on. Choose another with JOBLANE_HOST or --host.',
    )
  }
}

const PATIENCE = 10
/** Its clock for this ticks every four seconds: what is shorter may end before it is renewed. */
const SHORTEST_SECONDS = 8

/** Bun cuts a body off that is slower than some 16 kB/s for `idle` seconds; here it gets ten times as long. */
function beingPatient(server: Server, request: Request, idle: number, bytes: () => number): () => void {
  let before = -1
  const again = () => {
    if (bytes() > before) server.timeout(request, Math.max(SHORTEST_SECONDS, Math.min(2 * idle, 255)))
    before = bytes()
  }
  again()
  const timer = setInterval(again, idle * 1000)
  const last = setTimeout(() => clearInterval(timer), idle * 1000 * PATIENCE).unref()
  return () => {
    clearInterval(timer)
    clearTimeout(last)
  }
}

function urlPath(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}

type Server = Bun.Server<HubData>

import type { Server, WebSocketHandler } from 'bun'
import { admitted, hubPath } from './hub/admission.ts'
import { dismiss, hear } from './hub/conversation.ts'
import { eventRecord, pingRecord } from './hub/protocol.ts'
import {
  accountTopic,
  everyone,
  type HubData,
  type HubOptions,
  type HubSocket,
  userTopic,
} from './hub/types.ts'

export type { Admitted, HubData, HubEvent, HubOptions } from './hub/types.ts'
export type Hub = ReturnType<typeof createHub>

/**
 * The real-time hub: the SignalR JSON protocol over WebSocket at `/hub`, served beside the application by Bun's own
 * handler. `fetch` answers `'not mine'` at once for every other address.
 *
 * Events go out by Bun's topics, one for each account and one for each person in it, so that a message is written
 * once however many listen. Call `publish` after the commit only.
 */
export function createHub(options: HubOptions) {
  const settings = { pingms: 15_000, silentms: 30_000, onerror: console.error, ...options }
  const { pingms, silentms, onerror } = settings
  const sockets = new Set<HubSocket>()
  const filtered = new Map<string, Set<HubSocket>>()
  let server: Server<HubData> | undefined
  let ticked = Date.now()
  const timer = setInterval(tick, pingms)
  timer.unref()

  const websocket: WebSocketHandler<HubData> = {
    maxPayloadLength: 32 * 1024,
    backpressureLimit: 512 * 1024,
    closeOnBackpressureLimit: true,
    // Only a net below our own pings, for a socket whose other end is gone without a word.
    idleTimeout: 60,
    open: (ws) => {
      sockets.add(ws)
      if (ws.data.admitted.cansee) partial(ws.data.admitted.accountid).add(ws)
    },
    message: (ws, frame) => hear(ws, frame, settings),
    close: (ws) => {
      sockets.delete(ws)
      forget(ws)
    },
  }

  function fetch(request: Request, by: Server<HubData>): 'not mine' | Promise<Response | undefined> {
    const path = hubPath(request.url)
    if (!path) return 'not mine'
    server = by
    return path === 'negotiate' ? negotiate(request) : connect(request, by)
  }

  async function negotiate(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refuse(405)
    const who = await admitted(request, settings)
    if (typeof who === 'number') return refuse(who)
    // The connection is let in by its own credential, so nothing needs to be remembered between the two requests.
    const connectionId = crypto.randomUUID()
    const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }]
    const headers = { 'cache-control': 'no-store' }
    return Response.json(
      { negotiateVersion: 1, connectionId, connectionToken: crypto.randomUUID(), availableTransports },
      { headers },
    )
  }

  async function connect(request: Request, by: Server<HubData>): Promise<Response | undefined> {
    if (request.method !== 'GET') return refuse(405)
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return refuse(426)
    const who = await admitted(request, settings)
    if (typeof who === 'number') return refuse(who)
    const data: HubData = { admitted: who, ready: false, heard: Date.now(), calls: 0 }
    return by.upgrade(request, { data }) ? undefined : refuse(400)
  }

  /**
   * Sends an event to everyone of an account who may see it, or to one person there (`userid`). `seq` is the
   * account's `change_seq`, which the browser gives back after a break to be told what it missed.
   */
  function publish(
    accountid: string,
    event: string,
    args: readonly unknown[],
    { userid, seq }: { userid?: string; seq?: number } = {},
  ): void {
    if (!server) return
    const topic = userid ? userTopic(accountid, userid) : accountTopic(accountid)
    const some = userid ? [] : [...(filtered.get(accountid) ?? [])].filter((ws) => cansee(ws, event, args))
    if (!some.length && !server.subscriberCount(topic)) return
    const record = eventRecord(event, args, seq)
    server.publish(topic, record)
    for (const ws of some) ws.send(record)
  }

  function cansee(ws: HubSocket, event: string, args: readonly unknown[]): boolean {
    try {
      return ws.data.ready && (ws.data.admitted.cansee?.(event, args) ?? true)
    } catch (error) {
      onerror(error)
      return false
    }
  }

  function partial(accountid: string): Set<HubSocket> {
    const set = filtered.get(accountid) ?? new Set()
    filtered.set(accountid, set)
    return set
  }

  function forget(ws: HubSocket): void {
    const { accountid } = ws.data.admitted
    const set = filtered.get(accountid)
    if (set?.delete(ws) && !set.size) filtered.delete(accountid)
  }

  function tick(): void {
    server?.publish(everyone, pingRecord)
    const now = Date.now()
    // A program that was held up itself has not read yet what came meanwhile.
    const since = now - ticked > 2 * pingms ? 0 : now - silentms
    ticked = now
    for (const ws of sockets) {
      ws.data.calls = 0
      if (ws.data.heard < since) dismiss(ws, true, 'Nothing was heard from you.')
      else if (settings.stays?.(ws.data.admitted) === false) dismiss(ws, false, 'The session has ended.')
    }
  }

  function close(which: (data: HubData) => boolean, allowReconnect: boolean, why: string): void {
    for (const ws of [...sockets]) if (which(ws.data)) dismiss(ws, allowReconnect, why)
  }

  return {
    fetch,
    websocket,
    publish,
    /** Signed out or ended: its sockets are told not to come back. */
    closeSession: (sessionid: string) =>
      close(({ admitted }) => admitted.sessionid === sessionid, false, 'The session has ended.'),
    /** Rights or seat changed: the person's sockets in the account reconnect and are admitted anew. */
    closeUser: (accountid: string, userid: string) =>
      close(
        ({ admitted }) => admitted.accountid === accountid && admitted.userid === userid,
        true,
        'Your rights changed.',
      ),
    /** A right changed that many hold: every socket of the account reconnects and is admitted anew. */
    closeAccount: (accountid: string) =>
      close(({ admitted }) => admitted.accountid === accountid, true, 'Your rights changed.'),
    /** Open sockets, shaken hands or not. */
    count: () => sockets.size,
    /** Ends every connection with leave to come back, and the pings. */
    stop(): void {
      clearInterval(timer)
      close(() => true, true, 'The server is restarting.')
    },
  }
}

const sentences = {
  400: 'The connection could not be opened.',
  401: 'Sign in first.',
  403: 'This address answers only pages of its own site.',
  405: 'This address does not take that method.',
  426: 'This address speaks WebSocket only.',
}

function refuse(status: keyof typeof sentences): Response {
  return Response.json({ message: sentences[status] }, { status, headers: { 'cache-control': 'no-store' } })
}

import type { Server, WebSocketHandler } from 'bun'
import { logLine, logUnexpected } from '#server/log.ts'
import { hubPath } from './hub/admission.ts'
import { connect, negotiate } from './hub/connect.ts'
import { closeSocket, RESTARTING, receiveFrame } from './hub/conversation.ts'
import { Frames } from './hub/frames.ts'
import { eventRecord, pingRecord } from './hub/protocol.ts'
import { SOCKETS_OF_PERSON, Sockets } from './hub/sockets.ts'
import {
  type Admitted,
  accountTopic,
  everyoneTopic,
  type HubData,
  type HubOptions,
  type HubSocket,
  userTopic,
} from './hub/types.ts'

export type { Admitted, HubData, HubEvent, HubOptions, HubSocket } from './hub/types.ts'

const DEFAULTS = {
  pingms: 15_000,
  silentms: 30_000,
  onerror: (error: unknown) => logUnexpected('live connection', error),
}

/** The SignalR JSON protocol over WebSocket. By Bun's topics a message is written once however many listen. */
export class Hub {
  readonly websocket: WebSocketHandler<HubData>
  private readonly options: HubOptions & typeof DEFAULTS
  private readonly sockets = new Sockets()
  private readonly frames = new Frames((to, frame) => {
    if (typeof to === 'string') this.server?.publish(to, frame)
    else to.send(frame)
  })
  private readonly timer: NodeJS.Timeout
  private server: Server<HubData> | undefined
  private ticked = Date.now()
  /** Of whom the log says once in each round of pings that they have too many connections. */
  private readonly told = new Set<string>()

  constructor(options: HubOptions) {
    this.options = {
      ...DEFAULTS,
      ...options,
      resync: (admitted, lastSeq) => this.resync(options, admitted, lastSeq),
    }
    this.websocket = this.handlers()
    this.timer = setInterval(() => this.tick(), this.options.pingms)
    this.timer.unref()
  }

  fetch(request: Request, server: Server<HubData>): 'not mine' | Promise<Response | undefined> {
    const path = hubPath(request.url)
    if (!path) return 'not mine'
    this.server = server
    return path === 'negotiate' ? negotiate(request, this.options) : connect(request, server, this.options)
  }

  /** After the commit only. @param seq the account's `change_seq`, given back after a break to be told what was missed */
  publish(
    accountid: string,
    event: string,
    args: readonly unknown[],
    { userid, seq }: { userid?: string; seq?: number } = {},
  ): void {
    if (!this.server) return
    const topic = userid ? userTopic(accountid, userid) : accountTopic(accountid)
    const some = userid
      ? []
      : [...this.sockets.filteredIn(accountid)].filter((ws) => this.cansee(ws, event, args))
    if (!some.length && !this.server.subscriberCount(topic)) return
    const record = eventRecord(event, args, seq)
    if (userid) {
      // In the order of their numbers: whoever loses the line asks for what came after the last one heard.
      this.frames.flush(accountid)
      this.server.publish(topic, record)
      return
    }
    for (const to of [topic, ...some]) this.frames.add(accountid, to, record)
  }

  closeSession(sessionid: string, { toldofit = false } = {}) {
    if (!toldofit) this.options.ended?.(sessionid)
    this.close(({ admitted }) => admitted.sessionid === sessionid, false, 'The session has ended.')
  }

  closeUser(accountid: string, userid: string) {
    this.close(
      ({ admitted }) => admitted.accountid === accountid && admitted.userid === userid,
      true,
      'Your rights changed.',
    )
  }

  closeAccount(accountid: string, why = 'Your rights changed.') {
    this.close(({ admitted }) => admitted.accountid === accountid, true, why)
  }

  count(): number {
    return this.sockets.size
  }

  stop() {
    clearInterval(this.timer)
    this.close(() => true, true, RESTARTING)
  }

  private handlers(): WebSocketHandler<HubData> {
    return {
      maxPayloadLength: 32 * 1024,
      backpressureLimit: 512 * 1024,
      closeOnBackpressureLimit: true,
      // Only a net below our own pings, for a socket whose other end is gone without a word.
      idleTimeout: 60,
      open: (ws) => this.add(ws),
      message: (ws, frame) => receiveFrame(ws, frame, this.options),
      close: (ws) => this.sockets.remove(ws),
    }
  }

  private add(ws: HubSocket) {
    const oldest = this.sockets.add(ws)
    if (!oldest) return
    this.warn(oldest)
    closeSocket(
      oldest,
      false,
      `You have more than ${SOCKETS_OF_PERSON} live connections: the oldest was ended.`,
    )
  }

  private warn({ data: { admitted } }: HubSocket) {
    const { accountid, userid } = admitted
    const person = `${accountid} ${userid}`
    if (this.told.has(person)) return
    this.told.add(person)
    logLine(
      'warning',
      `Person ${userid} of account ${accountid} has more than ${SOCKETS_OF_PERSON} live connections: the oldest are ended.`,
    )
  }

  private cansee(ws: HubSocket, event: string, args: readonly unknown[]): boolean {
    try {
      return ws.data.ready && (ws.data.admitted.cansee?.(event, args) ?? true)
    } catch (error) {
      this.options.onerror(error)
      return false
    }
  }

  private tick() {
    const { pingms, silentms, stays } = this.options
    this.server?.publish(everyoneTopic, pingRecord)
    this.told.clear()
    const now = Date.now()
    // A program that was held up itself has not read yet what came meanwhile.
    const since = now - this.ticked > 2 * pingms ? 0 : now - silentms
    this.ticked = now
    for (const ws of this.sockets) {
      ws.data.calls = 0
      ws.data.records = 0
      if (ws.data.heard < since) closeSocket(ws, true, 'Nothing was heard from you.')
      else if (stays?.(ws.data.admitted) === false) closeSocket(ws, false, 'The session has ended.')
    }
  }

  private async resync({ resync }: HubOptions, admitted: Admitted, lastSeq: number) {
    const missed = await resync(admitted, lastSeq)
    // What is among the missed must not come after them once more.
    this.frames.flush(admitted.accountid)
    return missed
  }

  private close(which: (data: HubData) => boolean, allowReconnect: boolean, why: string) {
    this.frames.flushAll()
    for (const ws of [...this.sockets]) if (which(ws.data)) closeSocket(ws, allowReconnect, why)
  }
}

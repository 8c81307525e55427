import { createHash } from 'node:crypto'
import type { MailFile } from './files.ts'
import type { Smtp } from './smtp.ts'
import { type Transport, transportTo } from './transport.ts'
import { pauseMs } from './verdict.ts'

const CONNECTIONS = 2

export type Turn = { file: MailFile; id: string; smtp: Smtp }

/** The way to one mail server. What waits for a slow one, or one that is down, is in nobody else's way. */
export type Lane = {
  key: string
  waiting: Turn[]
  busy: number
  failures: number
  /** Epoch milliseconds until which the server is left alone. */
  downuntil: number
  /** The server's own words, for those whose turn does not come meanwhile. */
  trouble: string
  transport: Promise<Transport> | null
}

const keyOf = ({ host, port, implicit, user, password, anycertificate, outside, lost }: Smtp) =>
  createHash('sha256')
    .update(JSON.stringify([host, port, implicit, user, password, anycertificate, outside, lost]))
    .digest('base64url')

// One that could not be made has failed the turn that asked for it.
const hangUp = ({ transport }: Lane, force = false) =>
  void transport?.then((one) => one.close({ force })).catch(() => {})

/** The lanes in use: one for each server and sign-in, made when first needed and forgotten when idle and well. */
export function mailLanes() {
  const lanes = new Map<string, Lane>()
  return {
    to(smtp: Smtp): Lane {
      const key = keyOf(smtp)
      const lane = lanes.get(key) ?? {
        key,
        waiting: [],
        busy: 0,
        failures: 0,
        downuntil: 0,
        trouble: '',
        transport: null,
      }
      lanes.set(key, lane)
      return lane
    },
    /** Lanes whose next mail may go out. */
    ready: () => [...lanes.values()].filter(({ waiting, busy }) => waiting.length > 0 && busy < CONNECTIONS),
    transportOf(lane: Lane, smtp: Smtp): Promise<Transport> {
      lane.transport ??= transportTo(smtp, CONNECTIONS)
      return lane.transport
    },
    /** After a turn: an empty lane hangs up, and is remembered only while its server is down. */
    settle(lane: Lane) {
      if (lane.busy > 0 || lane.waiting.length > 0) return
      hangUp(lane)
      lane.transport = null
      if (lane.failures === 0) lanes.delete(lane.key)
    },
    /** Leaves a server that failed alone for a while. Answers the turns that were waiting for it. */
    down(lane: Lane, now: number, trouble: string): Turn[] {
      // Two turns that were under way fail together, and count once.
      if (lane.downuntil <= now) lane.failures++
      lane.downuntil = now + pauseMs(lane.failures)
      lane.trouble = trouble
      return lane.waiting.splice(0)
    },
    /** Forgets what failed before, so that every server is tried again at once. */
    forgive() {
      for (const lane of lanes.values()) Object.assign(lane, { failures: 0, downuntil: 0, trouble: '' })
    },
    close() {
      for (const lane of lanes.values()) hangUp(lane, true)
    },
  }
}

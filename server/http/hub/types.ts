import type { ServerWebSocket } from 'bun'

export type Admitted = {
  accountid: string
  userid: string
  sessionid: string
  /** A key of chosen claims: what is told to its person alone is none of these. */
  narrow?: boolean
  cansee?(event: string, args: readonly unknown[]): boolean
}

/** `seq` is the account's `change_seq` after the commit that caused it. */
export type HubEvent = { event: string; args: readonly unknown[]; seq: number }

type Later<T> = T | Promise<T>

export type HubOptions = {
  /** Null refuses with 401. `request` carries a token of the query as its header; `received` came so. */
  admit(request: Request, received: Request): Later<Admitted | null>
  stays?(admitted: Admitted): boolean
  /** Events after `lastSeq`, oldest first, or `reload` when they are too many or no longer known. */
  resync(admitted: Admitted, lastSeq: number): Later<readonly HubEvent[] | 'reload'>
  onerror?(error: unknown): void
  /** Where several processes serve the folder: the person's sockets may be at another one. */
  ended?(sessionid: string): void
  /** Milliseconds between pings (15 000), and of silence after which a socket is closed (30 000). */
  pingms?: number
  silentms?: number
}

export type HubData = {
  admitted: Admitted
  ready: boolean
  heard: number
  records: number
  calls: number
  /** Of one that another process of ours answers: then there is nothing else of it. */
  relay?: WebSocket
}
export type HubSocket = ServerWebSocket<HubData>

export const accountTopic = (accountid: string) => `account:${accountid}`
export const userTopic = (accountid: string, userid: string) => `user:${accountid}:${userid}`
export const everyoneTopic = 'everyone'

import {
  type ClientRecord,
  clientRecord,
  closeRecord,
  errorRecord,
  handshakeError,
  parseRecords,
  refusalRecord,
  resultRecord,
  welcomeRecord,
} from './protocol.ts'
import {
  accountTopic,
  everyoneTopic,
  type HubEvent,
  type HubOptions,
  type HubSocket,
  userTopic,
} from './types.ts'

/** Calls that one socket may make between two pings; our own script makes one after each reconnect. */
const mostCalls = 20
/** Of any kind, as pings: a script sends one in this time. */
const mostRecords = 200
/** More missed events than this are dearer to replay than the page is to load. */
const mostMissed = 500

export const RESTARTING = 'The server is restarting.'

/** Says goodbye in the protocol's way and closes. 1008 tells a script that reconnecting makes no sense. */
export function closeSocket(ws: HubSocket, allowReconnect: boolean, why?: string): void {
  ws.send(closeRecord(allowReconnect, why))
  ws.close(allowReconnect ? 1001 : 1008, why)
}

export function receiveFrame(ws: HubSocket, frame: string | Buffer, options: HubOptions): void {
  ws.data.heard = Date.now()
  const heard = parseRecords(String(frame)) ?? [null]
  if (!ws.data.ready && !handshake(ws, heard.shift())) return
  ws.data.records += heard.length
  if (ws.data.records > mostRecords) {
    closeSocket(ws, true, 'Too many messages.')
    return
  }
  for (const record of heard) if (!answer(ws, clientRecord(record), options)) return
}

function handshake(ws: HubSocket, record: unknown): boolean {
  const refusal = handshakeError(record)
  if (refusal) {
    ws.send(refusalRecord(refusal))
    ws.close(1008, refusal)
    return false
  }
  const { accountid, userid, cansee, narrow } = ws.data.admitted
  ws.subscribe(everyoneTopic)
  if (!narrow) ws.subscribe(userTopic(accountid, userid))
  // Who sees only a part is sent each event by hand: a topic knows no exceptions.
  if (!cansee) ws.subscribe(accountTopic(accountid))
  ws.data.ready = true
  ws.send(welcomeRecord)
  return true
}

function answer(ws: HubSocket, message: ClientRecord | null, options: HubOptions): boolean {
  if (!message) return closeAndStop(ws, false, 'A message was not understood.')
  if (message.kind === 'close') return closeAndStop(ws, false)
  if (message.kind === 'stream') ws.send(errorRecord(message.id, 'Nothing is streamed here.'))
  if (message.kind !== 'call') return true
  ws.data.calls += 1
  if (ws.data.calls > mostCalls) return closeAndStop(ws, true, 'Too many calls.')
  void call(ws, message, options).then((reply) => message.id && ws.send(reply))
  return true
}

function closeAndStop(...goodbye: Parameters<typeof closeSocket>): false {
  closeSocket(...goodbye)
  return false
}

async function call(ws: HubSocket, message: ClientRecord & { kind: 'call' }, options: HubOptions) {
  const { target, args, id = '' } = message
  if (target !== 'Resync') return errorRecord(id, `There is no method named ${target.slice(0, 40)}.`)
  const lastSeq = args[0]
  if (!Number.isSafeInteger(lastSeq) || (lastSeq as number) < 0)
    return errorRecord(id, 'Resync takes the last sequence number seen, a whole number.')
  try {
    const missed = await options.resync(ws.data.admitted, lastSeq as number)
    return resultRecord(id, visible(missed, ws))
  } catch (error) {
    options.onerror?.(error)
    return errorRecord(id, 'The missed events could not be read.')
  }
}

function visible(missed: readonly HubEvent[] | 'reload', ws: HubSocket) {
  if (missed === 'reload' || missed.length > mostMissed) return 'reload'
  const { admitted } = ws.data
  return missed.filter(({ event, args }) => admitted.cansee?.(event, args) ?? true)
}

import type { Socket } from 'bun'
import { HEAD_BYTES } from '#server/http/serve.ts'
import { CELL_COOKIE, HOP_HEADER } from './forward.ts'
import { HELLO_PATH } from './internal-requests.ts'
import type { Sealed } from './sealed.ts'
import { PLATFORM_CELL } from './settings.ts'

const HEAD_MS = 60_000
const HEAD_END = Buffer.from('\r\n\r\n')

type Side = {
  other?: Socket<Side>
  /** What the other end has not taken yet. */
  waiting: Uint8Array[]
  /** The head while it comes; of a cell its answer to the hello. */
  head?: Buffer
  ends?: boolean
  closed?: boolean
  timer?: NodeJS.Timeout
}

type Front = {
  host: string
  port: number
  sealed: Sealed
  /** The internal port of a cell; undefined while it does not run. */
  portOf(cell: string): number | undefined
}

const BUSY =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
const TOO_LARGE =
  'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Hands each connection on to the cell that its first cookie names, byte by byte: a cell hands on what is not its own. */
export function serveFront(front: Front) {
  return Bun.listen<Side>({
    hostname: front.host,
    port: front.port,
    socket: {
      open(client) {
        client.data = { waiting: [], head: Buffer.alloc(0) }
        client.data.timer = setTimeout(() => client.end(), HEAD_MS)
      },
      data(client, bytes) {
        if (client.data.other) return send(client.data.other, bytes, client)
        receiveHead(front, client, bytes)
      },
      drain,
      end: endOther,
      close: endOther,
      error: endOther,
    },
  })
}

function receiveHead(front: Front, client: Socket<Side>, bytes: Uint8Array) {
  const head = Buffer.concat([client.data.head ?? Buffer.alloc(0), bytes])
  client.data.head = head
  const end = head.indexOf(HEAD_END)
  if (end < 0 && head.length <= HEAD_BYTES) return
  clearTimeout(client.data.timer)
  if (end < 0) return void client.end(TOO_LARGE)
  client.pause()
  const port = front.portOf(cellIn(head.subarray(0, end))) ?? front.portOf(PLATFORM_CELL)
  if (port === undefined) return void client.end(BUSY)
  connect(front, client, port).catch(() => client.end(BUSY))
}

const COOKIE = new RegExp(`^cookie:.*\\b${CELL_COOKIE}=(c\\d\\d)\\b`, 'im')
const cellIn = (head: Buffer) => COOKIE.exec(head.toString('latin1'))?.[1] ?? PLATFORM_CELL

/** The cell is told first whose connection this is, and says that it has heard. */
async function connect({ sealed }: Front, client: Socket<Side>, port: number) {
  const hello = sealed.seal({ client: client.remoteAddress })
  const cell = await Bun.connect<Side>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(cell) {
        cell.data = { waiting: [], head: Buffer.alloc(0), other: client }
        cell.write(`GET ${HELLO_PATH} HTTP/1.1\r\nHost: front\r\n${HOP_HEADER}: ${hello}\r\n\r\n`)
      },
      data: (cell, bytes) => (cell.data.head ? greeted(cell, bytes) : send(client, bytes, cell)),
      drain,
      end: endOther,
      close: endOther,
      error: endOther,
    },
  })
  // It may be gone by now.
  if (client.data.closed) cell.end()
}

function greeted(cell: Socket<Side>, bytes: Uint8Array) {
  const answer = Buffer.concat([cell.data.head as Buffer, bytes])
  cell.data.head = answer
  if (answer.indexOf(HEAD_END) < 0) return
  const client = cell.data.other as Socket<Side>
  cell.data.head = undefined
  if (!answer.toString('latin1').startsWith('HTTP/1.1 204')) return void client.end(BUSY)
  const first = client.data.head as Buffer
  client.data.head = undefined
  client.data.other = cell
  send(cell, first, client)
  if (cell.data.waiting.length === 0) client.resume()
}

/** Takes no more from where it came than the other end takes. */
function send(to: Socket<Side>, bytes: Uint8Array, from: Socket<Side>) {
  const { waiting } = to.data
  const taken = waiting.length > 0 ? 0 : Math.max(0, to.write(bytes))
  if (taken === bytes.length) return
  waiting.push(Buffer.from(bytes.subarray(taken)))
  from.pause()
}

function drain(to: Socket<Side>) {
  const { waiting, other, ends } = to.data
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const taken = Math.max(0, to.write(next))
    if (taken < next.length) {
      waiting.unshift(next.subarray(taken))
      return
    }
  }
  if (ends) to.end()
  else other?.resume()
}

/** What was said before the end is still handed on. */
function endOther(from: Socket<Side>) {
  const { other, timer } = from.data
  clearTimeout(timer)
  from.data.closed = true
  if (!other) return
  from.data.other = undefined
  if (other.data.waiting.length > 0) other.data.ends = true
  else other.end()
}

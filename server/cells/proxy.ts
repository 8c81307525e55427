import type { Socket } from 'bun'
import { HEAD_BYTES } from '#server/http/serve.ts'
import { type AnswerProgress, followAnswer, isBetweenAnswers, newProgress } from './answer-progress.ts'
import { CELL_COOKIE, HOP_HEADER } from './forward-request.ts'
import { HELLO_PATH } from './internal-requests.ts'
import { PLATFORM_CELL } from './settings.ts'
import type { MessageSigner } from './signed-messages.ts'

const HEAD_MS = 60_000
/** A cell that is well greets in a few milliseconds. */
const HELLO_MS = 2_000
/** Of the last that can be asked: a busy one answers late, and a refusal would be all that is left. */
const LAST_HELLO_MS = 30_000
const HEAD_END = Buffer.from('\r\n\r\n')

type Side = {
  other?: Socket<Side>
  /** What the other end has not taken yet. */
  waiting: Uint8Array[]
  /** The head, and what follows it before a cell takes it; of a cell its answer to the hello. */
  head?: Buffer
  /** By a client, and nothing of an answer has come yet. */
  asked?: PendingRequest
  /** Of a cell that has greeted. */
  answers?: AnswerProgress
  /** Of a client: who is asked next where the cell that was chosen turns out to be gone. */
  others?: readonly string[]
  ends?: boolean
  closed?: boolean
  /** What still comes of it nobody reads. */
  isRefused?: boolean
  timer?: NodeJS.Timeout
}

type PendingRequest = { first: Buffer; canRepeat: boolean }

type Proxy = {
  host: string
  port: number
  signer: MessageSigner
  /** The internal port of a cell; undefined while it does not run. */
  portOf(cell: string): number | undefined
  /** How long a cell may take to greet while there is another one to ask. */
  helloMs?: number
}

const BUSY = 'A part of this installation does not answer at the moment. Please try again in a moment.'
const TOO_LARGE =
  'HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Hands each connection on to the cell that its first cookie names, byte by byte: a cell hands on what is not its own. */
export function serveProxy(proxy: Proxy) {
  return Bun.listen<Side>({
    hostname: proxy.host,
    port: proxy.port,
    socket: {
      open(client) {
        client.data = { waiting: [], head: Buffer.alloc(0) }
        client.data.timer = setTimeout(() => client.end(), HEAD_MS)
      },
      data(client, bytes) {
        const { other, isRefused } = client.data
        if (isRefused) return
        if (!other) return receiveHead(proxy, client, bytes)
        client.data.asked = noteLater(bytes, client.data.asked)
        send(other, bytes, client)
      },
      drain,
      end: endOther,
      close: endOther,
      error: endOther,
    },
  })
}

function receiveHead(proxy: Proxy, client: Socket<Side>, bytes: Uint8Array) {
  const head = Buffer.concat([client.data.head ?? Buffer.alloc(0), bytes])
  client.data.head = head
  const { asked } = client.data
  if (asked) {
    client.data.asked = { ...asked, canRepeat: false }
    // Until then it is read from, since of one that is not nobody hears that it was closed.
    if (head.length > HEAD_BYTES) client.pause()
    return
  }
  const end = head.indexOf(HEAD_END)
  if (end < 0 && head.length <= HEAD_BYTES) return
  clearTimeout(client.data.timer)
  if (end < 0) return void client.end(TOO_LARGE)
  client.data.asked = noteFirst(head)
  const cell = cellIn(head.subarray(0, end))
  void lead(proxy, client, cell === PLATFORM_CELL ? [cell] : [cell, PLATFORM_CELL])
}

const COOKIE = new RegExp(`^cookie:.*\\b${CELL_COOKIE}=(c\\d\\d)\\b`, 'im')
const cellIn = (head: Buffer) => COOKIE.exec(head.toString('latin1'))?.[1] ?? PLATFORM_CELL

/** To the first of these that takes the connection: of one that was not there nothing has been asked. */
async function lead(proxy: Proxy, client: Socket<Side>, cells: readonly string[]) {
  for (const [at, cell] of cells.entries()) {
    if (client.data.closed) return
    const port = proxy.portOf(cell)
    if (port === undefined) continue
    client.data.others = cells.slice(at + 1)
    try {
      return await connect(proxy, client, port)
    } catch {}
  }
  refuse(client)
}

const FIRST_BYTES = /^[A-Z]{3,7} \//
const LONGEST_METHOD = 9
const methodOf = ({ first }: PendingRequest) => first.toString('latin1', 0, LONGEST_METHOD).split(' ')[0]

/** Asked again without harm is what only reads, and came as a whole. */
function noteFirst(first: Buffer): PendingRequest {
  const isWhole = first.indexOf(HEAD_END) === first.length - HEAD_END.length
  return { first, canRepeat: isWhole && /^(GET|HEAD) /.test(first.toString('latin1')) }
}

/** Never asked again: it may be of a body, or come while an earlier answer is on its way. */
function noteLater(bytes: Uint8Array, before?: PendingRequest): PendingRequest | undefined {
  if (before) return { ...before, canRepeat: false }
  const begin = Buffer.from(bytes.subarray(0, LONGEST_METHOD)).toString('latin1')
  return FIRST_BYTES.test(begin) ? { first: Buffer.from(bytes), canRepeat: false } : undefined
}

/** The cell is told first whose connection this is, and says that it has heard. */
async function connect(proxy: Proxy, client: Socket<Side>, port: number) {
  const hello = proxy.signer.sign('hello', port, { client: client.remoteAddress })
  const lost = (cell: Socket<Side>) => leave(proxy, cell)
  const patience = client.data.others?.length ? (proxy.helloMs ?? HELLO_MS) : LAST_HELLO_MS
  const cell = await Bun.connect<Side>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(cell) {
        cell.data = { waiting: [], head: Buffer.alloc(0), other: client }
        cell.data.timer = setTimeout(() => {
          leave(proxy, cell)
          cell.terminate()
        }, patience)
        cell.write(`GET ${HELLO_PATH} HTTP/1.1\r\nHost: front\r\n${HOP_HEADER}: ${hello}\r\n\r\n`)
      },
      data(cell, bytes) {
        if (!cell.data.answers) return greeted(proxy, cell, bytes)
        const { asked } = client.data
        if (!followAnswer(cell.data.answers, bytes, asked && methodOf(asked))) client.data.asked = undefined
        send(client, bytes, cell)
      },
      drain,
      end: lost,
      close: lost,
      error: lost,
    },
  })
  // It may be gone by now.
  if (client.data.closed) cell.end()
}

function greeted(proxy: Proxy, cell: Socket<Side>, bytes: Uint8Array) {
  const answer = Buffer.concat([cell.data.head as Buffer, bytes])
  cell.data.head = answer
  if (answer.indexOf(HEAD_END) < 0) return
  const client = cell.data.other
  if (!client) return
  // Of what it asked nothing was told yet.
  if (client.data.closed) return void cell.end()
  if (!answer.toString('latin1').startsWith('HTTP/1.1 204')) {
    leave(proxy, cell)
    return void cell.end()
  }
  clearTimeout(cell.data.timer)
  cell.data.head = undefined
  cell.data.answers = newProgress()
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

/**
 * A cell has gone. Who has nothing of an answer yet is told so, or is answered by another one where that harms nothing:
 * where the cell had not greeted, and so was told nothing, or where the first request of the connection only reads.
 */
function leave(proxy: Proxy, cell: Socket<Side>) {
  const { other: client, head: greeting, answers } = cell.data
  const asked = client?.data.asked
  // Into an answer that is not over nothing may be written: it ends there.
  const isOver = !answers || isBetweenAnswers(answers)
  if (!client || !asked || !isOver || client.data.closed) return endOther(cell)
  clearTimeout(cell.data.timer)
  cell.data.other = undefined
  cell.data.closed = true
  client.data.other = undefined
  if (greeting) return void lead(proxy, client, client.data.others ?? [])
  if (!asked.canRepeat) return refuse(client)
  client.data.head = asked.first
  client.data.asked = { ...asked, canRepeat: false }
  void lead(proxy, client, [PLATFORM_CELL])
}

/** What is on its way is still taken, so that the client reads this. */
function refuse(client: Socket<Side>) {
  const head = client.data.asked?.first.toString('latin1') ?? ''
  const isPage = /^accept:.*text\/html/im.test(head) && !/^hx-request:/im.test(head)
  const body = isPage ? BUSY : JSON.stringify({ message: BUSY, code: 'celldown' })
  client.data.isRefused = true
  client.data.timer = setTimeout(() => client.terminate(), HEAD_MS)
  client.resume()
  client.end(
    [
      'HTTP/1.1 503 Service Unavailable',
      `Content-Type: ${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`,
      'Cache-Control: no-store',
      'Retry-After: 2',
      'Connection: close',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
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

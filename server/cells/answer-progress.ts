import { HEAD_BYTES } from '#server/http/serve.ts'

type Part = 'between' | 'head' | 'body' | 'size' | 'chunk' | 'trailer' | 'unknown'

/** How far a cell has come with its answers: what is written into one that is not over would read as a part of it. */
export type AnswerProgress = {
  part: Part
  /** What was asked last and has no answer yet. */
  method?: string
  /** Bytes of the body or the chunk that are still to come. */
  left: number
  /** Of a head or a line that is not whole. */
  rest: Buffer
}

const NOTHING = Buffer.alloc(0)
export const newProgress = (): AnswerProgress => ({ part: 'between', left: 0, rest: NOTHING })

/** Nothing of an answer has come, or all of it. */
export const isBetweenAnswers = ({ part }: AnswerProgress) => part === 'between'

/**
 * An answer to what was not seen to be asked, as where requests do not wait for earlier answers, is followed no further.
 * @param method of what waits for its answer
 * @returns whether that still waits
 */
export function followAnswer(at: AnswerProgress, bytes: Uint8Array, method?: string): boolean {
  at.method = method
  let data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  while (data.length > 0 && at.part !== 'unknown')
    if (at.part === 'between') at.part = at.method ? 'head' : 'unknown'
    else data = at.part === 'body' || at.part === 'chunk' ? skip(at, data) : readText(at, data)
  return at.part !== 'unknown' && at.method !== undefined
}

function skip(at: AnswerProgress, data: Buffer): Buffer {
  const taken = Math.min(at.left, data.length)
  at.left -= taken
  if (at.left === 0) at.part = at.part === 'body' ? 'between' : 'size'
  return data.subarray(taken)
}

/** A head, or a line between chunks. */
function readText(at: AnswerProgress, data: Buffer): Buffer {
  const whole = Buffer.concat([at.rest, data])
  const sign = at.part === 'head' ? '\r\n\r\n' : '\r\n'
  const end = whole.indexOf(sign)
  if (end < 0) {
    if (whole.length > HEAD_BYTES) at.part = 'unknown'
    at.rest = whole
    return NOTHING
  }
  at.rest = NOTHING
  const text = whole.toString('latin1', 0, end)
  if (at.part === 'head') readHead(at, text)
  else if (at.part === 'size') readSize(at, text)
  else if (text === '') at.part = 'between'
  return whole.subarray(end + sign.length)
}

function readHead(at: AnswerProgress, text: string) {
  const [, status = ''] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
  const isInterim = /^1(?!01)/.test(status)
  const isBare = isInterim || at.method === 'HEAD' || /^(204|304)$/.test(status)
  if (!isInterim) at.method = undefined
  at.left = isBare ? 0 : Number(/^content-length: *(\d+) *$/im.exec(text)?.[1] ?? Number.NaN)
  if (!isBare && /^transfer-encoding: *chunked *$/im.test(text)) at.part = 'size'
  else if (status === '' || status === '101' || Number.isNaN(at.left)) at.part = 'unknown'
  else at.part = at.left > 0 ? 'body' : 'between'
}

function readSize(at: AnswerProgress, text: string) {
  const size = /^[0-9a-f]+/i.test(text) ? Number.parseInt(text, 16) : Number.NaN
  if (Number.isNaN(size)) at.part = 'unknown'
  // A chunk ends with a line break of its own.
  else Object.assign(at, size === 0 ? { part: 'trailer' } : { part: 'chunk', left: size + 2 })
}

import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import {
  type BodyLimits,
  MAX_NAME,
  nameTooLong,
  textTooLong,
  tooManyValues,
  unreadable,
} from './body-limits.ts'

/** Bytes of what a part says of itself: its name, and the name and the kind of its file. */
const MAX_HEAD = 4 * 1024
const HEAD_ENDS = '\r\n\r\n'

const AMPERSAND = 0x26

export function readUrlEncoded(text: string, limits: BodyLimits): Record<string, unknown> {
  let fields = 1
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) === AMPERSAND && ++fields > limits.fields)
      throw tooManyValues(limits.fields, 'fields')
  return gather(new URLSearchParams(text), limits)
}

/**
 * The parts are counted and measured before any of them is made into something. Each copy of a large file takes a
 * turn of the event loop of its own.
 * @throws 400, 413
 */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  limits: BodyLimits,
): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(type)
  await nextLoopTurn()
  measureParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `--${boundary}`, limits)
  // Not the header as it came, in which Bun might find another boundary.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const copy = new Response(bytes, { headers })
  await nextLoopTurn()
  const form = await copy.formData().catch(() => {
    throw unreadable()
  })
  await nextLoopTurn()
  return gather(form, limits)
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw unreadable()
  return boundary
}

/** Bun begins a part at every boundary, also within a line: one that begins no line is refused. */
function measureParts(body: Buffer, boundary: string, { fields, characters }: BodyLimits) {
  let parts = 0
  let start = body.indexOf(boundary)
  if (start > 0) throw unreadable()
  while (start >= 0) {
    const next = body.indexOf(boundary, start + boundary.length)
    if (next < 0) {
      if (body.toString('latin1', start + boundary.length, start + boundary.length + 2) !== '--')
        throw unreadable()
      return
    }
    if (++parts > fields) throw tooManyValues(fields, 'fields')
    if (body.toString('latin1', next - 2, next) !== '\r\n') throw unreadable()
    const head = body.subarray(start, Math.min(next, start + MAX_HEAD))
    const ends = head.indexOf(HEAD_ENDS)
    if (ends < 0) throw unreadable()
    const isFile = /;\s*filename\*?=/i.test(head.toString('latin1', 0, ends))
    if (!isFile && next - start - ends > characters) throw textTooLong(characters)
    start = next
  }
}

type Entries = Iterable<[string, unknown]>

/** A name that comes again is a list. */
function gather(entries: Entries, { fields, characters }: BodyLimits): Record<string, unknown> {
  let count = 0
  const found = new Map<string, unknown>()
  const lists = new Set<string>()
  for (const [name, value] of entries) {
    if (++count > fields) throw tooManyValues(fields, 'fields')
    if (name.length > MAX_NAME) throw nameTooLong()
    if (typeof value === 'string' && value.length > characters) throw textTooLong(characters)
    const known = found.get(name)
    if (lists.has(name)) (known as unknown[]).push(value)
    else if (known !== undefined) {
      found.set(name, [known, value])
      lists.add(name)
    } else found.set(name, value)
  }
  return Object.fromEntries(found)
}

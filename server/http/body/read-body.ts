import { getMeta } from '#server/http/request.ts'
import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { type BodyLimits, bodyLimits, lengthLimit, unreadable } from './body-limits.ts'
import { announceBody, COUNTED_FROM } from './bytes-in-flight.ts'
import { readMultipart, readUrlEncoded } from './read-form.ts'
import { scanJson } from './scan-json.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** As it arrived, not parsed yet. It counts as in flight until `end`. */
export type ReceivedBody = { bytes: Bytes; end(): void }

/**
 * Refused by its length before any of it is read, where it says it.
 * @param sender null: a stranger, whose bodies are short
 * @throws 413, 429, 503
 */
export async function receiveBody(
  { config }: Services,
  request: Request,
  route: Route,
  sender: { accountid: string; userid: string } | null,
): Promise<ReceivedBody> {
  const limits = bodyLimits(route)
  const { most, refusal } = lengthLimit(limits, isMultipart(request))
  const length = request.headers.get('content-length')
  if (Number(length) > most) throw refusal()
  const isShort = !sender || (Number(length) <= COUNTED_FROM && !limits.file)
  if (isShort && length !== null) return { bytes: await request.bytes(), end() {} }
  const arrival = sender && announceBody(sender, Number(length), config.maxuploadmb)
  let size = 0
  const over = limits.file ? getMeta(request).patience?.(() => size) : undefined
  const take = (part: Bytes) => {
    size += part.length
    if (size > most) throw refusal()
    arrival?.received(part.length)
  }
  try {
    return { bytes: await gather(request, take), end: () => arrival?.end() }
  } catch (error) {
    arrival?.end()
    throw error
  } finally {
    over?.()
  }
}

/** Bun sends on no more than is taken: what waits takes no memory here. */
async function gather(request: Request, take: (part: Bytes) => void): Promise<Bytes> {
  const parts: Bytes[] = []
  for await (const part of request.body as ReadableStream<Bytes>) {
    take(part)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const typeOf = (request: Request) => request.headers.get('content-type') ?? ''
const kindOf = (request: Request) => typeOf(request).toLowerCase().split(';', 1)[0]?.trim() ?? ''
const isMultipart = (request: Request) => kindOf(request) === 'multipart/form-data'

/** Null where there is none that a route could take. @throws 400 for what is no JSON and no form, 413 */
export function parseBody(request: Request, route: Route, bytes: Bytes): unknown {
  const limits = bodyLimits(route)
  if (route.options.rawbody) return decode(bytes)
  return isMultipart(request)
    ? readMultipart(bytes, typeOf(request), limits)
    : readText(kindOf(request), bytes, limits)
}

function readText(kind: string, bytes: Bytes, limits: BodyLimits): unknown {
  if (bytes.length === 0) return null
  if (kind === 'application/json') return parseJson(decode(bytes), limits)
  if (kind === 'application/x-www-form-urlencoded') return readUrlEncoded(decode(bytes), limits)
  return kind === 'text/plain' ? decode(bytes) : null
}

function parseJson(text: string, limits: BodyLimits): unknown {
  scanJson(text, limits)
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

const decoder = new TextDecoder()
const decode = (bytes: Uint8Array) => decoder.decode(bytes)

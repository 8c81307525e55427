import type { Route } from '#server/http/route.ts'
import { type BodyLimits, bodyLimits, tooLarge, unreadable } from './body-limits.ts'
import { readMultipart, readUrlEncoded } from './read-form.ts'
import { scanJson } from './scan-json.ts'

/** Null where there is none that a route could take. @throws 400 for what is no JSON and no form, 413 */
export async function readBody(request: Request, route: Route): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const [kind = ''] = type.toLowerCase().split(';', 1)
  const limits = bodyLimits(route)
  const isForm = kind.trim() === 'multipart/form-data'
  const bytes = await readBytes(request, isForm && limits.files ? Number.POSITIVE_INFINITY : limits.bytes)
  if (route.options.rawbody) return decode(bytes)
  return isForm ? readMultipart(bytes, type, limits) : readText(kind.trim(), bytes, limits)
}

function readText(kind: string, bytes: Uint8Array, limits: BodyLimits): unknown {
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

async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length')
  if (Number(length) > most) throw tooLarge(most)
  if (length !== null || !request.body) return request.bytes()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of request.body as ReadableStream<Uint8Array<ArrayBuffer>>) {
    size += part.length
    if (size > most) throw tooLarge(most)
    parts.push(part)
  }
  return new Blob(parts).bytes()
}

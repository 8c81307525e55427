/** Of the SignalR JSON hub protocol: text records, each ended by U+001E. */
const end = '\x1e'

export const pingRecord = `{"type":6}${end}`
export const welcomeRecord = `{}${end}`

/** What a client may say. `id` is present when it waits for an answer; `other` is any type that needs none. */
export type ClientRecord =
  | { kind: 'call'; target: string; args: readonly unknown[]; id?: string }
  | { kind: 'stream'; id: string }
  | { kind: 'ping' | 'close' | 'other' }

export function parseRecords(frame: string): unknown[] | null {
  if (!frame.endsWith(end)) return null
  try {
    return frame
      .slice(0, -1)
      .split(end)
      .map((record) => JSON.parse(record))
  } catch {
    return null
  }
}

export function handshakeError(record: unknown): string | null {
  const { protocol, version } = fields(record)
  if (protocol !== 'json') return 'Only the protocol "json" is spoken here.'
  return version === 1 ? null : 'Only version 1 of the protocol is spoken here.'
}

export function clientRecord(record: unknown): ClientRecord | null {
  const { type, target, arguments: args, invocationId: id } = fields(record)
  if (id !== undefined && typeof id !== 'string') return null
  if (type === 1)
    return typeof target === 'string' && Array.isArray(args) ? { kind: 'call', target, args, id } : null
  if (type === 4) return id ? { kind: 'stream', id } : null
  if (type === 6) return { kind: 'ping' }
  if (type === 7) return { kind: 'close' }
  return typeof type === 'number' ? { kind: 'other' } : null
}

/** `seq` goes in twice: the stock client hands its listeners nothing but arguments. */
export function eventRecord(event: string, args: readonly unknown[], seq?: number): string {
  const message = seq === undefined ? { arguments: args } : { seq, arguments: [...args, seq] }
  return JSON.stringify({ type: 1, target: event, ...message }) + end
}

export function resultRecord(invocationId: string, result: unknown): string {
  return JSON.stringify({ type: 3, invocationId, result }) + end
}

export function errorRecord(invocationId: string, error: string): string {
  return JSON.stringify({ type: 3, invocationId, error }) + end
}

export function refusalRecord(error: string): string {
  return JSON.stringify({ error }) + end
}

export function closeRecord(allowReconnect: boolean, error?: string): string {
  return JSON.stringify({ type: 7, error, allowReconnect }) + end
}

function fields(record: unknown): Record<string, unknown> {
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {}
}

import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import { dataReply } from './reply.ts'

/** Proof that the program itself took the change of that key, which an answer of a gateway is not. */
export const RECEIPT = 'x-joblane-receipt'

export class ReplayedError extends Error {
  constructor(
    readonly status: number,
    readonly reply: string,
    readonly key: string,
  ) {
    super('replayed')
  }

  get value(): unknown {
    const { data: value, message } = JSON.parse(this.reply) as { data: unknown; message?: string }
    return message === undefined ? value : dataReply(value, { message })
  }

  response = () =>
    new Response(this.reply, {
      status: this.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'idempotency-replayed': 'true',
        [RECEIPT]: this.key,
      },
    })
}

export type Once = { key: string; userid: string; request: string }

/** What is kept in the platform's file is kept for all accounts of a person. @throws when the key is not usable */
export function readIdempotencyKey(
  request: Request,
  userid: string,
  body: unknown,
  accountid = '',
): Once | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || request.method === 'GET') return null
  if (!/^[\x21-\x7e]{1,128}$/.test(key))
    throw invalid({ 'Idempotency-Key': 'It may have 1 to 128 printable characters without spaces.' })
  const { pathname, search } = new URL(request.url)
  const content = `${accountid} ${request.method} ${pathname}${search} ${JSON.stringify(body ?? null, withoutPasswords)}`
  return { key, userid, request: new Bun.CryptoHasher('sha256').update(content).digest('hex') }
}

/** What is kept for a week must be of no help in guessing one. */
const withoutPasswords = (name: string, value: unknown) => (/password/i.test(name) ? '' : value)

/** A file by its name, kind, size and bytes, since as JSON it is nothing. */
export async function comparable(request: Request, body: unknown): Promise<unknown> {
  if (!request.headers.has('idempotency-key') || typeof body !== 'object' || body === null) return body
  const values = Object.values(body).flat()
  if (!values.some((value) => value instanceof File)) return body
  const fields = Object.entries(body).map(async ([name, value]) => [name, await fingerprintValue(value)])
  return Object.fromEntries(await Promise.all(fields))
}

async function fingerprintValue(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(fingerprintValue))
  if (!(value instanceof File)) return value
  const bytes = new Bun.CryptoHasher('sha256')
  for await (const part of value.stream()) bytes.update(part)
  return { name: value.name, type: value.type, size: value.size, bytes: bytes.digest('hex') }
}

/** Stored in the transaction of the change itself, so that a retry after a lost answer finds both or neither. */
export function runOnce<T>(
  db: TenantDb | PlatformDb,
  now: string,
  once: Once,
  run: () => T,
  reply: (value: T) => { status: number; body: unknown },
): T {
  findStoredReply(db, once)
  const value = run()
  storeIdempotentReply(db, now, once, reply(value))
  return value
}

/** @throws ReplayedError when the call was made before with this key, 409 when another was */
export function findStoredReply(db: TenantDb | PlatformDb, once: Once) {
  const stored = storedReply(db, once.userid, once.key)
  if (!stored) return
  if (stored.request !== once.request)
    throw new Problem(409, 'This Idempotency-Key was already used for another request.', {
      code: 'idempotency',
    })
  throw new ReplayedError(stored.status, stored.reply, once.key)
}

export const storeIdempotentReply = (
  db: TenantDb | PlatformDb,
  now: string,
  once: Once,
  { status, body }: { status: number; body: unknown },
) =>
  storeReply(db, now, once.userid, once.key, { request: once.request, status, reply: JSON.stringify(body) })

import { changeStoredReply, storedReply } from '#db/queries/idempotency.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { findStoredReply, type Once, storeIdempotentReply } from './idempotency.ts'
import { isReply } from './reply.ts'
import { toJsonReply } from './respond.tsx'

type Asked = { accountid: string; once: Once; secret?: boolean }

/** By person and key: who asks again while the first is under way waits for its answer. */
const underway = new Map<string, Promise<unknown>>()

/**
 * A call gives the answer of the first again before it looks at anything, since what it changed may be gone by now; and
 * where its transaction kept less than is answered, the whole answer is kept after it.
 * @throws ReplayedError, 409 when the key was used for another request
 */
export async function answerOnce(services: Services, asked: Asked, run: () => unknown): Promise<unknown> {
  const { platform, tenants } = services
  const { accountid, once, secret } = asked
  const name = `${once.userid} ${once.key}`
  while (underway.has(name)) await underway.get(name)?.catch(() => undefined)
  platform.read((db) => findStoredReply(db, once))
  tenants.read(accountid, (db) => findStoredReply(db, once))
  const answer = Promise.resolve(run()).then(async (value) => {
    // What is done is done, also where its answer cannot be kept.
    if (!secret) await keepWhole(services, asked, value).catch((error) => logFailure('a kept answer', error))
    return value
  })
  underway.set(name, answer)
  try {
    return await answer
  } finally {
    if (underway.get(name) === answer) underway.delete(name)
  }
}

/** A long answer that no transaction kept is read by a POST, which may be made anew. */
const LONG = 64_000

async function keepWhole({ platform, tenants }: Services, { accountid, once }: Asked, value: unknown) {
  if (value instanceof Response || (isReply(value) && value.kind !== 'data')) return
  const { status, body } = toJsonReply(value)
  const reply = JSON.stringify(body)
  const { userid, key } = once
  const [there, here] = [
    platform.read((db) => storedReply(db, userid, key)),
    tenants.read(accountid, (db) => storedReply(db, userid, key)),
  ]
  if (there && there.reply !== reply)
    await platform.write((tx) => changeStoredReply(tx.db, userid, key, { status, reply }))
  if (here && here.reply !== reply)
    await tenants.write(accountid, { userid, name: '' }, (tx) =>
      changeStoredReply(tx.db, userid, key, { status, reply }),
    )
  if (!there && !here && reply.length < LONG)
    await platform.write((tx) => storeIdempotentReply(tx.db, tx.now, once, { status, body }))
}

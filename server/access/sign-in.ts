import { eq } from 'drizzle-orm'
import type { PlatformAccess } from '#db/platform.ts'
import { findSignInFailures, platformUserById, userByEmail } from '#db/queries/platform/users.ts'
import { signinfailures } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { recordAudit } from './audit.ts'
import type { Passwords } from './passwords.ts'
import { isLocked, LOCK_FROM, LOCK_MINUTES, tooMany } from './rate-limits.ts'
import { type NewSession, startSession } from './sessions.ts'

const WRONG_COMBINATION = 'Your username and password combination is not correct'
const NOT_CONFIRMED =
  'The email address provided has not been confirmed. Please check your email spam or junk folder, or select resend for a new confirmation email.'

const SLOW_FROM = 5
/** An address may belong to a whole workshop, so it locks later than one person's name does. */
const ADDRESS_LOCK_FROM = 50

type Access = { platform: PlatformAccess; passwords: Passwords }
type Attempt = {
  userName: string
  password: string
  address: string
  agent: string
  /** On which this person has signed in before. */
  deviceid?: string
}

const checking = new WeakMap<PlatformAccess, Map<string, number>>()

/** Decision B6: the same words and work whether or not the user exists, slower after 5 failures, locked after 10. */
export async function signIn(
  { platform, passwords }: Access,
  attempt: Attempt,
  clock: () => Date,
  wait = Bun.sleep,
): Promise<NewSession> {
  const keys = limitKeys(attempt)
  const before = platform.read((db) => keys.map(({ key }) => findSignInFailures(db, key)))
  const now = clock().toISOString()
  const until = before
    .map((row) => row?.lockeduntilutc)
    .filter((instant) => isLocked(instant, now, addMs(now, LOCK_MINUTES * MINUTE_MS)))
    .sort()
    .at(-1)
  if (until) throw tooMany(until, now)
  // Guesses made all at once would each find that nobody has failed yet: those under way count like failures.
  const over = beginAttempt(platform, keys)
  try {
    if (keys.some((key, i) => over.running(key) + recentCount(before[i], now) > key.lockfrom)) throw busy()
    if (before.some((row) => (row?.count ?? 0) >= SLOW_FROM)) await wait(1_000)
    return await check({ platform, passwords }, attempt, keys)
  } finally {
    over.end()
  }
}

async function check({ platform, passwords }: Access, attempt: Attempt, keys: Key[]): Promise<NewSession> {
  const user = platform.read((db) => userByEmail(db, attempt.userName))
  const good = await passwords.verify(attempt.password, user?.archived ? null : user?.passwordhash)
  if (!good || !user) {
    await platform.write((tx) => fail(tx, keys, attempt))
    throw new Problem(401, WRONG_COMBINATION)
  }
  if (!user.confirmedutc) throw new Problem(400, NOT_CONFIRMED, { code: '110' })
  return platform.write((tx) => {
    // Checking takes a while: a password that was changed meanwhile has ended every session, and begins none.
    const still = platformUserById(tx.db, user.id)
    if (still?.passwordhash !== user.passwordhash || still?.archived)
      throw new Problem(401, WRONG_COMBINATION)
    tx.db
      .delete(signinfailures)
      .where(eq(signinfailures.key, keys[0]?.key ?? ''))
      .run()
    recordAudit(tx, 'signin', { userid: user.id, address: attempt.address, detail: attempt.userName })
    return startSession(tx, user.id, attempt)
  })
}

type Key = { key: string; lockfrom: number }
type Failures = ReturnType<typeof findSignInFailures>

/** Those by a clock that was ahead do not count. */
const recentCount = (row: Failures, now: string) => (row && isRecent(row.lastutc, now) ? row.count : 0)
const isRecent = (instant: string, now: string) =>
  instant >= addMs(now, -LOCK_MINUTES * MINUTE_MS) && instant <= addMs(now, LOCK_MINUTES * MINUTE_MS)

function beginAttempt(platform: PlatformAccess, keys: Key[]) {
  const counts = checking.get(platform) ?? new Map<string, number>()
  checking.set(platform, counts)
  const running = ({ key }: Key) => counts.get(key) ?? 0
  const add = (more: number) => {
    for (const one of keys) counts.set(one.key, running(one) + more)
  }
  add(1)
  return {
    running,
    end() {
      add(-1)
      for (const one of keys) if (running(one) === 0) counts.delete(one.key)
    },
  }
}

/** A known device counts by itself: what strangers try elsewhere does not lock its owner out of it. */
const limitKeys = ({ userName, address, deviceid }: Attempt): Key[] =>
  deviceid
    ? [{ key: `device:${deviceid}`, lockfrom: LOCK_FROM }]
    : [
        { key: `user:${userName.trim().toLowerCase().slice(0, 250)}`, lockfrom: LOCK_FROM },
        { key: `ip:${address}`, lockfrom: ADDRESS_LOCK_FROM },
      ]

function fail(tx: PlatformTx, keys: Key[], attempt: Attempt) {
  const lock = addMs(tx.now, LOCK_MINUTES * MINUTE_MS)
  for (const { key, lockfrom } of keys) {
    const count = recentCount(findSignInFailures(tx.db, key), tx.now) + 1
    const values = { count, lastutc: tx.now, lockeduntilutc: count >= lockfrom ? lock : null }
    tx.db
      .insert(signinfailures)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: signinfailures.key, set: values })
      .run()
  }
  recordAudit(tx, 'signinfailed', { address: attempt.address, detail: emailIn(attempt.userName) })
}

/** What is no e-mail may be a password in the wrong field, and is not written down. */
const emailIn = (typed: string) => (/^[^\s@]+@[^\s@]+$/.test(typed.trim()) ? typed.trim().toLowerCase() : '')

const busy = () =>
  new Problem(429, 'Too many attempts at once. Please try again in a minute.', { retryafter: 60 })

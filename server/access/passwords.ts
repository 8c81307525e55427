import { invalid, Problem } from '#server/errors.ts'

/** A hash that no password has, so that an unknown e-mail takes the same time as a wrong password. */
let nobody: Promise<string> | undefined

/** Each takes 64 MB while it runs, so only so many run at a time, and only so many wait. */
const AT_ONCE = 4
const WAITING = 200
let running = 0
const waiting: (() => void)[] = []

/** @throws 503 when too many wait already: the memory of everybody else comes first */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING)
    throw new Problem(503, 'Too many people are signing in at this moment. Please try again in a minute.', {
      retryafter: 30,
    })
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** @throws 503 when too many passwords are being worked on */
export const hashPassword = (password: string) =>
  inTurn(() => Bun.password.hash(password, { algorithm: 'argon2id' }))

/** True when the password is the user's. Takes the same time when there is no such user. @throws 503 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const against = hash ?? (await nobody)
  const matches = await inTurn(() => Bun.password.verify(password, against))
  return matches && Boolean(hash)
}

/** Decision B6: 8 to 256 characters with letters and numbers, and never the e-mail address. */
export function checkNewPassword(password: string, email: string) {
  const sentence =
    password.length < 8 || password.length > 256 || !/\p{L}/u.test(password) || !/\d/.test(password)
      ? 'The password needs at least 8 characters with letters and numbers.'
      : password.trim().toLowerCase() === email.trim().toLowerCase()
        ? 'The password must not be your e-mail address.'
        : null
  if (sentence) throw invalid({ password: sentence })
}

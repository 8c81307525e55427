import { randomBytes } from 'node:crypto'
import { invalid, Problem } from '#server/errors.ts'
import { semaphore } from '#server/semaphore.ts'

/** Of argon2id; memory in kilobytes. */
type PasswordCost = { memoryCost: number; timeCost: number }

export type Passwords = {
  /** @throws 503 when too many passwords are being worked on */
  hash(password: string): Promise<string>
  /** Takes the same time when there is no such user. @throws 503 */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
}

/** 64 MB and two passes: more than twice what OWASP asks of argon2id, and a quarter of a second. */
const COST: PasswordCost = { memoryCost: 65_536, timeCost: 2 }

/** As many as may fill 256 MB at once. */
const AT_ONCE = 4
const WAITING = 200
const HASH_BYTES = 32

const tooMany = () =>
  new Problem(503, 'Too many people are signing in at this moment. Please try again in a minute.', {
    retryafter: 30,
  })

export function createPasswords(cost: PasswordCost = COST): Passwords {
  const limited = semaphore(AT_ONCE, { waiting: WAITING, refusal: tooMany })
  const nobody = impossibleHash(cost)

  return {
    hash: (password) => limited(() => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })),
    async verify(password, stored) {
      const matches = await limited(() => Bun.password.verify(password, stored ?? nobody))
      return matches && Boolean(stored)
    },
  }
}

/** So that an unknown e-mail takes the same time as a wrong password. */
function impossibleHash({ memoryCost, timeCost }: PasswordCost): string {
  const random = () => randomBytes(HASH_BYTES).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${random()}$${random()}`
}

/** Decision B6. */
export function checkNewPassword(password: string, email: string) {
  const sentence = findPasswordFault(password, email)
  if (sentence) throw invalid({ password: sentence })
}

/** What is wrong with a new one, in a sentence. */
export function findPasswordFault(password: string, email: string): string | null {
  if (password.length < 8 || password.length > 256 || !/\p{L}/u.test(password) || !/\d/.test(password))
    return 'The password needs at least 8 characters with letters and numbers.'
  return password.trim().toLowerCase() === email.trim().toLowerCase()
    ? 'The password must not be your e-mail address.'
    : null
}

import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { addUser } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken } from '#server/access/one-time-tokens.ts'
import { checkNewPassword, type Passwords } from '#server/access/passwords.ts'
import { checkLimits, mailLimits } from '#server/access/rate-limits.ts'
import { invalid, Problem } from '#server/errors.ts'
import {
  alreadyRegisteredMail,
  confirmationMail,
  type MailContext,
  queueOrDiscard,
} from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'

const NOTHING_FILLED_IN = 'No fields have been filled in'
const REGISTRATION_FAILED = 'Registration failed. Please try again.'

const fields = ['firstname', 'lastname', 'email', 'phone', 'password', 'confirmpassword'] as const
type RegistrationForm = Partial<Record<(typeof fields)[number], string>>

/**
 * Who asks learns neither by words nor by time whether the address was known; its owner gets a mail that says
 * so. A password set for an unconfirmed address is forgotten when another is given: either may be a stranger's.
 */
export async function registerPerson(
  { platform, passwords, ...post }: { platform: Platform; passwords: Passwords } & MailContext,
  typed: RegistrationForm,
  address: string,
): Promise<void> {
  const given = { ...empty, ...typed }
  const email = check(given)
  await platform.write((tx) => checkLimits(tx, mailLimits('register', email, address)))
  const known = platform.read((db) => userByEmail(db, email))
  // Both are done for everybody: they take by far the longest.
  const passwordhash = await passwords.hash(given.password)
  const same = await passwords.verify(given.password, known?.confirmedutc ? null : known?.passwordhash)
  await platform.write((tx) => {
    const user = userByEmail(tx.db, email)
    if (user?.confirmedutc) {
      queueOrDiscard(tx, post, alreadyRegisteredMail(post, user), !user.archived)
      return
    }
    const kept = same && user?.passwordhash === known?.passwordhash
    const person = user
      ? registerAgain(tx, user, kept ? user.passwordhash : null)
      : insertPerson(tx, { ...given, email }, passwordhash)
    recordAudit(tx, 'registered', { userid: person.id, address, detail: email })
    queueOrDiscard(tx, post, confirmationMail(post, person, issueToken(tx, person.id, 'confirm')), true)
  })
}

const empty = Object.fromEntries(fields.map((name) => [name, ''])) as Required<RegistrationForm>

function check(given: Required<RegistrationForm>): string {
  if (!Object.values(given).some(Boolean)) throw new Problem(400, NOTHING_FILLED_IN)
  const email = parseEmail(given.email)
  const wrong: Record<string, string> = {
    ...(given.firstname ? {} : { firstname: 'Please give your first name.' }),
    ...(email ? {} : { email: 'This is not an e-mail address.' }),
    ...passwordTrouble(given.password, given.email),
    ...(given.password === given.confirmpassword ? {} : { confirmpassword: 'The two passwords differ.' }),
  }
  if (!email || Object.keys(wrong).length > 0) throw invalid(wrong, REGISTRATION_FAILED)
  return email
}

function passwordTrouble(password: string, email: string): Record<string, string> {
  try {
    checkNewPassword(password, email)
    return {}
  } catch (error) {
    return (error as Problem).more.fields ?? {}
  }
}

function insertPerson(tx: PlatformTx, person: Required<RegistrationForm>, passwordhash: string) {
  const { firstname, lastname, phone, email } = person
  const id = addUser(tx, { firstname, lastname, phone, email, passwordhash, confirmed: false })
  return { id, email, firstname }
}

function registerAgain(
  { db, now }: PlatformTx,
  user: typeof platformUsers.$inferSelect,
  passwordhash: string | null,
) {
  db.update(platformUsers)
    .set({ passwordhash, version: sql`${platformUsers.version} + 1`, updatedutc: now })
    .where(eq(platformUsers.id, user.id))
    .run()
  return user
}

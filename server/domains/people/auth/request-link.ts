import type { Platform } from '#db/platform.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken } from '#server/access/one-time-tokens.ts'
import { checkLimits, mailLimits } from '#server/access/rate-limits.ts'
import { newSecret } from '#server/access/tokens.ts'
import { invalid } from '#server/errors.ts'
import { confirmationMail, type MailContext, queueOrDiscard, resetMail } from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'

const RESET_FAILED = 'There was a problem requesting your email reset, please try again.'

type Doors = { platform: Platform } & MailContext

const nobody = (email: string) => ({ id: crypto.randomUUID(), email, firstname: '' })

function parseRequestedEmail(email: string, message?: string): string {
  const address = parseEmail(email)
  if (!address) throw invalid({ email: 'This is not an e-mail address.' }, message)
  return address
}

/** Who asks learns neither by words nor by time whether anybody has that address. @throws 400, 429 */
export async function requestReset({ platform, ...post }: Doors, typed: string, address: string) {
  const email = parseRequestedEmail(typed, RESET_FAILED)
  await platform.write((tx) => {
    checkLimits(tx, mailLimits('reset', email, address))
    const user = userByEmail(tx.db, email)
    const known = user && !user.archived
    const token = known ? issueToken(tx, user.id, 'reset') : newSecret()
    queueOrDiscard(tx, post, resetMail(post, known ? user : nobody(email), token), Boolean(known))
    recordAudit(tx, 'passwordreset', { userid: known ? user.id : null, address, detail: email })
  })
}

/** As silent as `requestReset`. */
export async function resendConfirmation({ platform, ...post }: Doors, typed: string, address: string) {
  const email = parseRequestedEmail(typed)
  await platform.write((tx) => {
    checkLimits(tx, mailLimits('resend', email, address))
    const user = userByEmail(tx.db, email)
    const waits = user && !user.archived && !user.confirmedutc
    const token = waits ? issueToken(tx, user.id, 'confirm') : newSecret()
    queueOrDiscard(tx, post, confirmationMail(post, waits ? user : nobody(email), token), Boolean(waits))
  })
}

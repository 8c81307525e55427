import type { PlatformTx } from '#db/types.ts'
import type { Encryption } from '#server/encryption.ts'
import { AlreadyRegistered, ConfirmationMail, PasswordSet, Reset } from '#views/mails/auth.tsx'
import { composeMail } from './compose.tsx'
import { type Mail, queueMail } from './queue.ts'

export type MailContext = { encryption: Encryption; url: string }
export type Addressee = { id: string; email: string; firstname: string }

export const tokenLink = ({ url }: MailContext, page: string, { id }: Addressee, token: string) =>
  `${url}/${page}/${id}?t=${encodeURIComponent(token)}`

export const confirmationMail = (post: MailContext, to: Addressee, token: string): Mail => ({
  to: to.email,
  ...composeMail(
    'Confirm your e-mail address',
    <ConfirmationMail name={to.firstname} href={tokenLink(post, 'confirmemail', to, token)} />,
  ),
})

export const resetMail = (post: MailContext, to: Addressee, token: string): Mail => ({
  to: to.email,
  ...composeMail(
    'Choose a new password',
    <Reset name={to.firstname} href={tokenLink(post, 'confirmpasswordreset', to, token)} />,
  ),
})

export const alreadyRegisteredMail = ({ url }: MailContext, to: Addressee): Mail => ({
  to: to.email,
  ...composeMail(
    'You are registered already',
    <AlreadyRegistered name={to.firstname} href={`${url}/signin`} reset={`${url}/signin?forgot=1`} />,
  ),
})

export const mailPasswordSet = (tx: PlatformTx, post: MailContext, to: Addressee) =>
  queueMail(tx, post.encryption, {
    to: to.email,
    ...composeMail(
      'Your password was changed',
      <PasswordSet name={to.firstname} href={`${post.url}/signin?forgot=1`} />,
    ),
  })

/** That an address is known must not show in how long an answer takes. */
export function queueOrDiscard(tx: PlatformTx, { encryption }: MailContext, mail: Mail, really: boolean) {
  if (really) queueMail(tx, encryption, mail)
  else encryption.encrypt(JSON.stringify(mail))
}

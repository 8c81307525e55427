import type { ReactElement } from 'react'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { type Addressee, type MailContext, tokenLink } from '#server/mail/account-mails.tsx'
import { composeMail } from '#server/mail/compose.tsx'
import { type Mail, queueMail } from '#server/mail/queue.ts'
import {
  ConfirmAddress,
  Invitation,
  NewAddress,
  PersonalMessage,
  ResetByAdministrator,
} from '#views/mails/people.tsx'
import type { Manager } from './permit-change.ts'

const send = (
  tx: PlatformTx | Tx,
  { encryption }: MailContext,
  to: string,
  subject: string,
  body: ReactElement,
  sender: Pick<Mail, 'accountid' | 'proves'> = {},
) => queueMail(tx, encryption, { ...composeMail(subject, body), to, ...sender })

/** Without a token the reader is here already, and accepts. */
export const invitationUrl = (post: MailContext, to: Addressee, token?: string) =>
  token ? tokenLink(post, 'invitation', to, token) : `${post.url}/account/invitations`

/** An invitation. With a token the reader is new here and sets a first password. */
export function mailInvitation(
  tx: PlatformTx,
  post: MailContext,
  by: Manager,
  to: Addressee,
  token?: string,
) {
  const href = invitationUrl(post, to, token)
  const body = (
    <Invitation
      name={to.firstname}
      by={by.name}
      account={by.accountname}
      href={href}
      newperson={Boolean(token)}
    />
  )
  // Also without a token: the account's own mail server would tell who is on the platform.
  const sender = { accountid: by.accountid, proves: true as const }
  send(tx, post, to.email, `${by.name} invites you to ${by.accountname}`, body, sender)
}

export function mailReset(tx: PlatformTx, post: MailContext, by: Manager, to: Addressee, token: string) {
  const body = (
    <ResetByAdministrator
      name={to.firstname}
      by={by.name}
      account={by.accountname}
      href={tokenLink(post, 'confirmpasswordreset', to, token)}
    />
  )
  send(tx, post, to.email, 'Set a new password', body, { accountid: by.accountid, proves: true })
}

/** To the new address: only whoever reads it can make it theirs. */
export const mailConfirmAddress = (
  tx: PlatformTx,
  post: MailContext,
  to: Addressee,
  email: string,
  token: string,
) =>
  send(
    tx,
    post,
    email,
    'Confirm your new e-mail address',
    <ConfirmAddress name={to.firstname} email={email} href={tokenLink(post, 'account/email', to, token)} />,
  )

/** To the address that was left, so that nobody loses theirs without hearing of it. */
export const mailAddressChanged = (tx: PlatformTx, post: MailContext, to: Addressee, email: string) =>
  send(
    tx,
    post,
    to.email,
    'You now sign in with another e-mail address',
    <NewAddress name={to.firstname} email={email} />,
  )

export const mailMessage = (
  tx: Tx,
  post: MailContext,
  by: Manager & { email: string },
  to: Addressee,
  { subject, message }: { subject: string; message: string },
) =>
  send(
    tx,
    post,
    to.email,
    subject,
    <PersonalMessage
      name={to.firstname}
      by={by.name}
      replyto={by.email}
      account={by.accountname}
      text={message}
    />,
    { accountid: by.accountid },
  )

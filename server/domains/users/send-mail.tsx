import type { ReactElement } from 'react'
import type { SeatRow } from '#db/queries/platform/seats.ts'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import type { Seal } from '#server/access/seal.ts'
import { compose } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import {
  ConfirmAddress,
  Invitation,
  NewAddress,
  PersonalMessage,
  ResetByAdministrator,
} from '#views/mails/people.tsx'
import type { Manager } from './permit-change.ts'

/** What a mail needs beside its words: the seal it waits under, and the address that its links begin with. */
export type Post = { seal: Seal; url: string }

type Addressee = Pick<SeatRow, 'id' | 'firstname' | 'email'>

const send = (
  tx: PlatformTx | Tx,
  { seal }: Post,
  to: string,
  subject: string,
  body: ReactElement,
  accountid?: string,
) => queueMail(tx, seal, { ...compose(subject, body), to, accountid })

/** The page that sets a password: for a first one (`invite`) and for a new one (`reset`). */
const passwordLink = ({ url }: Post, userid: string, token: string) =>
  `${url}/confirmpasswordreset/${userid}?t=${encodeURIComponent(token)}`

/** An invitation. With a token the reader is new here and sets a first password. */
export function mailInvitation(tx: PlatformTx, post: Post, by: Manager, to: Addressee, token?: string) {
  const href = token ? passwordLink(post, to.id, token) : `${post.url}/`
  const body = (
    <Invitation
      name={to.firstname}
      by={by.name}
      account={by.accountname}
      href={href}
      newperson={Boolean(token)}
    />
  )
  send(tx, post, to.email, `${by.name} invites you to ${by.accountname}`, body, by.accountid)
}

export function mailReset(tx: PlatformTx, post: Post, by: Manager, to: Addressee, token: string) {
  const body = (
    <ResetByAdministrator
      name={to.firstname}
      by={by.name}
      account={by.accountname}
      href={passwordLink(post, to.id, token)}
    />
  )
  send(tx, post, to.email, 'Set a new password', body, by.accountid)
}

/** To the new address: only whoever reads it can make it theirs. */
export const mailConfirmAddress = (tx: PlatformTx, post: Post, to: Addressee, email: string, token: string) =>
  send(
    tx,
    post,
    email,
    'Confirm your new e-mail address',
    <ConfirmAddress
      name={to.firstname}
      email={email}
      href={`${post.url}/account/email/${to.id}?t=${encodeURIComponent(token)}`}
    />,
  )

/** To the address that was left, so that nobody loses theirs without hearing of it. */
export const mailNewAddress = (tx: PlatformTx, post: Post, to: Addressee, email: string) =>
  send(
    tx,
    post,
    to.email,
    'You now sign in with another e-mail address',
    <NewAddress name={to.firstname} email={email} />,
  )

/** What an administrator writes to one of the account's people, over the account's own mail server. */
export const mailMessage = (
  tx: Tx,
  post: Post,
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
    by.accountid,
  )

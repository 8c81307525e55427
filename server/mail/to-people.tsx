import type { PlatformTx } from '#db/types.ts'
import type { Encryption } from '#server/encryption.ts'
import { AlreadyRegistered, ConfirmationMail, PasswordSet, Reset } from '#views/mails/auth.tsx'
import { compose } from './compose.tsx'
import { type Mail, queueMail } from './queue.ts'

/** What a mail needs beside its words: what encrypts it while it waits, and the address that its links begin with. */
export type Post = { encryption: Encryption; url: string }
export type Addressee = { id: string; email: string; firstname: string }

/** The address of a page that a link leads one person to, once. */
export const linkTo = ({ url }: Post, page: string, { id }: Addressee, token: string) =>
  `${url}/${page}/${id}?t=${encodeURIComponent(token)}`

/** The link by which somebody who registered confirms their address. */
export const confirmation = (post: Post, to: Addressee, token: string): Mail => ({
  to: to.email,
  ...compose(
    'Confirm your e-mail address',
    <ConfirmationMail name={to.firstname} href={linkTo(post, 'confirmemail', to, token)} />,
  ),
})

/** The link by which somebody sets a new password. */
export const reset = (post: Post, to: Addressee, token: string): Mail => ({
  to: to.email,
  ...compose(
    'Choose a new password',
    <Reset name={to.firstname} href={linkTo(post, 'confirmpasswordreset', to, token)} />,
  ),
})

/** Tells the owner of an address that somebody registered it again. */
export const alreadyRegistered = ({ url }: Post, to: Addressee): Mail => ({
  to: to.email,
  ...compose(
    'You are registered already',
    <AlreadyRegistered name={to.firstname} href={`${url}/signin`} reset={`${url}/signin?forgot=1`} />,
  ),
})

/** So that nobody's password changes without their hearing of it. */
export const mailPasswordSet = (tx: PlatformTx, post: Post, to: Addressee) =>
  queueMail(tx, post.encryption, {
    to: to.email,
    ...compose(
      'Your password was changed',
      <PasswordSet name={to.firstname} href={`${post.url}/signin?forgot=1`} />,
    ),
  })

/**
 * Puts a mail into the outbox, or does the same work for nothing: that an address is known must not show in how
 * long an answer takes.
 */
export function queueOrPretend(tx: PlatformTx, { encryption }: Post, mail: Mail, really: boolean) {
  if (really) queueMail(tx, encryption, mail)
  else encryption.encrypt(JSON.stringify(mail))
}

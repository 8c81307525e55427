import type { Platform } from '#db/platform.ts'
import type { Tx } from '#db/tenants.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import type { Encryption } from '#server/encryption.ts'
import { invalid } from '#server/errors.ts'
import { parseEmail } from '#server/mail/address.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { type Paper, withdrawMails } from '#server/mail/papers.ts'
import { type Mail, queueMail } from '#server/mail/queue.ts'
import { type DocumentLink, DocumentMail } from '#views/mails/document.tsx'
import type { PrintedOrganisation } from './parties.ts'

type MailInput = { to: string; subject: string; message: string }
/** Whose paper it is. */
type Answering = Pick<PrintedOrganisation, 'name' | 'contactemail'>
type MailedDocument = {
  name: string
  organisation: Answering
  bytes: Uint8Array
  record: NonNullable<Mail['record']>
  paper: Paper
  estimate?: Mail['estimate']
  invoice?: Mail['invoice']
  open?: string
  link?: DocumentLink
}
type Sender = { userid: string; name: string; email: string; accountid: string }

/** Where answers to a paper come: to the address that it shows, which setup asks for, else to whoever sends it. */
export const answerAddress = ({ contactemail = '' }: Answering, by: Pick<Sender, 'email'>): string =>
  parseEmail(contactemail) || by.email

export function parseRecipient({ to }: MailInput): string {
  const address = parseEmail(to)
  if (!address) throw invalid({ to: 'This is not an e-mail address.' })
  return address
}

/** By the platform's own door: by the request's, an Idempotency-Key would stand for this write, and not for the mail. */
export const limitMails = (platform: Platform, { userid, accountid }: Pick<Sender, 'userid' | 'accountid'>) =>
  platform.write((tx) =>
    checkLimits(tx, [{ key: `documentmail:user:${userid}`, most: 60, minutes: 60 }, ofAccount(accountid)]),
  )

/** Of what the program sends by itself, `count` at once. */
export const limitAccountMails = (platform: Platform, accountid: string, count = 1) =>
  platform.write((tx) => checkLimits(tx, [{ ...ofAccount(accountid), count }]))

export const MAILS_A_DAY = 500

const ofAccount = (accountid: string) => ({
  key: `documentmail:account:${accountid}`,
  most: MAILS_A_DAY,
  minutes: 24 * 60,
})

/** An earlier mail with the same paper that still waits for this reader is not sent. */
export function mailDocument(
  tx: Tx,
  encryption: Encryption,
  by: Sender,
  mail: MailInput,
  { name, organisation, bytes, record, paper, estimate, invoice, open, link }: MailedDocument,
): string {
  const filename = `${name}.pdf`
  const to = parseRecipient(mail)
  withdrawMails(tx, paper, { to })
  return queueMail(tx, encryption, {
    to,
    paper,
    ...composeMail(
      mail.subject,
      <DocumentMail
        message={mail.message}
        filename={filename}
        by={by.name}
        organisation={organisation.name}
        link={link}
      />,
    ),
    accountid: by.accountid,
    replyto: answerAddress(organisation, by),
    record,
    estimate,
    invoice,
    open,
    attachments: [
      { filename, contenttype: 'application/pdf', base64: Buffer.from(bytes).toString('base64') },
    ],
  })
}

import { randomUUIDv7 } from 'bun'
import { platformOutbox } from '#db/schema/platform/platform.ts'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import type { Encryption } from '#server/encryption.ts'
import { invalid } from '#server/errors.ts'
import { parseEmail } from './address.ts'
import { type Paper, paperKey } from './papers.ts'

export const MAIL_QUEUED = 'MailQueued'

/** `accountid`: whose SMTP settings it goes over; none: the platform's. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  accountid?: string
  /** It holds a link by which its reader shows that the address is theirs: see `smtpFor` for what carries it. */
  proves?: true
  /** Where an answer goes; none: where the mail server's settings say. */
  replyto?: string
  /** The job whose estimate it carries, and until when that is valid: it counts as sent once the mail is out. */
  estimate?: { jobid: string; validuntil?: string }
  /** The invoice that it carries, and whether as the one original. */
  invoice?: { id: string; original: boolean }
  /** The paper that it carries. */
  paper?: Paper
  /** Whose history says what becomes of it. */
  record?: { entity: string; id: string }
  by?: string | null
  /** The page of what it carries, which its sender is led to when it cannot be delivered. */
  open?: string
  attachments?: { filename: string; contenttype: string; base64: string }[]
}

/** No more than the notification itself says, and therefore not encrypted. */
export type MailNotice = { to: string; type: string; message: string; open: string }
export const NOTICE = 'notice:'

export function queueNotice(tx: Tx, notice: MailNotice) {
  if (!parseEmail(notice.to)) return
  tx.db
    .insert(tenantOutbox)
    .values({
      id: randomUUIDv7(),
      kind: 'mail',
      payload: NOTICE + JSON.stringify(notice),
      createdutc: tx.now,
      nextutc: tx.now,
    })
    .run()
  tx.publish(MAIL_QUEUED, [])
}

/**
 * Sent if and only if the transaction commits (decision B7). Encrypted: it may hold a link that signs in.
 * @throws when `to` is not one e-mail address.
 */
export function queueMail(tx: PlatformTx | Tx, encryption: Encryption, mail: Mail): string {
  if (!parseEmail(mail.to)) throw invalid({ to: 'This is not an e-mail address.' })
  const tenant = 'accountid' in tx
  const row = {
    id: randomUUIDv7(),
    kind: 'mail',
    payload: encryption.encrypt(JSON.stringify(tenant ? { by: tx.by.userid, ...mail } : mail)),
    createdutc: tx.now,
    nextutc: tx.now,
  }
  if (tenant) {
    const about = mail.paper ? paperKey(mail.paper) : ''
    tx.db
      .insert(tenantOutbox)
      .values({ ...row, about, recipient: about && mail.to })
      .run()
    tx.publish(MAIL_QUEUED, [])
  } else tx.db.insert(platformOutbox).values(row).run()
  return row.id
}

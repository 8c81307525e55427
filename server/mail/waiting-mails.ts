import {
  dropMail,
  findWaitingMail,
  listWaitingMails,
  NEVER,
  renewMail,
  rewriteMail,
  type WaitingMailRow,
} from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { addMs } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import { LIFETIME_MS, PATIENCE_MS } from './delivery-decision.ts'
import { MAIL_QUEUED, type Mail } from './queue.ts'
import { readMail } from './read-mail.ts'

/** `noserver`: nothing takes mails of the account now. */
export type MailBox = Pick<Services, 'encryption' | 'url'> & { noserver: boolean }

export type WaitingMail = {
  id: string
  to: string
  subject: string
  /** The page of what it carries. */
  open?: string
  createdutc: string
  /** Until when it waits; null: it was given up, or withdrawn. */
  untilutc: string | null
  /** It is not to go out any more. */
  withdrawn: boolean
  error: string
}

/** What an account wrote and no server has, also what was given up; not what can be read no more. */
export const readWaitingMails = (db: TenantDb, box: MailBox): WaitingMail[] =>
  listWaitingMails(db).flatMap((row) => {
    const mail = readMail(box, row)
    if (!mail) return []
    const { id, createdutc, nextutc, error, withdrawn } = row
    const { to, subject, open } = mail
    const until = addMs(createdutc, box.noserver ? PATIENCE_MS : LIFETIME_MS)
    const untilutc = nextutc === NEVER ? null : until
    return [{ id, to, subject, open, createdutc, untilutc, withdrawn, error }]
  })

/** A server may have it at this moment. */
const isUnderWay = ({ nextutc }: WaitingMailRow, { now }: Tx, { noserver }: MailBox) =>
  nextutc <= now && !noserver

type OpenMail = { mail: Mail; givenup: boolean; withdrawn: boolean }

/** @throws 404, 409 while a server may have it */
function openWaitingMail(tx: Tx, box: MailBox, id: string): OpenMail {
  const row = findWaitingMail(tx.db, id)
  const mail = row && readMail(box, row)
  if (!row || !mail) throw notFound('mail')
  if (isUnderWay(row, tx, box))
    throw new Problem(409, 'This mail is just being sent. Look again in a moment.', { code: 'underway' })
  return { mail, givenup: row.nextutc === NEVER, withdrawn: row.withdrawn }
}

/** Of one that was given up: what it carries goes out by another. */
export const newerWaits = (what: string) =>
  new Problem(409, `A newer e-mail with ${what} waits to be sent, so this one is not sent again.`, {
    code: 'newer',
  })

/** @throws as `openWaitingMail` */
export function dropWaitingMail(tx: Tx, box: MailBox, id: string): OpenMail {
  const dropped = openWaitingMail(tx, box, id)
  dropMail(tx.db, id)
  return dropped
}

/** @throws as `openWaitingMail`, 409 for one that was withdrawn */
export function renewWaitingMail(tx: Tx, box: MailBox, id: string): OpenMail {
  const before = openWaitingMail(tx, box, id)
  if (before.withdrawn)
    throw new Problem(409, 'This mail is not to be sent any more. Send what it carries from its own page.', {
      code: 'withdrawn',
    })
  renewMail(tx.db, id, tx.now)
  tx.publish(MAIL_QUEUED, [])
  return before
}

/** It carries a copy in place of the original of its invoice. False where a server may have it already. */
export function replaceAttachment(
  tx: Tx,
  box: MailBox,
  id: string,
  { filename, bytes }: { filename: string; bytes: Uint8Array },
): boolean {
  const row = findWaitingMail(tx.db, id)
  const mail = row && readMail(box, row)
  const [before] = mail?.attachments ?? []
  if (!row || !mail || !before || isUnderWay(row, tx, box)) return false
  const renamed = {
    text: mail.text.replaceAll(before.filename, filename),
    html: mail.html.replaceAll(before.filename, filename),
  }
  const invoice = mail.invoice && { ...mail.invoice, original: false }
  const attachments = [{ ...before, filename, base64: Buffer.from(bytes).toString('base64') }]
  rewriteMail(
    tx.db,
    id,
    box.encryption.encrypt(JSON.stringify({ ...mail, ...renamed, invoice, attachments })),
  )
  return true
}

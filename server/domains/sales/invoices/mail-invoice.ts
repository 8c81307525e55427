import { findInvoicePdfHash } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Acting } from '#server/acting.ts'
import { mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { documentName } from '#server/documents/numbering.ts'
import { emailedWords } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { visibleInvoice } from './find-invoice.ts'
import { findOriginal, isOriginalAvailable, leaveOriginalToMail } from './original.ts'
import { printInvoice } from './print-invoice.ts'
import { readSnapshot } from './snapshot.ts'

const TAKEN = 'Somebody has just taken the original, so nothing was sent. Send it again and a copy goes out.'

type Letter = { to: string; subject: string; message: string }

type Sending = {
  /** Counts it among what may be mailed in an hour. */
  limit: () => Promise<unknown>
  /** Is told of the mail, in its transaction. */
  sent?: (tx: Tx, viewer: Viewer, mailid: string) => void
}

/** @throws 400 for a draft, 409 where the original was just taken */
export async function mailInvoice(acting: Acting, id: string, mail: Letter, { limit, sent }: Sending) {
  const { services, person } = acting
  const to = parseRecipient(mail)
  const { name, left, invoice, snapshot } = getIssued(acting, id)
  await limit()
  // Made beforehand: printing waits for a worker, which a transaction may not.
  const until = mailWaitsUntil(services, person)
  const deposit = invoice.kind === 'deposit'
  const copy = left ? undefined : await printInvoice(services.files, person, snapshot, { copy: !deposit })
  await acting.write((tx, viewer) => {
    const original = findOriginal(tx, viewer, invoice.id)
    const bytes = original ?? copy
    if (!bytes) throw new Problem(409, TAKEN, { code: 'taken' })
    const mailid = mailDocument(tx, services.encryption, person, mail, {
      name: original || deposit ? name : `${name} copy`,
      organisation: snapshot.organisation.name,
      bytes,
      open: `/invoices/${invoice.id}`,
    })
    if (original) leaveOriginalToMail(tx, invoice.id, mailid)
    const change = {
      field: 'e-mailed',
      oldvalue: '',
      newvalue: emailedWords(deposit ? 'deposit request' : original ? 'original' : 'copy', to, until),
    }
    recordHistory(tx, 'invoices', invoice.id, [change])
    sent?.(tx, viewer, mailid)
  })
}

/** @throws 404, 400 for a draft */
export function getIssued({ read }: Pick<Acting, 'read'>, id: string) {
  const { invoice, fingerprint } = read((db, viewer) => ({
    ...visibleInvoice(db, viewer, id),
    fingerprint: findInvoicePdfHash(db, id),
  }))
  if (invoice.state === 'draft')
    throw new Problem(400, 'A draft has no number yet: issue it before you send it.', { code: 'draft' })
  const left = isOriginalAvailable(invoice) && fingerprint !== undefined
  return { invoice, left, name: documentName(invoice), snapshot: readSnapshot(invoice.snapshot) }
}

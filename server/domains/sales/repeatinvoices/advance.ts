import { ARCHIVED, COMPLETE, INVOICED, REMOVED } from '#db/job-status.ts'
import { findDraftOfJob, invoiceRow } from '#db/queries/sales/invoices.ts'
import {
  moveRepeatInvoice,
  type RepeatInvoice,
  type RepeatInvoicing,
} from '#db/queries/sales/repeat-invoices.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { listJobLines } from '#db/queries/work/materials.ts'
import type { RepeatInvoiceState } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Acting } from '#server/acting.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { limitAccountMails } from '#server/documents/mail-document.tsx'
import { invoiceLetter } from '#server/domains/sales/invoices/invoice-letter.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import { getIssued, mailInvoice } from '#server/domains/sales/invoices/mail-invoice.ts'
import { issueInvoiceContext } from '#server/domains/sales/invoices/print-invoice.ts'
import { addDraft } from '#server/domains/sales/invoices/save-draft.ts'
import { moveToEnd } from '#server/domains/work/jobs/move-job.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { Problem } from '#server/errors.ts'

/** Another run was faster: its outcome stands. */
export class Overtaken extends Error {}

type Outcome = { state: RepeatInvoiceState; message?: string; invoiceid?: string | null }

/** In the transaction of what was done, so that after a crash it is done once. */
export function move(tx: Tx, row: RepeatInvoice, outcome: Outcome): RepeatInvoice {
  if (!moveRepeatInvoice(tx.db, row, outcome)) throw new Overtaken()
  tx.publish('RecordChanged', [{ table: 'jobs', id: row.template }])
  return { ...row, message: '', ...outcome }
}

type Step = (acting: Acting, row: RepeatInvoice, chosen: RepeatInvoicing) => Promise<RepeatInvoice>

/** One step on. @throws Problem with why it is refused; `Overtaken` */
export const advance: Step = (acting, row, chosen) =>
  row.state === 'due'
    ? draft(acting, row, chosen)
    : row.state === 'draft'
      ? issue(acting, row, chosen)
      : send(acting, row, chosen)

const draft: Step = (acting, row, { invoice }) =>
  acting.write((tx, viewer) => {
    const status = findJobPlace(tx.db, row.jobid)?.status ?? REMOVED
    if (status === ARCHIVED || status === REMOVED)
      return move(tx, row, {
        state: 'done',
        message: 'Its job is on no lane any more, so it was not invoiced.',
      })
    if (status === INVOICED || findDraftOfJob(tx.db, row.jobid))
      return move(tx, row, { state: 'done', message: 'It was invoiced by hand before.' })
    const invoiceid = draftRepeat(tx, viewer, row.jobid, status)
    return move(tx, row, { state: invoice === 'draft' ? 'done' : 'draft', invoiceid })
  })

/** What a person does who uses a job as estimated, completes it and drafts its invoice; warnings are answered by yes. */
function draftRepeat(tx: Tx, viewer: Viewer, jobid: string, status: number): string {
  if (status < COMPLETE) {
    const unused = listJobLines(tx.db, jobid).filter(
      ({ line }) => line.estimated !== 0 && line.consumed === 0,
    )
    const changes = unused.map(({ line }) => ({ id: line.id, consumed: line.estimated }))
    if (changes.length > 0) changeLines(tx, changes, () => undefined)
    moveToEnd(tx, viewer, jobid, COMPLETE, true)
  }
  return addDraft(tx, viewer, jobid)
}

async function issue(
  acting: Acting,
  row: RepeatInvoice,
  { invoice }: RepeatInvoicing,
): Promise<RepeatInvoice> {
  const draft = acting.read((db) => invoiceRow(db, row.invoiceid ?? '')?.invoice)
  const end = (message: string) => acting.write((tx) => move(tx, row, { state: 'done', message }))
  if (!draft) return end('Its draft was deleted.')
  if (draft.state !== 'draft') return end(`It was issued by hand as ${draft.number}.`)
  if (invoice === 'draft') return end('')
  return issueDocument(
    issueInvoiceContext(acting),
    (db, viewer, now) => planInvoice(db, viewer, draft.id, now),
    (tx, planned, bytes) => {
      const message = storeInvoice(tx, planned, bytes).join(' ')
      return move(tx, row, { state: invoice === 'send' ? 'issued' : 'done', message })
    },
  )
}

async function send(
  acting: Acting,
  row: RepeatInvoice,
  { invoice }: RepeatInvoicing,
): Promise<RepeatInvoice> {
  const end = (tx: Tx, message = '') => move(tx, row, { state: 'done', message })
  if (invoice !== 'send') return acting.write((tx) => end(tx))
  const { invoice: issued, name, snapshot } = getIssued(acting, row.invoiceid ?? '')
  const to = snapshot.client.contactemail
  if (!to) throw new Problem(400, `${snapshot.client.name} has no e-mail address.`)
  let ended = row
  await mailInvoice(
    acting,
    issued.id,
    { to, ...invoiceLetter(name, snapshot) },
    {
      limit: () => limitAccountMails(acting.services.platform, acting.person.accountid),
      sent: (tx) => {
        ended = end(tx, `Issued as ${issued.number} and mailed to ${to}.`)
      },
    },
  )
  return ended
}

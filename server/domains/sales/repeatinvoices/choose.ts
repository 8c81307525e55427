import { jobForPrint } from '#db/queries/documents.ts'
import {
  deleteRepeatInvoicing,
  findRepeatInvoicing,
  listNewestRepeatInvoices,
  setRepeatInvoicing,
} from '#db/queries/sales/repeat-invoices.ts'
import type { RepeatRow } from '#db/queries/work/frequency.ts'
import type { RepeatInvoiceKind } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { planRepeat } from '#server/domains/work/frequency/plan-repeat.ts'
import { getTemplateRepeat } from '#server/domains/work/frequency/use-template.ts'
import { conflict, forbidden, invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { personName } from '#views/format.ts'
import { repeatInvoiceWords } from '#views/sales/repeatinvoices/words.ts'
import { permitRepeatInvoice } from './rights.ts'

type RepeatInvoiceChoice = RepeatInvoiceKind | 'none'

type Asked = { template: string; category?: string | null }

/** The next job on does it, by the rights of whoever chose it last. @throws 404, 403, 400, 409 */
export function chooseRepeatInvoice(
  tx: Tx,
  viewer: Viewer,
  { invoice, version, ...asked }: Asked & { invoice: RepeatInvoiceChoice; version?: number },
) {
  const row = getTemplateRepeat(tx.db, viewer, asked)
  const key = { template: row.template, category: row.category }
  const before = findRepeatInvoicing(tx.db, key)
  if (version !== undefined && version !== versionOf(before))
    throw conflict(presentRepeatInvoice(tx.db, row, new Date(tx.now)))
  if (invoice === 'none') deleteRepeatInvoicing(tx.db, key)
  else {
    permitRepeatInvoice(viewer, invoice)
    if (invoice === 'send') checkAddress(tx.db, row.template)
    const ownerid = tx.by.userid
    if (!ownerid) throw forbidden()
    setRepeatInvoicing(tx.db, { ...key, invoice, ownerid, now: tx.now })
  }
  const words = (kind: RepeatInvoiceChoice) => repeatInvoiceWords[kind].short
  recordHistory(tx, 'jobs', row.template, [
    { field: 'repeat invoices', oldvalue: words(before?.invoice ?? 'none'), newvalue: words(invoice) },
  ])
  tx.publish('RecordChanged', [{ table: 'jobs', id: row.template }])
  return presentRepeatInvoice(tx.db, row, new Date(tx.now))
}

function checkAddress(db: TenantDb, template: string) {
  const client = jobForPrint(db, template)?.client
  if (client?.contactemail) return
  throw invalid({
    invoice: client
      ? `${client.name} has no e-mail address: add one to the client first.`
      : 'The template names no client, so there is nobody to mail to.',
  })
}

/** One that was never chosen has a version too, which a choice makes old. */
const versionOf = (chosen: { version: number } | null) => (chosen?.version ?? 0) + 1

const LATEST = 12

function presentRepeatInvoice(db: TenantDb, row: RepeatRow, now: Date) {
  const repeat = planRepeat(db, row, now)
  if (!repeat) throw new Problem(400, `${row.reference} does not repeat.`)
  const chosen = findRepeatInvoicing(db, row)
  return {
    template: { id: row.template, reference: row.reference },
    category: { id: row.category, name: row.name },
    frequency: row.frequency,
    next: repeat.due[0] ?? repeat.next,
    invoice: (chosen?.invoice ?? 'none') as RepeatInvoiceChoice,
    chosenby: chosen ? personName(chosen) : null,
    version: versionOf(chosen),
    latest: listNewestRepeatInvoices(db, row, LATEST).map(({ jobid, reference, ...one }) => ({
      ...one,
      job: { id: jobid, reference },
    })),
  }
}

export type PresentedRepeatInvoice = ReturnType<typeof presentRepeatInvoice>

export const readRepeatInvoice = (db: TenantDb, viewer: Viewer, asked: Asked, now: Date) =>
  presentRepeatInvoice(db, getTemplateRepeat(db, viewer, asked), now)

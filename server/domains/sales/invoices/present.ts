import { findCreditNote, type InvoiceRow, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { InvoiceDetail, InvoiceSummary } from '#views/sales/invoices/types.ts'
import { draftAmounts } from './draft-amounts.ts'
import { visibleInvoice } from './find-invoice.ts'
import { type Reason, reasons } from './kinds.ts'
import { needsReview } from './review.ts'
import { draftSnapshot, readSnapshot } from './snapshot.ts'

/** Cents; drafts with what they would charge now. */
export function readInvoiceSummaries(db: TenantDb, rows: readonly InvoiceRow[]): InvoiceSummary[] {
  const drafts = draftAmounts(db, rows)
  const today = todayIn(readZone(db))
  return rows.map((row) => presentInvoiceLine(row, today, drafts.get(row.invoice.id)))
}

type Amounts = { net: number; vat: number; total: number }

function presentInvoiceLine(row: InvoiceRow, today: string, draft?: Amounts): InvoiceSummary {
  const { invoice, standing, clientname, organisationname, paidcents } = row
  const { id, version, kind, state, number, date, duedate, reference } = invoice
  const { net, vat, total } = draft ?? {
    net: invoice.netcents,
    vat: invoice.vatcents,
    total: invoice.totalcents,
  }
  return {
    id,
    version,
    kind,
    state,
    standing,
    number,
    date,
    duedate,
    overdue: standing === 'unpaid' && duedate ? Math.max(0, daysBetween(duedate, today)) : 0,
    reference,
    organisation: { id: invoice.organisation, name: organisationname },
    client: invoice.client ? { id: invoice.client, name: clientname ?? '(unknown)' } : null,
    job: { id: invoice.jobid ?? '', reference: row.jobreference, board: row.boardslug },
    net,
    vat,
    total,
    paid: paidcents,
    due: standing === 'unpaid' ? total - paidcents : 0,
  }
}

/** Cents; a draft is dated by `now`. @throws 404 */
export function readInvoice(db: TenantDb, viewer: Viewer, id: string, now: Date): InvoiceDetail {
  const row = visibleInvoice(db, viewer, id)
  const { invoice } = row
  const snapshot = invoice.state === 'draft' ? draftSnapshot(db, row, now) : readSnapshot(invoice.snapshot)
  const { organisation, client, site, subject, terms, lines, totals, original } = snapshot
  const [line] = readInvoiceSummaries(db, [row])
  return {
    ...(line as InvoiceSummary),
    issuedutc: invoice.issuedutc,
    originalutc: invoice.originalutc,
    reason: invoice.reason ? { code: invoice.reason, text: reasons[invoice.reason as Reason] } : null,
    credits: original ? { id: original.id, number: original.number } : null,
    creditnote: invoice.state === 'credited' ? findCreditNote(db, id) : null,
    payments: listInvoicePayments(db, id).map(({ id, date, amountcents, reference }) => ({
      id,
      date,
      amount: amountcents,
      reference,
    })),
    duedate: snapshot.duedate ?? null,
    preparedby: invoice.preparedby,
    reviewwanted: invoice.state === 'draft' && needsReview(db, row, totals.total),
    document: { organisation, client, site, subject, terms, lines, totals },
  }
}

import { listOutcomes } from '#db/queries/sales/deposits.ts'
import { type InvoiceRow, listCreditNotes, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { listReminders } from '#db/queries/sales/reminders.ts'
import { findRepeatOfInvoice } from '#db/queries/sales/repeat-invoices.ts'
import type { DepositOutcome } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { listToBill } from '#server/domains/work/deliveries/to-bill.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import type {
  CreditChoice,
  InvoiceDetail,
  InvoiceSummary,
  InvoiceWithCreditable,
} from '#views/sales/invoices/types.ts'
import { countToReplace } from './charged-back.ts'
import { creditGoods } from './credit-goods.ts'
import { creditableLines } from './credit-lines.ts'
import { draftAmounts } from './draft-amounts.ts'
import { readOpen, visibleInvoice } from './find-invoice.ts'
import { type CreditReason, creditReasons } from './kinds.ts'
import { countGoods, countInStock, countUncredited } from './line-goods.ts'
import { hasOriginal } from './original.ts'
import { compareApproved } from './over-approved.ts'
import { readPart } from './part.ts'
import { becameCredit, findOpenCredit, presentInvoicePayments } from './present-payments.ts'
import { readLineGoods, readNotedLines } from './read-goods.ts'
import { readRestockable } from './restock-credited.ts'
import { needsReview } from './review.ts'
import { draftSnapshot, readSnapshot } from './snapshot.ts'

/** Cents; drafts with what they would charge now. */
export function readInvoiceSummaries(db: TenantDb, rows: readonly InvoiceRow[]): InvoiceSummary[] {
  const drafts = draftAmounts(db, rows)
  const today = readToday(db)
  return rows.map((row) => presentInvoiceLine(row, today, drafts.get(row.invoice.id)))
}

const cashDue = ({ invoice, standing }: InvoiceRow) =>
  standing === 'unpaid' || standing === 'deposit' ? readOpen(invoice) - cashRounding(readOpen(invoice)) : 0

type Amounts = { net: number; vat: number; total: number }

function presentInvoiceLine(row: InvoiceRow, today: string, draft?: Amounts): InvoiceSummary {
  const { invoice, standing, sending, clientname, organisationname } = row
  const { id, version, kind, state, number, date, duedate, reference, paidcents, settledcents } = invoice
  const { net, vat, total } = draft ?? {
    net: invoice.netcents,
    vat: invoice.vatcents,
    total: invoice.totalcents,
  }
  const age = standing === 'unpaid' && duedate ? daysBetween(duedate, today) : null
  return {
    id,
    version,
    kind,
    state,
    standing,
    number,
    date,
    duedate,
    overdue: Math.max(0, age ?? 0),
    duein: age === null || age > 0 ? null : -age,
    reference,
    organisation: { id: invoice.organisation, name: organisationname },
    client: invoice.client ? { id: invoice.client, name: clientname ?? '(unknown)' } : null,
    job: { id: invoice.jobid ?? '', reference: row.jobreference, board: row.boardslug },
    net,
    vat,
    total,
    paid: paidcents,
    credited: kind === 'invoice' ? settledcents : 0,
    due: standing === 'unpaid' ? total - paidcents - settledcents : 0,
    deposit: kind === 'deposit' ? presentDeposit(invoice) : null,
    sentutc: invoice.sentutc,
    sending,
  }
}

/** Cents: what is still asked for, what is held, and what became of the rest. */
const presentDeposit = (invoice: InvoiceRow['invoice']) => ({
  open: Math.max(0, readOpen(invoice)),
  held: invoice.paidcents,
  outcome: (invoice.reason as DepositOutcome | null) ?? null,
})

/** Cents; a draft is dated by `now`. @throws 404 */
export function readInvoice(db: TenantDb, viewer: Viewer, id: string, now: Date): InvoiceDetail {
  const row = visibleInvoice(db, viewer, id)
  const { invoice } = row
  const snapshot = invoice.state === 'draft' ? draftSnapshot(db, row, now) : readSnapshot(invoice.snapshot)
  const payments = listInvoicePayments(db, id)
  const creditnotes = listCreditNotes(db, id)
  const outcomes = invoice.kind === 'deposit' ? listOutcomes(db, id) : []
  const shown = presentInvoicePayments(payments, { creditnotes, outcomes })
  const { organisation, client, site, subject, terms, lines, totals, original } = snapshot
  return {
    ...presentInvoiceLine(row, readToday(db), invoice.state === 'draft' ? totals : undefined),
    credited: -creditnotes.reduce((sum, { total }) => sum + total, 0),
    cashdue: cashDue(row),
    rounding: payments.reduce((sum, { roundingcents }) => sum + roundingcents, 0),
    issuedutc: invoice.issuedutc,
    originalutc: invoice.originalutc,
    originalwaits: invoice.originalmailid !== null && hasOriginal(invoice),
    reason:
      invoice.kind === 'creditnote' && invoice.reason
        ? { code: invoice.reason, text: snapshot.reason ?? creditReasons[invoice.reason as CreditReason] }
        : null,
    credits: original ? { id: original.id, number: original.number } : null,
    creditnotes: creditnotes.map(({ id, number, total }) => ({ id, number, total: -total })),
    part: readPart(invoice.part),
    payments: shown,
    becamecredit: becameCredit(shown),
    opencredit: findOpenCredit(db, viewer, invoice),
    deposits: snapshot.deposits ?? [],
    outcomes: outcomes.map(({ createdutc: _, ...outcome }) => outcome),
    reminders: listReminders(db, id),
    duedate: snapshot.duedate ?? null,
    preparedby: invoice.preparedby,
    repeat: findRepeatOfInvoice(db, id),
    reviewwanted: invoice.state === 'draft' && needsReview(db, row, totals.total),
    ...(invoice.state === 'draft' && invoice.kind === 'invoice'
      ? compareApproved(db, { ...invoice, totalcents: totals.total })
      : { overapproved: null, underapproved: null }),
    document: { organisation, client, site, subject, terms, lines, totals },
  }
}

/** As `readInvoice`, for calls and for whoever credits it: the dialog shows nothing of what that takes. @throws 404 */
export function readInvoiceWithCreditable(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  now: Date,
): InvoiceWithCreditable {
  const invoice = readInvoice(db, viewer, id, now)
  const isCreditable = invoice.kind === 'invoice' && invoice.state === 'issued'
  return { ...invoice, creditable: isCreditable ? presentCreditable(db, viewer, invoice) : [] }
}

function presentCreditable(
  db: TenantDb,
  viewer: Viewer,
  { id, job, issuedutc, document }: InvoiceDetail,
): CreditChoice[] {
  const jobid = job.id || null
  const back = new Map(
    jobid ? listToBill(db, jobid).map(({ materialid, tocredit }) => [materialid, tocredit]) : [],
  )
  const creditables = creditableLines(db, id, document.lines)
  const ids = creditables.flatMap(({ materialid }) => materialid ?? [])
  const noted = readNotedLines(db, ids)
  const restockable = readRestockable(db, viewer, jobid, noted)
  const goodsOf = readLineGoods(db, ids, noted)
  return creditables.map((creditable) => {
    const { line, materialid, printed, left } = creditable
    const most = Math.max(0, left.quantity)
    const goods = materialid === null ? undefined : goodsOf.get(materialid)
    // What was in stock before the invoice was charged all the same, as agreed.
    const later = goods ? countUncredited(goods, issuedutc) : 0
    const cameback = asQuantity(Math.min((materialid && back.get(materialid)) || 0, later, most))
    const comes = (credited: Quantity, ticked?: true) =>
      asQuantity(
        goods && credited !== 0
          ? creditGoods(goods, {
              ...{ invoiceid: '', position: line, quantity: credited, returned: true, again: false },
              ...{ ticked, issuedutc },
              most: (instock) => restockable(creditable, { credited, instock: asQuantity(instock) }),
            }).credit.restocked
          : 0,
      )
    return {
      line,
      description: printed.description,
      unit: printed.unit ?? '',
      quantity: left.quantity,
      of: printed.of,
      total: left.total,
      back: cameback,
      backinstock: asQuantity(goods ? Math.min(countInStock(goods, issuedutc), most) : 0),
      toreplace: asQuantity(goods ? Math.min(countToReplace(goods, issuedutc), most) : 0),
      tomend: asQuantity(goods ? Math.min(countGoods(goods).aside, most) : 0),
      restockable: comes(left.quantity, true),
      backrestockable: comes(cameback),
    }
  })
}

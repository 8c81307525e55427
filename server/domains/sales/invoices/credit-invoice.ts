import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { addInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import type { InvoiceRow } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { takeSoldBack } from '#server/domains/work/deliveries/take-sold-back.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { totals } from '#server/money/amounts.ts'
import { asCents, asQuantity } from '#server/money/decimal.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { queueCreditForXero } from '#server/xero/queue.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { DocumentLine } from '#views/documents/types.ts'
import { formatRand } from '#views/format.ts'
import { releaseExcess } from './allocate.ts'
import { countNever } from './charged-back.ts'
import { checkReduction, isReduction } from './check-reduction.ts'
import { readUncharged } from './consigned.ts'
import { creditGoods } from './credit-goods.ts'
import {
  type AskedCredit,
  type CreditedLine,
  chooseCredit,
  creditableLines,
  printCredited,
  takesRest,
} from './credit-lines.ts'
import { readUnnamedLines } from './draft-amounts.ts'
import { visibleInvoice } from './find-invoice.ts'
import { invoicedByLine } from './invoiced-lines.ts'
import { type CreditReason, creditReasons, DAMAGED_WORDS } from './kinds.ts'
import type { CreditGoods } from './line-goods.ts'
import { readLineGoods, readNotedLines, storeLineGoods } from './read-goods.ts'
import { readRestockable, restockUsed, sayRestocked } from './restock-credited.ts'
import { recordInvoiceChange } from './save-draft.ts'
import { settleJob } from './settle-job.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { storePdf } from './store-pdf.ts'
import { withdrawInvoiceMails, withdrawNeedlessReminders } from './withdraw-mails.ts'

type PlannedCredit = PlannedDocument<Snapshot> & {
  invoice: InvoiceRow['invoice']
  code: CreditReason
  again: boolean
  lines: CreditedLine[]
  /** Nothing of the invoice stands after it. */
  all: boolean
}

/**
 * `again`: what is credited may be invoiced once more; as long as nobody says, only where no lines are chosen.
 * `restock`: of lines that do not say it themselves; as long as nobody says, of returned goods that are not `damaged`.
 */
export type CreditInput = {
  reason: CreditReason
  /** Of goods that were returned: not fit for sale. */
  damaged?: boolean
  note?: string
  lines?: readonly AskedCredit[]
  again?: boolean
  restock?: boolean
}

/**
 * VAT Act s21; without lines it takes all back that is left.
 * @throws 404, 400 for a draft or a credit note, 409 for an invoice that is credited already, 400 by line
 */
export function planCredit(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  input: CreditInput,
  now: Date,
): PlannedCredit {
  const { note = '', lines: asked, again } = input
  const { invoice } = visibleInvoice(db, viewer, id)
  const { number, date } = refuseUncreditable(invoice)
  const next = planNumber(db, 'creditnote', invoice.organisation)
  const printed = readSnapshot(invoice.snapshot)
  const creditables = creditableLines(db, id, printed.lines)
  const lines = chooseCreditLines(db, viewer, { invoice, creditables, input })
  const reduces = lines.some(isReduction)
  const gone = new Set(lines.filter(takesRest).map(({ line }) => line))
  const all = creditables.every(({ line, left }) => left.quantity === 0 || gone.has(line))
  const {
    terms: _terms,
    intro: _intro,
    notes: _notes,
    duedate: _duedate,
    deposits: _deposits,
    ...before
  } = printed
  const whole = all && invoice.settledcents === 0 && !reduces
  // A quantity that a person chose is no share.
  const said = (line: DocumentLine) => (asked ? { ...line, of: undefined } : line)
  return {
    ...next,
    invoice,
    code: input.reason,
    again: again ?? !asked,
    lines,
    all,
    snapshot: {
      ...before,
      lines: whole ? printed.lines.map(said) : lines.map((line) => printCredited(line, said(line.printed))),
      ...(!whole && { totals: totals(lines.map(({ credit }) => credit.amounts)) }),
      number: next.number,
      date: todayIn(readZone(db), now),
      original: { id, number, date },
      reason: [reasonWords(input), note.trim()].filter(Boolean).join(': '),
    },
  }
}

const reasonWords = ({ reason, damaged }: CreditInput) =>
  reason === 'returned' && damaged ? DAMAGED_WORDS : creditReasons[reason]

type Choosing = {
  invoice: { jobid: string | null; issuedutc: string | null }
  creditables: Parameters<typeof chooseCredit>[0]
  input: Omit<CreditInput, 'reason'> & { reason?: string }
}

/** With what of each comes back into stock. @throws as `chooseCredit`, 400 by line where nothing can that was to, and by field of money off */
export function chooseCreditLines(
  db: TenantDb,
  viewer: Viewer,
  { invoice, creditables, input }: Choosing,
): CreditedLine[] {
  const { reason, lines: asked, again = !asked, restock = input.damaged ? false : undefined } = input
  const chosen = chooseCredit(creditables, asked)
  if (chosen.some(isReduction)) checkReduction(input)
  const ids = chosen.flatMap(({ materialid }) => materialid ?? [])
  const noted = readNotedLines(db, ids)
  const restockable = readRestockable(db, viewer, invoice.jobid, noted)
  const goodsOf = readLineGoods(db, ids, noted)
  const over = invoice.jobid ? readOver(db, invoice.jobid) : new Map<string, number>()
  const given: CreditedLine[] = []
  for (const line of chosen) {
    const at = asked?.findIndex((one) => one.line === line.line) ?? -1
    const wanted = asked?.[at]?.restock
    const before = line.materialid === null ? undefined : goodsOf.get(line.materialid)
    const { quantity } = line.credit
    const returned = reason === 'returned'
    const credited = before && {
      before,
      ...creditGoods(before, {
        ...{ invoiceid: '', position: line.line, quantity, again, returned },
        ...{ ticked: wanted ?? restock, issuedutc: invoice.issuedutc },
        never: countNever(before, over.get(line.materialid ?? '') ?? 0, returned),
        most: (instock) => restockable(line, { credited: quantity, instock: asQuantity(instock) }),
      }),
    }
    if (wanted && !credited?.credit.restocked)
      throw invalid({
        [`lines.${at}.restock`]: `Nothing of ${line.printed.description} can come back into stock.`,
      })
    // Another line of the invoice may be of the same goods.
    if (credited && line.materialid) {
      goodsOf.set(line.materialid, credited.after)
      over.set(line.materialid, (over.get(line.materialid) ?? 0) - quantity)
    }
    given.push({ ...line, restock: asQuantity(credited?.credit.restocked ?? 0), goods: credited })
  }
  return given
}

/** By line of a job, how much is invoiced beyond what it charges. */
function readOver(db: TenantDb, jobid: string): Map<string, number> {
  const lines = readUnnamedLines(db, [jobid])(jobid, vatContext(db, jobid))
  const keptOf = readUncharged(db, [jobid])
  // What was made and is kept came back.
  const wholes = new Map(lines.map(({ id, whole }) => [id, whole + keptOf(id).kept]))
  const invoiced = [...invoicedByLine(db, [jobid])]
  return new Map(invoiced.map(([id, { quantity }]) => [id, Math.max(0, quantity - (wholes.get(id) ?? 0))]))
}

/** @throws 400 for a draft, a credit note or a deposit request, 409 where nothing is left of it */
export function refuseUncreditable({
  kind,
  state,
  number,
  date,
}: Pick<InvoiceRow['invoice'], 'kind' | 'state' | 'number' | 'date'>) {
  if (kind === 'deposit')
    throw new Problem(400, `${number} is a deposit request: it is given back, kept or withdrawn.`)
  if (kind === 'creditnote') throw new Problem(400, `${number} is a credit note itself.`)
  if (state === 'draft' || number === null || date === null)
    throw new Problem(400, 'A draft needs no credit note: change it or delete it.', { code: 'draft' })
  if (state === 'credited') throw new Problem(409, `${number} is credited already.`, { code: 'credited' })
  return { number, date }
}

type StoredCredit = { id: string; warnings: string[] }

export function storeCredit(tx: Tx, viewer: Viewer, planned: PlannedCredit, bytes: Uint8Array): StoredCredit {
  const { invoice, code, again, number, series, snapshot, all, lines } = planned
  const { net, vat, total } = snapshot.totals
  const id = randomUUIDv7()
  const instants = { issuedutc: tx.now, createdutc: tx.now, updatedutc: tx.now }
  tx.db
    .insert(invoices)
    .values({
      id,
      kind: 'creditnote',
      state: 'issued',
      number,
      series,
      date: snapshot.date,
      ...instants,
      organisation: invoice.organisation,
      client: invoice.client,
      jobid: invoice.jobid,
      reference: invoice.reference,
      credits: invoice.id,
      reason: code,
      netcents: asCents(-net),
      vatcents: asCents(-vat),
      totalcents: asCents(-total),
      snapshot: JSON.stringify(snapshot),
    })
    .run()
  storePdf(tx, id, bytes)
  queueCreditForXero(tx, id)
  addInvoiceLines(tx.db, noteLines(id, planned))
  storeLineGoods(
    tx,
    lines.flatMap(({ goods }) => goods ?? []),
  )
  takeSoldBack(tx, lines, number)
  tx.db
    .update(invoices)
    .set({
      state: all ? 'credited' : 'issued',
      // What it charged is left to invoice again, of goods that are where they were.
      ...(all && again && code !== 'returned' && { chargesrest: false }),
      settledcents: asCents(invoice.settledcents + total),
      version: invoice.version + 1,
      updatedutc: tx.now,
    })
    .where(eq(invoices.id, invoice.id))
    .run()
  const came = sayRestocked(lines)
  const newvalue = `${all ? 'credited' : `${formatRand(total)} credited`} by ${number}: ${snapshot.reason}`
  recordHistory(tx, 'invoices', id, [
    { field: 'created', oldvalue: '', newvalue: number },
    ...(came ? [{ field: 'stock', oldvalue: '', newvalue: `${came} came back into stock` }] : []),
  ])
  recordHistory(tx, 'invoices', invoice.id, [{ field: 'state', oldvalue: 'issued', newvalue }])
  recordInvoiceChange(tx, id, null, [])
  recordInvoiceChange(tx, invoice.id, invoice.jobid, [
    { field: 'invoice', oldvalue: invoice.number ?? '', newvalue },
  ])
  releaseExcess(tx, invoice.id, snapshot.date, `credited by ${number}`)
  withdrawNeedlessReminders(tx, [invoice.id])
  if (all)
    withdrawInvoiceMails(tx, { kind: 'invoice', id: invoice.id }, { why: `It is credited by ${number}.` })
  if (!invoice.jobid) return { id, warnings: [] }
  const warnings = restockUsed(tx, viewer, invoice.jobid, planned)
  settleJob(tx, invoice.jobid)
  return {
    id,
    warnings: [...warnings, ...settleDeparted(tx, [invoice.jobid], { kind: 'sale', document: number })],
  }
}

const noteLines = (invoiceid: string, { lines, again }: PlannedCredit) =>
  lines.map(({ line, materialid, vatrate, exempt, credit: { quantity, amounts }, goods }, position) => ({
    ...{ invoiceid, position, materialid, creditline: line, again, vatrate, exempt },
    ...(goods && storedGoods(goods.credit)),
    quantity: asQuantity(-quantity),
    netcents: asCents(-amounts.net),
    vatcents: asCents(-amounts.vat),
    totalcents: asCents(-amounts.total),
  }))

const storedGoods = (of: CreditGoods) => ({
  ...{ restocked: asQuantity(of.restocked), awaited: asQuantity(of.awaited), laid: asQuantity(of.laid) },
  ...{ fromaside: asQuantity(of.fromaside), backbynote: asQuantity(of.backbynote) },
  ...{ backaside: asQuantity(of.backaside), outagain: asQuantity(of.outagain) },
})

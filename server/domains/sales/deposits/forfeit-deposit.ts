import { jobForPrint, organisationById } from '#db/queries/documents.ts'
import { addInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { organisationParty } from '#server/documents/parties.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { recordInvoiceChange } from '#server/domains/sales/invoices/save-draft.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { readSnapshot, type Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { storePdf } from '#server/domains/sales/invoices/store-pdf.ts'
import { checkVatInvoiceRequirements } from '#server/domains/sales/invoices/vat-invoice-requirements.ts'
import { notFound } from '#server/errors.ts'
import { type LineAmounts, lineAmounts, totals } from '#server/money/amounts.ts'
import { asQuantity, asRate, type Cents } from '#server/money/decimal.ts'
import { noTax, resolveVat } from '#server/money/vat.ts'
import { insert } from '#server/records.ts'
import { queueForXero } from '#server/xero/queue.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { moveMoney } from './apply-deposits.ts'
import { recordOutcome } from './record-outcome.ts'
import { chooseHeld, visibleDeposit } from './settle-deposit.ts'

type PlannedForfeit = PlannedDocument<Snapshot> & {
  deposit: { id: string; number: string }
  jobid: string
  client: string | null
  reason: string
  amounts: LineAmounts
}

const ONE = asQuantity(1_000_000)

/**
 * What is kept of a deposit is what was received for a supply: a tax invoice of it, with the VAT in it (decision F5).
 * `ahead`: how many invoices of its organisation are planned before it.
 * @throws as `visibleDeposit`; 400 by field, and where a requirement of a tax invoice is missing
 */
export function planForfeit(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { amount, reason, ahead }: { amount?: Cents; reason: string; ahead?: number },
  now: Date,
): PlannedForfeit {
  const deposit = visibleDeposit(db, viewer, id)
  const organisation = organisationById(db, deposit.organisation)
  const print = deposit.jobid ? jobForPrint(db, deposit.jobid) : undefined
  if (!organisation || !print) throw notFound('job')
  const kept = chooseHeld(deposit, amount)
  const date = todayIn(readZone(db), now)
  const { vatrate } = resolveVat({ organisation, date, ...noTax })
  const amounts = lineAmounts({ quantity: ONE, rate: asRate(kept * 100), vatrate, inclusive: true })
  const next = planNumber(db, 'invoice', deposit.organisation, ahead)
  const { client, site, reference, order, subject } = readSnapshot(deposit.snapshot)
  const { net, vat, total } = amounts
  const document: Snapshot = {
    organisation: organisationParty(organisation),
    ...{ client, site, reference, order, subject, date, duedate: date, number: next.number },
    lines: [
      {
        description: `Deposit ${deposit.number}, which is kept: ${reason}`,
        quantity: ONE,
        rate: asRate(net * 100),
        ...{ vatrate, net, vat, total },
      },
    ],
    totals: totals([{ ...amounts, gross: net }]),
    deposits: [{ id, number: deposit.number, amount: kept }],
  }
  const snapshot = addPriceDocumentTexts(document, resolveDocumentTexts(db, 'invoice'))
  checkVatInvoiceRequirements(snapshot, deposit.client !== null)
  return {
    ...next,
    ...{ deposit: { id, number: deposit.number }, jobid: print.job.id, client: deposit.client, reason },
    ...{ amounts, snapshot },
  }
}

/** The invoice is paid by the deposit as it is issued. Returns its id. */
export function storeForfeit(tx: Tx, planned: PlannedForfeit, bytes: Uint8Array): string {
  const { deposit, jobid, client, number, series, organisationid, reason, amounts, snapshot } = planned
  const { net: netcents, vat: vatcents, total: totalcents } = amounts
  const { id } = insert(tx, invoices, {
    ...{ state: 'issued', organisation: organisationid, client, jobid, number, series },
    ...{ date: snapshot.date, duedate: snapshot.duedate, issuedutc: tx.now, reference: snapshot.order },
    ...{ netcents, vatcents, totalcents, preparedby: tx.by.userid, snapshot: JSON.stringify(snapshot) },
  })
  storePdf(tx, id, bytes)
  queueForXero(tx, [{ kind: 'invoice', recordid: id }])
  const vatrate = snapshot.organisation.vatnumber ? amounts.vatrate : null
  addInvoiceLines(tx.db, [
    { invoiceid: id, position: 0, quantity: ONE, netcents, vatcents, totalcents, vatrate, exempt: false },
  ])
  moveMoney(tx, { from: deposit, to: { id, number }, amount: totalcents })
  recordOutcome(tx, deposit.id, { kind: 'forfeited', amount: totalcents, invoice: { id, number }, reason })
  recordInvoiceChange(tx, id, jobid, [{ field: 'invoice', oldvalue: '', newvalue: number }])
  settleJob(tx, jobid)
  return id
}

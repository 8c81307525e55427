import { COMPLETE } from '#db/job-status.ts'
import { type JobForPrint, jobForPrint, type OrganisationRow } from '#db/queries/documents.ts'
import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { clientParty, organisationParty, siteParty } from '#server/documents/parties.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { recordInvoiceChange } from '#server/domains/sales/invoices/save-draft.ts'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { storePdf } from '#server/domains/sales/invoices/store-pdf.ts'
import { buildPriceDocument } from '#server/domains/work/jobdocuments/build-price-document.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { asCents, asQuantity, asRate, type Cents, hundredPercent } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { isVendor } from '#server/money/vat.ts'
import { insert } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatPercent, formatRand } from '#views/format.ts'

type AskedDeposit = {
  jobid: string
  organisation?: string | null
  amount?: Cents
  /** Of what is estimated, with VAT. */
  percent?: number | null
  duedate?: string | null
}

type PlannedDeposit = PlannedDocument<Snapshot> & { jobid: string; client: string | null }

const ONE = asQuantity(1_000_000)

/** Cents with VAT: what is estimated on a job, what of it no invoice and no deposit request asks for yet, and what requests asked for. */
export function depositBase(db: TenantDb, print: JobForPrint, organisation: OrganisationRow, date: string) {
  const { total: quoted } = buildPriceDocument(db, print, organisation, { basis: 'quoted', date }).totals
  const invoiced = listIssuedInvoices(db, print.job.id).reduce((sum, { charged }) => sum + charged, 0)
  const deposits = listDepositsOfJob(db, print.job.id)
  const asked = asCents(deposits.reduce((sum, { held, open }) => sum + held + open, 0))
  return { quoted: asCents(quoted), left: asCents(Math.max(0, quoted - invoiced - asked)), asked }
}

/** @throws 404, 400 for a template, and for what is invoiced or archived */
export function findDepositJob(db: TenantDb, viewer: Viewer, jobid: string, organisation?: string | null) {
  const { reference, status, template } = visibleJob(db, viewer, jobid)
  if (template) throw new Problem(400, 'This is a template: a deposit is asked for on a job.')
  if (status > COMPLETE)
    throw new Problem(
      400,
      `${reference} is ${statusName(db, status).toLowerCase()}, and a deposit is asked for before that.`,
      { code: 'status' },
    )
  const print = jobForPrint(db, jobid)
  if (!print) throw notFound('job')
  const issuer = resolveOrganisation(db, {
    asked: organisation,
    named: [print.job.organisation, print.boardorganisation],
  })
  return { print, issuer }
}

/**
 * A request for money before there is a supply: a paper with a number of its own, without VAT (decision F5).
 * @throws as `findDepositJob`; 400 by field where nothing is estimated, or more is asked for than is left of that
 */
export function planDeposit(db: TenantDb, viewer: Viewer, asked: AskedDeposit, now: Date): PlannedDeposit {
  const { print, issuer } = findDepositJob(db, viewer, asked.jobid, asked.organisation)
  const date = todayIn(readZone(db), now)
  const { reference, customerreference, description, client } = print.job
  const { quoted, left } = depositBase(db, print, issuer, date)
  const total = chooseAmount(asked, { quoted, left, reference })
  if (asked.duedate && asked.duedate < date) throw invalid({ duedate: 'This day is over.' })
  const next = planNumber(db, 'deposit', issuer.id)
  const share = asked.percent == null ? 'Deposit' : `Deposit of ${formatPercent(asked.percent)}`
  const line = {
    description: `${share} on job ${reference}, which is estimated at ${formatRand(quoted)}`,
    quantity: ONE,
    rate: asRate(total * 100),
    ...{ vatrate: 0, net: total, vat: 0, total },
  }
  const document: Snapshot = {
    // What shows a VAT number may pass for a tax invoice.
    organisation: { ...organisationParty(issuer), vatnumber: '' },
    client: clientParty(print.client),
    site: siteParty(print.location),
    number: next.number,
    date,
    reference,
    order: customerreference,
    duedate: asked.duedate ?? undefined,
    subject: description,
    lines: [line],
    totals: { net: total, vat: 0, total, byrate: [] },
    deposit: { vendor: isVendor(issuer) },
  }
  const snapshot = addPriceDocumentTexts(document, resolveDocumentTexts(db, 'deposit'))
  return { ...next, jobid: print.job.id, client, snapshot }
}

type Base = { quoted: Cents; left: Cents; reference: string }

function chooseAmount({ amount, percent }: AskedDeposit, { quoted, left, reference }: Base): Cents {
  if ((amount === undefined) === (percent == null))
    throw invalid({ amount: 'Give either an amount or a percentage.' })
  const field = percent == null ? 'amount' : 'percent'
  if (quoted <= 0)
    throw invalid({
      [field]: `Nothing is estimated on ${reference} yet: enter its price on its lines first.`,
    })
  const total = amount ?? asCents(multiply(quoted, percent ?? 0, hundredPercent))
  if (total <= 0)
    throw invalid({ [field]: `The ${amount === undefined ? 'percentage' : 'amount'} must be above zero.` })
  if (total > left)
    throw invalid({
      [field]: `Only ${formatRand(left)} of the ${formatRand(quoted)} estimated is neither invoiced nor asked for yet.`,
    })
  return total
}

export function storeDeposit(tx: Tx, planned: PlannedDeposit, bytes: Uint8Array): string {
  const { jobid, client, number, series, organisationid, snapshot } = planned
  const total = asCents(snapshot.totals.total)
  const { id } = insert(tx, invoices, {
    ...{ kind: 'deposit', state: 'issued', organisation: organisationid, client, jobid, number, series },
    ...{ date: snapshot.date, duedate: snapshot.duedate ?? null, issuedutc: tx.now },
    ...{ reference: snapshot.order, preparedby: tx.by.userid },
    ...{ netcents: total, totalcents: total, snapshot: JSON.stringify(snapshot) },
  })
  storePdf(tx, id, bytes)
  recordInvoiceChange(tx, id, jobid, [{ field: 'deposit request', oldvalue: '', newvalue: number }])
  return id
}

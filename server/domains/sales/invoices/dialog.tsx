import { organisationById } from '#db/queries/documents.ts'
import { listOptions } from '#db/queries/options.ts'
import { sumOwed } from '#db/queries/sales/invoice-sums.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { planNumbers } from '#server/documents/issue-document.ts'
import { readXeroStates } from '#server/domains/settings/xero/documents.ts'
import { findDeliverable } from '#server/domains/work/deliveries/find-deliveries.ts'
import { warnUnplanned } from '#server/domains/work/jobinputs/unplanned-products.ts'
import { findSampleLines } from '#server/domains/work/materials/sample-lines.ts'
import { readUnbilledTime, type UnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import type { Context } from '#server/http/context.ts'
import { replaceDialog, snackbarHeaders } from '#server/http/reply.ts'
import { isVendor } from '#server/money/vat.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { InvoiceDialog } from '#views/sales/invoices/dialog.tsx'
import { MissingFacts } from '#views/sales/invoices/draft-warnings.tsx'
import { findMissingFacts, findRefusal } from './missing-facts.ts'
import { readInvoice } from './present.ts'
import { readInvoiceHistory } from './read-history.ts'
import { warnDelivered } from './warn-delivered.ts'
import { findZeroQuantityLines } from './zero-quantity-lines.ts'

const missingFrom = (c: Context, db: TenantDb, viewer: Viewer, of: Parameters<typeof findMissingFacts>[2]) =>
  findMissingFacts(db, viewer, of, { can: (claim) => c.can(claim), now: c.now() })

/** What a draft would be without, were it issued by another organisation. */
export const missingFacts = (
  c: Context,
  db: TenantDb,
  viewer: Viewer,
  of: { id: string; organisation: string },
) => <MissingFacts facts={missingFrom(c, db, viewer, of)} refusal={findRefusal(db, viewer, of.id)} />

/** `recorded`: a payment was, just now. */
type Shown = { tab?: string; recorded?: boolean }

export const invoiceDialog = (
  c: Context,
  db: TenantDb,
  viewer: Viewer,
  invoiceid: string,
  shown: Shown = {},
) => {
  const zone = readZone(db)
  const issuers = listOptions(db, organisations)
  const invoice = readInvoice(db, viewer, invoiceid, c.now())
  const numbers = invoice.state === 'draft' ? planNumbers(db, 'invoice') : {}
  const missing =
    invoice.state === 'draft'
      ? missingFrom(c, db, viewer, {
          id: invoiceid,
          organisation: invoice.organisation.id,
          document: invoice.document,
        })
      : []
  return (
    <InvoiceDialog
      invoice={invoice}
      organisations={issuers}
      numbers={numbers}
      missing={missing}
      refusal={invoice.state === 'draft' && !invoice.deposit ? findRefusal(db, viewer, invoiceid) : undefined}
      time={readTime(db, invoice)}
      empty={readEmptyLines(db, invoice)}
      jobwarnings={readJobWarnings(db, invoice)}
      samples={canSeeItemRates(c) ? readSamples(db, invoice) : []}
      takenby={c.can('jobs.money') && c.can('materials.write') ? invoice.job.id : undefined}
      canconfirm={c.can('inventory.write')}
      undelivered={readUndelivered(db, viewer, invoice)}
      canbill={c.can('materials.write') && c.can('materials.consume')}
      owesback={invoice.kind === 'creditnote' && owesBack(db, viewer, invoice)}
      history={c.can('history.read') ? readInvoiceHistory(db, invoiceid) : []}
      zone={zone}
      today={todayIn(zone, c.now())}
      {...shown}
      jobs={jobsSegment(readLabels(db))}
      canwrite={c.can('invoices.write')}
      canissue={c.can('invoices.issue')}
      vendor={isVendor(organisationById(db, invoice.organisation.id) ?? { vatnumber: null })}
      xero={readXeroStates(c, db, invoiceid)}
      userid={c.person.userid}
    />
  )
}

/** Of what a client does not owe either: what they owe can be paid by it. */
const owesBack = (db: TenantDb, viewer: Viewer, { opencredit }: ReturnType<typeof readInvoice>) =>
  opencredit !== null &&
  (opencredit.client === null ||
    opencredit.amount > sumOwed(db, jobScope(viewer), { client: opencredit.client }).cents)

const noTime: UnbilledTime = { groups: [], running: 0 }

const readTime = (db: TenantDb, { state, deposit, job }: ReturnType<typeof readInvoice>) =>
  state === 'draft' && !deposit && job.id ? readUnbilledTime(db, job.id) : noTime

const readEmptyLines = (db: TenantDb, { state, deposit, job }: ReturnType<typeof readInvoice>) =>
  state === 'draft' && !deposit && job.id ? findZeroQuantityLines(db, job.id) : undefined

const readJobWarnings = (db: TenantDb, { state, deposit, job, part }: ReturnType<typeof readInvoice>) =>
  state === 'draft' && !deposit && job.id
    ? [...warnUnplanned(db, job.id).map(({ message }) => message), ...warnDelivered(db, job.id, part)]
    : []

const readSamples = (db: TenantDb, { state, deposit, job }: ReturnType<typeof readInvoice>) =>
  state === 'draft' && !deposit && job.id ? findSampleLines(db, job.id) : []

/** Nobody is sent what was credited whole. */
const readUndelivered = (
  db: TenantDb,
  viewer: Viewer,
  { kind, state, standing, job }: ReturnType<typeof readInvoice>,
) =>
  kind === 'invoice' && state === 'issued' && standing !== 'credited'
    ? findDeliverable(db, viewer, job.id)
    : []

/** After a change, which is said beside it. */
export const reopenInvoice = (
  c: Context,
  invoiceid: string,
  message: string,
  { level = 'success', undo, ...shown }: Shown & { level?: 'success' | 'warning'; undo?: string } = {},
) =>
  replaceDialog(
    c.read((db, viewer) => invoiceDialog(c, db, viewer, invoiceid, shown)),
    snackbarHeaders(message, { level, undo, refresh: { table: 'invoices' } }),
  )

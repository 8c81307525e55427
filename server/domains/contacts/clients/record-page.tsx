import { sumCredit } from '#db/queries/sales/client-payments.ts'
import { sumHeldDeposits } from '#db/queries/sales/deposits.ts'
import { sumOwed } from '#db/queries/sales/invoice-sums.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { type RecordTab, recordPage } from '#server/crud/record-page.tsx'
import type { Context } from '#server/http/context.ts'
import { readToday } from '#server/zone.ts'
import { ClientFigures } from '#views/contacts/clients/figures.tsx'
import { StatementLink } from '#views/sales/debtors/statement-link.tsx'
import { PayBackButton, ReceiveButton } from '#views/sales/invoices/payment.tsx'
import { RemindButton } from '#views/sales/reminders/reminders.tsx'
import { countOpenJobs, offerNewJob } from './jobs-tab.tsx'
import { client } from './resource.ts'

export const clientPage = (c: Context<{ id: string }, { tab?: string }>) =>
  c.read((db, viewer) =>
    recordPage(client, c, db, {
      about: 'What is done for them, what they owe and whom to ring.',
      edit: `/clients/${c.params.id}?brief=true`,
      tofill: 'An address, a contact and a VAT number stand on their papers, and e-mails go to the contact.',
      actions: viewer.everything && c.can('invoices.read') && (
        <>
          <StatementLink client={c.params.id} />
          {c.can('invoices.write') && readOverdue(c, db, viewer).count > 0 && (
            <RemindButton client={c.params.id} />
          )}
          {c.can('invoices.write') && readClientCredit(c, db) > 0 && <PayBackButton client={c.params.id} />}
          {c.can('invoices.write') && <ReceiveButton client={c.params.id} />}
        </>
      ),
      main: offerNewJob(c, db, viewer, c.params.id),
      figures: <ClientFigures clientid={c.params.id} {...clientFigures(c, db, viewer)} />,
      tabs: clientTabs(c.params.id),
    }),
  )

const readOverdue = (c: Context<{ id: string }>, db: TenantDb, viewer: Viewer) =>
  sumOwed(db, jobScope(viewer), { client: c.params.id, before: readToday(db) })

const readClientCredit = (c: Context<{ id: string }>, db: TenantDb) =>
  sumCredit(db, { client: c.params.id }).cents

function clientFigures(c: Context<{ id: string }>, db: TenantDb, viewer: Viewer) {
  const { id } = c.params
  const open = c.can('jobs.read') ? countOpenJobs(db, viewer, id) : undefined
  if (!c.can('invoices.read')) return { open }
  return {
    open,
    owed: sumOwed(db, jobScope(viewer), { client: id }).cents,
    overdue: readOverdue(c, db, viewer).count,
    held: viewer.everything ? sumHeldDeposits(db, id) : 0,
    credit: viewer.everything ? readClientCredit(c, db) : 0,
  }
}

const clientTabs = (id: string): RecordTab[] => [
  { id: 'jobs', label: 'Jobs', claim: 'jobs.read', load: `/clients/${id}/jobs` },
  { id: 'quotes', label: 'Quotes', claim: 'jobs.read', load: `/clients/${id}/quotes` },
  { id: 'invoices', label: 'Invoices', claim: 'invoices.read', load: `/clients/${id}/invoices` },
  { id: 'deliveries', label: 'Deliveries', claim: 'delivery.read', load: `/clients/${id}/deliveries` },
  { id: 'bought', label: 'Bought', claim: 'jobs.read', load: `/clients/${id}/bought` },
  { id: 'notes', label: 'Notes', claim: 'jobs.read', load: `/clients/${id}/notes` },
  { id: 'locations', label: 'Locations', claim: 'locations.read', load: `/clients/${id}/locations` },
  { id: 'pricing', label: 'Pricing', claim: 'pricing.read', load: `/clients/${id}/pricing` },
  { id: 'documents', label: 'Files', claim: 'documents.read', load: `/documents/panel/clients/${id}` },
]

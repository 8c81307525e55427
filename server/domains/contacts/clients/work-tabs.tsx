import type { ReactElement } from 'react'
import {
  listClientNotes,
  listClientPurchases,
  listClientQuotes,
  NEWEST_JOBS,
} from '#db/queries/contacts/client-work.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { pagedLines, SkipQuery } from '#server/crud/paged-lines.ts'
import { listInvoiceSummaries } from '#server/domains/sales/invoices/find-invoices.ts'
import { findConsigned, findDeliveries } from '#server/domains/work/deliveries/find-deliveries.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { findJobs } from '#server/domains/work/jobs/list-jobs.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { parseCents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { ClientInvoices, ClientNotes, ClientPurchases, ClientQuotes } from '#views/contacts/clients/work.tsx'
import { findStageNote } from '#views/ui/job-stages.ts'
import { ClientDeliveries } from '#views/work/deliveries/lines.tsx'

type TabContext = Context<{ id: string }, { skip?: number }>
type Tab = (c: TabContext, db: TenantDb, viewer: Viewer) => ReactElement

const quotesTab: Tab = ({ params: { id }, query, can }, db, viewer) => {
  const { rows, more } = pagedLines(`/clients/${id}/quotes`, query, (page) =>
    listClientQuotes(db, id, jobScope(viewer), page),
  )
  const today = readToday(db)
  const sent = new Map(rows.map((row) => [row.id, row.sentutc]))
  const linkOf = jobLinks(db)
  const quotes = cachedCards(db, rows).map(({ card }) => ({
    ...card,
    note: findStageNote(card, today),
    sentutc: sent.get(card.id),
    quotedcents: can('jobs.money') ? parseCents(card.quoted) : undefined,
    href: linkOf(card.boardid, card.reference),
  }))
  return <ClientQuotes quotes={quotes} more={more} />
}

const notesTab: Tab = ({ params: { id }, query }, db, viewer) => {
  const { rows, more } = pagedLines(`/clients/${id}/notes`, query, (page) =>
    listClientNotes(db, id, jobScope(viewer), page),
  )
  const linkOf = jobLinks(db)
  const notes = rows.map((row) => ({ ...row, href: linkOf(row.boardid, row.reference) }))
  return <ClientNotes notes={notes} more={more} />
}

const boughtTab: Tab = ({ params: { id }, query, can }, db, viewer) => {
  const { rows, more } = pagedLines(`/clients/${id}/bought`, query, (page) =>
    listClientPurchases(db, id, jobScope(viewer), page),
  )
  const jobs = findJobs(db, viewer, { client: id, archived: true, take: 1 }).total
  const newest = jobs > NEWEST_JOBS ? NEWEST_JOBS : undefined
  return <ClientPurchases items={rows} newest={newest} linked={can('inventory.read')} more={more} />
}

const invoicesTab: Tab = ({ params: { id }, query }, db, viewer) => {
  const { rows, more } = pagedLines(`/clients/${id}/invoices`, query, (page) =>
    listInvoiceSummaries(db, viewer, { client: id, ...page }),
  )
  return <ClientInvoices invoices={rows} more={more} />
}

const deliveriesTab: Tab = ({ params: { id }, query }, db, viewer) => {
  const { rows, more } = pagedLines(
    `/clients/${id}/deliveries`,
    query,
    (page) => findDeliveries(db, viewer, { client: id, ...page }).rows,
  )
  return <ClientDeliveries deliveries={rows} consigned={findConsigned(db, viewer, id)} more={more} />
}

const tabPage = (
  name: string,
  claim: 'jobs.read' | 'invoices.read' | 'delivery.read',
  summary: string,
  tab: Tab,
): Route =>
  page(`GET /clients/:id/${name}`, { claim, params: ById, query: SkipQuery, summary }, (c) =>
    c.read((db, viewer) => {
      getRecord(db, clients, c.params.id)
      return fragment(tab(c, db, viewer))
    }),
  )

export const clientWorkTabs: Route[] = [
  tabPage('quotes', 'jobs.read', 'Jobs of a client whose estimate was sent.', quotesTab),
  tabPage('invoices', 'invoices.read', 'Invoices of a client.', invoicesTab),
  tabPage(
    'deliveries',
    'delivery.read',
    'Delivery notes of a client, and what lies there on consignment.',
    deliveriesTab,
  ),
  tabPage('bought', 'jobs.read', 'Items that a client bought.', boughtTab),
  tabPage('notes', 'jobs.read', 'Notes on jobs of a client.', notesTab),
]

import { menuBoards } from '#db/queries/work/boards.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { findInvoices } from '#server/domains/sales/invoices/find-invoices.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { findJobs } from '#server/domains/work/jobs/list-jobs.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import type { Context } from '#server/http/context.ts'
import { find } from '#server/records.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { ClientJobs } from '#views/contacts/clients/jobs.tsx'

const SHOWN = 20
const LANES = '1,2,3,4'

export function jobsTab(c: Context, db: TenantDb, viewer: Viewer, clientid: string) {
  find(db, clients, clientid)
  const segment = jobsSegment(readLabels(db))
  const slugs = new Map(menuBoards(db).map(({ id, slug }) => [id, slug]))
  const all = findJobs(db, viewer, { client: clientid, archived: true, take: SHOWN })
  const open = findJobs(db, viewer, { client: clientid, status: LANES, take: 1 })
  const due = c.can('invoices.read') ? findInvoices(db, viewer, { client: clientid, take: 1 }).due : undefined
  return (
    <ClientJobs
      clientid={clientid}
      total={all.total}
      open={open.total}
      duecents={due}
      jobs={cachedCards(db, all.marks).map(({ card }) => ({
        id: card.id,
        reference: card.reference,
        description: card.description,
        created: card.created,
        statusname: statusName(db, card.status),
        status: card.status,
        href: `/${segment}/${slugs.get(card.boardid)}/progress?open=${encodeURIComponent(card.reference.toLowerCase())}`,
      }))}
    />
  )
}

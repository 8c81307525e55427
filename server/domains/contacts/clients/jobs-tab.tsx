import { countByStatus } from '#db/queries/work/jobs-lists.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { TAB_PAGE_SIZE } from '#server/crud/paged-lines.ts'
import { findInvoices } from '#server/domains/sales/invoices/find-invoices.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { findJobs, jobFilter } from '#server/domains/work/jobs/list-jobs.ts'
import { boardsToMakeOn } from '#server/domains/work/jobs/lookup.tsx'
import { statusName } from '#server/domains/work/jobs/status.ts'
import type { Context } from '#server/http/context.ts'
import { getRecord } from '#server/records.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { ClientJobs, NewJobButton } from '#views/contacts/clients/jobs.tsx'

export function jobsTab(c: Context, db: TenantDb, viewer: Viewer, clientid: string, skip = 0) {
  getRecord(db, clients, clientid)
  const linkOf = jobLinks(db)
  const all = findJobs(db, viewer, { client: clientid, archived: true, take: TAB_PAGE_SIZE, skip })
  const due = c.can('invoices.read') ? findInvoices(db, viewer, { client: clientid, take: 1 }).due : undefined
  return (
    <ClientJobs
      clientid={clientid}
      newjob={offerNewJob(c, db, viewer, clientid)}
      total={all.total}
      uncounted={all.more}
      open={countOpenJobs(db, viewer, clientid)}
      duecents={due}
      more={
        all.total > skip + TAB_PAGE_SIZE
          ? `/clients/${clientid}/jobs?skip=${skip + TAB_PAGE_SIZE}`
          : undefined
      }
      jobs={cachedCards(db, all.marks).map(({ card }) => ({
        id: card.id,
        reference: card.reference,
        description: card.description,
        created: card.created,
        statusname: statusName(db, card.status),
        stage: card.stage,
        href: linkOf(card.boardid, card.reference),
      }))}
    />
  )
}

/** For whoever may add one on a board. */
export const offerNewJob = (c: Context, db: TenantDb, viewer: Viewer, clientid: string) =>
  c.can('jobs.write') && boardsToMakeOn(db, viewer).length > 0 ? (
    <NewJobButton client={clientid} segment={jobsSegment(readLabels(db))} />
  ) : undefined

/** All of them: those on the lanes do not grow with the years. */
export const countOpenJobs = (db: TenantDb, viewer: Viewer, client: string): number =>
  countByStatus(db, jobFilter(db, viewer, { client })).reduce((sum, { count }) => sum + count, 0)

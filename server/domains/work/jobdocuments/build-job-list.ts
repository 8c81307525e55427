import { statuses } from '#db/job-status.ts'
import type { OrganisationRow } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { organisationParty, type Printable } from '#server/documents/parties.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { findJobs, type JobQuery } from '#server/domains/work/jobs/list-jobs.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { parseCents } from '#server/money/decimal.ts'
import { readLabels } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import type { JoblistData } from '#views/documents/types.ts'
import { instant, shortDate } from '#views/format.ts'

/** Some 40 pages. */
const MOST = 1_000

export function buildJobList(
  db: TenantDb,
  viewer: Viewer,
  query: JobQuery,
  organisation: OrganisationRow,
  board: string | undefined,
): Printable<JoblistData> {
  const { marks, total } = findJobs(db, viewer, { ...query, skip: 0, take: MOST, exact: true })
  const money = viewer.claims.has('jobs.money')
  const names = new Map(statuses.map((status) => [status as number, statusName(db, status)]))
  return {
    organisation: organisationParty(organisation),
    title: readLabels(db)['pages.jobs'],
    filter: filterWords(query, names, board, total),
    printed: instant(db.now().toISOString(), readZone(db)),
    money,
    rows: cachedCards(db, marks).map(({ card }) => ({
      reference: card.reference,
      description: card.description,
      client: card.client?.name ?? '',
      location: card.location?.name,
      status: names.get(card.status) ?? '',
      assignee: card.assigneename,
      duedate: card.finish ?? undefined,
      ...(money ? { total: parseCents(card.quoted ?? 0) } : {}),
    })),
  }
}

function filterWords(
  { status, search, start, end, archived }: JobQuery,
  names: ReadonlyMap<number, string>,
  board: string | undefined,
  total: number,
): string {
  const asked = status?.split(',').map((each) => names.get(Number(each)) ?? each)
  const filters = [
    board,
    asked ? asked.join(', ') : archived ? 'with invoiced and archived' : '',
    search ? `“${search}”` : '',
    start ? `from ${shortDate(start)}` : '',
    end ? `to ${shortDate(end)}` : '',
    total > MOST ? `the first ${MOST} of ${total}` : '',
  ]
  return filters.filter(Boolean).join('  ·  ')
}

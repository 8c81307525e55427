import { ARCHIVED, COMPLETE, INVOICED } from '#db/job-status.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import type { StaticDecode } from '#server/http/fields.ts'
import { readToday } from '#server/zone.ts'
import { completeSince } from './board-lanes.ts'
import type { PastJobSearch } from './input.ts'
import type { JobQuery } from './list-jobs.ts'

const PAST = `${INVOICED},${ARCHIVED}`

/** Of what is past a period is asked for by the day of completion, which its list shows; of other jobs by that of creation. */
const pastJobQueryFrom = ({ start, end, status, ...query }: JobQuery): JobQuery => ({
  sort: '-completed',
  ...query,
  status: status || PAST,
  completedfrom: start,
  completedupto: end,
})

export const readPastSearch = ({
  clientid,
  locationid,
  categoryid,
  assigneeid,
  boardid,
  status,
  ...query
}: StaticDecode<typeof PastJobSearch>): JobQuery => ({
  ...query,
  boardid: boardid ?? undefined,
  client: clientid ?? undefined,
  location: locationid ?? undefined,
  category: categoryid ?? undefined,
  assignee: assigneeid ?? undefined,
  status: status === undefined ? undefined : String(status),
})

/** As calls ask (decision F11): whatever is complete, on its lane too. */
export function pastJobs(db: TenantDb, asked: JobQuery): JobQuery {
  const query = pastJobQueryFrom(asked)
  return asked.status ? query : { ...query, completedbefore: daysAfter(readToday(db), 1) }
}

const NO_DAY = '0000-00-00'

/** The history of a board: what is complete for so long that it left its lane is past as well. */
export function pastJobsOnBoard(db: TenantDb, boardid: string, asked: JobQuery): JobQuery {
  const query = { ...pastJobQueryFrom(asked), boardid }
  const since = completeSince(db, boardid)
  if (query.status !== String(COMPLETE)) return asked.status ? query : { ...query, completedbefore: since }
  const last = since ? daysAfter(since, -1) : NO_DAY
  const { completedupto } = query
  return { ...query, completedupto: completedupto && completedupto < last ? completedupto : last }
}

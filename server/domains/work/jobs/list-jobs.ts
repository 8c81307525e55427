import { APPROVE, ARCHIVED, COMPLETE, DRAFT, INVOICED, isLane, REMOVED, REVIEW } from '#db/job-status.ts'
import { type Counted, TAKE } from '#db/queries/lists.ts'
import { type Stage, stageStatuses } from '#db/queries/work/job-stages.ts'
import { type JobMark, listJobMarks } from '#db/queries/work/jobs.ts'
import { type JobFilter, type JobOrder, listJobs } from '#db/queries/work/jobs-lists.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { keptRead } from '#server/kept-reads.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import { cachedMarks } from './cached-marks.ts'

/** Calendar dates of `created` in the tenant's zone, both included. */
export type JobQuery = JobOrder & {
  /** Those of these ids, with commas, that the person sees, whatever their status; nothing else is asked then. */
  ids?: string
  boardid?: string
  /** One status, or several with commas. Without it: the lanes, and with `archived` also 5 and 6. */
  status?: string
  /** Without a status: those that jobs of this stage have. */
  stage?: Stage | ''
  archived?: boolean
  client?: string
  location?: string
  category?: string
  assignee?: string
  start?: string | null
  end?: string | null
  duefrom?: string | null
  duebefore?: string | null
  approved?: boolean
  completedbefore?: string
  completedfrom?: string | null
  completedupto?: string | null
  search?: string
  template?: boolean
}

type Found = Counted & { marks: JobMark[] }

export function findJobs(db: TenantDb, viewer: Viewer, query: JobQuery): Found {
  if (query.ids !== undefined) return byIds(db, viewer, query.ids.split(','))
  if (isWholeBoard(viewer, query)) return onLanes(db, query)
  const filter = jobFilter(db, viewer, query)
  const inLanes = query.boardid && filter.statuses.every(isLane)
  const order = { ...query, sort: query.sort ?? (inLanes ? 'status' : '-created') }
  const find = () => listJobs(db, filter, order)
  if ((query.take ?? TAKE) > TAKE) return find()
  return keptRead(db, `jobs ${JSON.stringify([filter, order])}`, find)
}

function byIds(db: TenantDb, viewer: Viewer, ids: readonly string[]): Found {
  const marks = listJobMarks(db, [...new Set(ids)]).filter(
    ({ boardid, location, status }) =>
      canSeeJobAt(viewer, boardid, location) && (status !== REMOVED || viewer.admin),
  )
  return { marks, total: marks.length }
}

function isWholeBoard(viewer: Viewer, query: JobQuery): query is JobQuery & { boardid: string } {
  const { boardid, skip: _skip, take: _take, uncounted: _uncounted, exact: _exact, ...filters } = query
  const isFiltered = Object.values(filters).some(Boolean)
  return boardid !== undefined && !isFiltered && !viewer.locations && viewer.boards.has(boardid)
}

function onLanes(db: TenantDb, { boardid, skip = 0, take = 50 }: JobQuery & { boardid: string }): Found {
  const marks = cachedMarks(db, boardid)
  return { marks: marks.slice(skip, skip + take), total: marks.length }
}

export function jobFilter(db: TenantDb, viewer: Viewer, query: JobQuery): JobFilter {
  const { boardid, client, location, category, assignee, search, template } = query
  const zone = readZone(db)
  return {
    boardid,
    client,
    location,
    category,
    assignee,
    search,
    template,
    duefrom: query.duefrom || undefined,
    duebefore: query.duebefore || undefined,
    approved: query.approved || undefined,
    completedbefore: query.completedbefore,
    completedfrom: query.completedfrom || undefined,
    completedupto: query.completedupto || undefined,
    stage: query.stage || undefined,
    statuses: parseStatuses(query).filter((status) => status !== REMOVED || viewer.admin),
    // Also for whoever sees all: the board is what the index of the lanes begins with.
    boards: [...viewer.boards.keys()],
    locations: viewer.locations ? [...viewer.locations] : null,
    from: query.start ? startOfDay(query.start, zone) : undefined,
    before: query.end ? startOfDay(query.end, zone, 1) : undefined,
  }
}

const lanes = [DRAFT, REVIEW, APPROVE, COMPLETE]

function parseStatuses({ status, stage, archived }: JobQuery): readonly number[] {
  if (status) return status.split(',').map(Number)
  if (stage) return stageStatuses(stage)
  return archived ? [...lanes, INVOICED, ARCHIVED] : lanes
}

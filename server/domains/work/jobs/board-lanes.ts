import { APPROVE, COMPLETE, DRAFT, REVIEW } from '#db/job-status.ts'
import { completeDays } from '#db/queries/work/boards.ts'
import { stages } from '#db/queries/work/job-stages.ts'
import { listJobMarks } from '#db/queries/work/jobs.ts'
import {
  type LaneFilter,
  laneFigures,
  listCompletedSince,
  listMatching,
} from '#db/queries/work/jobs-on-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { keptRead } from '#server/kept-reads.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { type CachedCard, cachedCards } from './cached-cards.ts'
import { laneOrder } from './lane-order.ts'
import type { LaneFigures, LanesFigures } from './types.ts'

/** A window shows some ten cards of a lane. */
export const LANE_PAGE = 50

type LanesQuery = {
  boardid: string
  filter?: LaneFilter
  lane?: number
  /** What follows this card. */
  after?: string
  take?: number
}

type Row = { id?: string; status: number; completed: string | null; jobs: number; quotedcents: number }

const lanes = [DRAFT, REVIEW, APPROVE, COMPLETE]

/** What was complete before this day stands in the board's history. */
export function completeSince(db: TenantDb, boardid: string): string | undefined {
  const days = completeDays(db, boardid)
  if (days === null) return
  return Temporal.PlainDate.from(readToday(db)).subtract({ days }).toString()
}

export const parseLaneFilter = (query: URLSearchParams): LaneFilter => ({
  client: query.get('client') ?? '',
  category: query.get('category') ?? '',
  assignee: query.get('assignee') ?? '',
  stage: stages.find((stage) => stage === query.get('stage')),
  critical: query.get('critical') === 'true',
  text: query.get('text') ?? '',
})

export const narrowsLanes = (filter: LaneFilter) => Object.values(filter).some(Boolean)

type Lanes = LanesFigures & { cards: CachedCard[] }

export function readWholeBoard(db: TenantDb, viewer: Viewer, boardid: string): Lanes {
  const read = () => readLanes(db, viewer, { boardid })
  if (viewer.locations) return read()
  return keptRead(db, `board ${boardid} ${viewer.claims.has('jobs.money')} ${readToday(db)}`, read)
}

/** Of a board that the person sees: counts and sums of all, and the first cards of each lane or some of one. */
export function readLanes(db: TenantDb, viewer: Viewer, query: LanesQuery): Lanes {
  const { boardid, filter = {}, lane } = query
  const since = completeSince(db, boardid)
  const filtered = narrowsLanes(filter)
  const every: Row[] = laneFigures(db, boardid)
  const seen = viewer.locations ? matchingRows(db, viewer, boardid, {}) : every
  const rows = filtered ? matchingRows(db, viewer, boardid, filter) : seen
  const kept = rows.filter((row) => !isOld(row, since))
  const ids = lanes
    .filter((status) => !lane || status === lane)
    .flatMap((status) => {
      const shown = kept.filter((row) => row.status === status)
      if (shown.length === 0) return []
      const count = countJobs(every.filter((row) => row.status === status))
      const order = laneOrder(db, boardid, status, count)
      if (countJobs(shown) === count) return pageOf(order, query)
      const members =
        rows === every ? listCompletedSince(db, boardid, since ?? '') : shown.map(({ id }) => id)
      const isShown = new Set(members)
      return pageOf(
        order.filter((id) => isShown.has(id)),
        query,
      )
    })
  const money = viewer.claims.has('jobs.money')
  return {
    lanes: lanes.map((status) =>
      figuresOf(
        status,
        kept.filter((row) => row.status === status),
        money,
      ),
    ),
    total: countJobs(seen.filter((row) => !isOld(row, since))),
    inhistory: countJobs(rows.filter((row) => isOld(row, since))),
    filtered,
    cards: cachedCards(db, listJobMarks(db, ids)),
  }
}

const matchingRows = (db: TenantDb, { locations }: Viewer, boardid: string, filter: LaneFilter): Row[] =>
  listMatching(db, { boardid, filter, locations: locations && [...locations] }).map((row) => ({
    ...row,
    jobs: 1,
  }))

const isOld = ({ status, completed }: Row, since: string | undefined) =>
  since !== undefined && status === COMPLETE && Boolean(completed) && String(completed) < since

const countJobs = (rows: readonly Row[]) => rows.reduce((sum, { jobs }) => sum + jobs, 0)

function figuresOf(status: number, rows: readonly Row[], money: boolean): LaneFigures {
  const figures = { status, count: countJobs(rows) }
  if (!money) return figures
  const cents = rows.reduce((sum, { quotedcents }) => sum + quotedcents, 0)
  return { ...figures, quoted: toDecimal(cents, 'cents') }
}

/** Nothing after a card that has left the lane: whoever asks reads the lane anew. */
function pageOf(ids: readonly string[], { after, take = LANE_PAGE }: LanesQuery): readonly string[] {
  const from = after ? ids.indexOf(after) + 1 : 0
  return after && from === 0 ? [] : ids.slice(from, from + take)
}

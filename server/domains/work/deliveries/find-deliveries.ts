import { ARCHIVED } from '#db/job-status.ts'
import {
  type DeliveryFilter,
  deliversByNotes,
  listDeliveries,
  tallyDeliveries,
} from '#db/queries/work/deliveries.ts'
import {
  type GoodsRow,
  listConsigned,
  listUndelivered,
  listUndeliveredOfJob,
} from '#db/queries/work/delivery-lines.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { clients, type DeliveryState } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, jobScope, type Viewer } from '#server/access/viewer.ts'
import { countGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { readLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'
import { isHour } from '#views/unit-words.ts'
import type { Consigned, DeliveryCounts, DeliverySummary, Undelivered } from '#views/work/deliveries/types.ts'
import { presentConsigned, presentSummary, presentUndelivered, whatStandsOn } from './present.ts'
import { listToBill } from './to-bill.ts'

type DeliveryQuery = {
  state?: DeliveryState | ''
  client?: string
  start?: string | null
  end?: string | null
  search?: string
  sort?: string
  skip?: number
  take?: number
}

type Where = { boardid?: string; jobid?: string }

export function findDeliveries(
  db: TenantDb,
  viewer: Viewer,
  query: DeliveryQuery & Where,
): { rows: DeliverySummary[]; total: number; counts: DeliveryCounts } {
  const { boards, locations } = jobScope(viewer)
  const filter: DeliveryFilter = { ...query, boards, locations, state: query.state || undefined }
  const counts: DeliveryCounts = { draft: 0, issued: 0, delivered: 0, returned: 0 }
  for (const { state, n } of tallyDeliveries(db, filter)) counts[state] = n
  const total = filter.state ? counts[filter.state] : Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { rows: listDeliveries(db, filter, query).map(presentSummary), total, counts }
}

/** @throws 404 for a board that they do not see */
export function checkBoard(viewer: Viewer, boardid: string) {
  if (!viewer.boards.has(boardid)) throw notFound('board')
}

/** One page of a picker; more is found by searching. */
const MOST = 300

/** @throws 404 */
export function findUndelivered(
  db: TenantDb,
  viewer: Viewer,
  boardid: string,
  query: { client?: string; search?: string },
): { goods: Undelivered[]; more: boolean } {
  checkBoard(viewer, boardid)
  const rows = listUndelivered(db, { ...query, boardid, take: MOST + 1 })
  const goods = presentGoods(
    db,
    rows.filter((row) => isGoods(row) && canSeeJobAt(viewer, row.boardid, row.location)),
  )
  return { goods: goods.slice(0, MOST), more: rows.length > MOST }
}

/** @throws 404 */
export const findUndeliveredOfJob = (db: TenantDb, viewer: Viewer, jobid: string): Undelivered[] =>
  presentGoods(db, listUndeliveredOfJob(db, visibleJob(db, viewer, jobid).id).filter(isGoods))

/** With what of each came back, and goes out again before or after what is new, and without what of that is to be credited. */
function presentGoods(db: TenantDb, rows: readonly GoodsRow[]): Undelivered[] {
  const goodsOf = readLineGoods(
    db,
    rows.map(({ line }) => line.id),
  )
  const tocredit = new Map<string, ReadonlyMap<string, number>>()
  function toCredit({ line: { id, jobid } }: GoodsRow) {
    const ofjob =
      tocredit.get(jobid) ?? new Map(listToBill(db, jobid).map((line) => [line.materialid, line.tocredit]))
    tocredit.set(jobid, ofjob)
    return ofjob.get(id)
  }
  return rows.map((row) => {
    const goods = goodsOf.get(row.line.id)
    if (!goods) return presentUndelivered(row)
    const { aside, asidecredited, instock, awaited, replaced, over, uncredited } = countGoods(goods)
    const shown = presentUndelivered(row, over > 0 && uncredited > 0 ? toCredit(row) : 0)
    return { ...shown, mended: aside + asidecredited, instock: instock - awaited - replaced }
  })
}

/**
 * What of a job whoever looks at its invoice may deliver now: nothing where they may not, or it is archived. Where no note
 * was ever issued, what was used is with the client by being fitted, and what is written by hand is a service.
 */
export function findDeliverable(db: TenantDb, viewer: Viewer, jobid: string): Undelivered[] {
  const job = findJobPlace(db, jobid)
  if (!job || job.status >= ARCHIVED || !viewer.claims.has('delivery.write')) return []
  if (!canSeeJobAt(viewer, job.boardid, job.location) || !hasPermission(viewer, job.boardid, 'work'))
    return []
  const bynotes = deliversByNotes(db, job.boardid)
  const rows = listUndeliveredOfJob(db, jobid).filter(
    (row) => isGoods(row) && (bynotes || isDueWithoutNotes(row)),
  )
  return presentGoods(db, rows).filter(({ left }) => left > 0)
}

function isDueWithoutNotes(row: GoodsRow) {
  const kind = whatStandsOn(row)
  return kind === 'made' || (kind === 'stock' && row.line.consumed === 0)
}

/** Labour is done, and on no note. */
const isGoods = ({ line }: GoodsRow) => !isHour(line.unit)

/** @throws 404 */
export function findConsigned(db: TenantDb, viewer: Viewer, client: string): Consigned[] {
  getRecord(db, clients, client)
  return listConsigned(db, client)
    .filter(({ boardid, location }) => canSeeJobAt(viewer, boardid, location))
    .map(presentConsigned)
}

import {
  dropWorkerRate,
  keepWorkerRate,
  listWorkerRates,
  rateOn,
  recostTime,
  showRateInForce,
  workersWithNewRate,
} from '#db/queries/work/worker-rates.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asRate, type Rate } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readToday, readZone, todayIn } from '#server/zone.ts'
import { exactRate, shortDate } from '#views/format.ts'

/** The day on which every worker's first rate begins. */
const BEGINNING = ''
/** After every date. */
const END = '~'

export type DatedRate = { startdate: string; rate: Rate; current: boolean }

/** The newest first. A worker whose rate never changed has one, from the beginning. */
export function readWorkerRates(db: TenantDb, workerid: string): DatedRate[] {
  const { rate } = getRecord(db, workers, workerid)
  const rates = listWorkerRates(db, workerid)
  const today = readToday(db)
  const all = rates.length > 0 ? rates : [{ startdate: BEGINNING, rate: rate ?? asRate(0) }]
  const current = all.findLast(({ startdate }) => startdate <= today)
  return all.map((one) => ({ ...one, current: one === current })).reverse()
}

type Given = { startdate: string | null; rate: Rate | null }

/**
 * From that day on, until the next one begins. Time that was worked since costs it too, but for approved weeks. Returns
 * how many entries. @throws 404, 400 by field
 */
export function setWorkerRate(tx: Tx, workerid: string, { startdate, rate }: Given): number {
  if (!startdate) throw invalid({ startdate: 'Enter the day from which it holds.' })
  if (rate === null || rate < 0) throw invalid({ rate: 'Enter what an hour costs, 0 or more.' })
  const before = rateOn(tx.db, workerid, startdate)
  keepDated(tx, workerid, startdate, rate)
  return applied(tx, workerid, startdate, { oldvalue: exactRate(before), newvalue: exactRate(rate) })
}

/** What held before holds on. @throws 404 */
export function removeWorkerRate(tx: Tx, workerid: string, startdate: string): number {
  const removed = listWorkerRates(tx.db, workerid).find((one) => one.startdate === startdate)
  if (!removed || startdate === BEGINNING) throw notFound('rate')
  dropWorkerRate(tx.db, workerid, startdate)
  const newvalue = exactRate(rateOn(tx.db, workerid, startdate))
  return applied(tx, workerid, startdate, { oldvalue: exactRate(removed.rate), newvalue })
}

function applied(tx: Tx, workerid: string, startdate: string, said: { oldvalue: string; newvalue: string }) {
  showRateInForce(tx.db, workerid, readToday(tx.db), tx.now)
  recordHistory(tx, 'workers', workerid, [{ field: 'rate', ...said }], `from ${shortDate(startdate)}`)
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'workers', id: workerid }])
  return recost(tx, workerid, startdate)
}

function recost(tx: Tx, workerid: string, startdate: string): number {
  const next = listWorkerRates(tx.db, workerid).find((one) => one.startdate > startdate)
  return recostTime(tx.db, workerid, startdate, next?.startdate ?? END)
}

/** The first dated rate of a worker keeps the one that held until then. */
function keepDated(tx: Tx, workerid: string, startdate: string, rate: Rate) {
  const worker = getRecord(tx.db, workers, workerid)
  if (listWorkerRates(tx.db, workerid).length === 0)
    keepWorkerRate(tx.db, workerid, BEGINNING, worker.rate ?? asRate(0))
  keepWorkerRate(tx.db, workerid, startdate, rate)
}

type Saved = { id: string; rate?: unknown }

/** The rate of a worker's own form holds from today on, for time that was worked today too. */
export function dateSavedRate(tx: Tx, values: Record<string, unknown>, before: Saved | null): undefined {
  if (!before || values.rate === undefined || values.rate === before.rate) return
  const today = readToday(tx.db)
  keepDated(tx, before.id, today, (values.rate ?? asRate(0)) as Rate)
  recost(tx, before.id, today)
}

export const hasNewRates = (db: TenantDb, now: Date): boolean =>
  workersWithNewRate(db, todayIn(readZone(db), now)).length > 0

/** On the day on which a rate begins, lists show it. */
export function showNewRates(tx: Tx) {
  const today = todayIn(readZone(tx.db), new Date(tx.now))
  const ids = workersWithNewRate(tx.db, today)
  for (const id of ids) showRateInForce(tx.db, id, today, tx.now)
  if (ids.length > 0) tx.invalidateCaches()
}

import { hash, randomUUIDv7 } from 'bun'
import {
  type BatchTarget,
  listBatchTargets,
  type PriceScope,
  savePricingEntries,
} from '#db/queries/catalogue/pricing-batch.ts'
import { pricinggroups } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asPercent, asRate, type Percent, type Rate } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { getRecord } from '#server/records.ts'
import { type BatchRow, checkFigures, pickFigures } from './figures.ts'
import { announceEntries, diffFigures, recordEntryHistory } from './save-entry.ts'

type Batch = PriceScope & { pricinggroup: string; percent?: Percent | null; amount?: Rate | null }

/** What a batch will do. `stamp` is another one as soon as anything that it rests on is another. */
export type BatchPlan = { rows: BatchRow[]; stamp: string }

/** @throws 404 for the group; 400 when there is nothing to do, or when one of the prices cannot be. */
export function planBatch(db: TenantDb, batch: Batch): BatchPlan {
  const { pricinggroup, percent, amount, add } = batch
  getRecord(db, pricinggroups, pricinggroup)
  if (!percent && !amount && !add) throw invalid({ percent: 'Write a percentage or an amount.' })
  const targets = listBatchTargets(db, pricinggroup, batch)
  if (targets.length === 0) throw new Problem(400, 'No item of this group matches: nothing would change.')
  const rows = targets.map((target) => planBatchRow(target, percent ?? asPercent(0), amount ?? asRate(0)))
  return { rows, stamp: hash(JSON.stringify([batch, targets])).toString(36) }
}

function planBatchRow(target: BatchTarget, percent: Percent, amount: Rate): BatchRow {
  const { inventory, code, name, version } = target
  const now = pickFigures(target)
  try {
    const after = { ...now, baserate: markupPrice(asRate(now.baserate), percent, amount) }
    checkFigures(after)
    return { inventory, code, name, before: version > 0 ? now : null, after }
  } catch (error) {
    if (error instanceof Problem) throw new Problem(400, `${name} [${code}]: ${error.message}`)
    throw error
  }
}

/** @throws as `planBatch`; 409 when the prices are others than in the preview of that `stamp` */
export function changeBatch(tx: Tx, batch: Batch, stamp?: string): BatchPlan {
  const plan = planBatch(tx.db, batch)
  if (stamp && stamp !== plan.stamp)
    throw new Problem(409, 'Prices changed since this was shown. Nothing was saved: please look again.', {
      code: 'conflict',
    })
  const { pricinggroup } = batch
  const changed = plan.rows.filter(({ before, after }) => diffFigures(before, after).length > 0)
  const entries = changed.map(({ inventory, after }) => ({ id: randomUUIDv7(), inventory, ...after }))
  savePricingEntries(tx.db, tx.now, pricinggroup, entries)
  for (const { code, name, before, after } of changed)
    recordEntryHistory(tx, { pricinggroup, code, name }, diffFigures(before, after))
  announceEntries(tx, pricinggroup)
  return plan
}

import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listInputsByProduct } from '#db/queries/work/job-inputs.ts'
import type { LineRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import type { InputPlan } from '#server/domains/work/jobs/types.ts'
import { asQuantity, type Quantity, toDecimal } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { isCountedWhole, parseRatio, toBase } from '#server/money/units.ts'
import { readSoundBill } from '#server/stock/bill.ts'
import { makesItem } from './bring-inputs.ts'
import { explodeLine } from './wanted-inputs.ts'

type Line = Pick<LineRow, 'line' | 'made'>
type Wanted = { id: string; quantity: Quantity; planned: number | undefined }

/**
 * Of products that are still to be made: for how much of each its inputs are planned, where that is not what is
 * estimated, by a few queries for all. An input that no line plans counts only where none does.
 */
export function inputPlans(db: TenantDb, lines: readonly Line[]): (of: Line) => InputPlan | null {
  const products = lines.flatMap(({ line, made }) =>
    made && line.inventoryid && line.estimated > line.consumed && makesItem(line) ? [line] : [],
  )
  if (products.length === 0) return () => null
  const jobids = [...new Set(products.map(({ jobid }) => jobid))]
  const planned = Map.groupBy(listInputsByProduct(db, jobids), ({ product }) => product)
  const { bill } = readSoundBill(db, [...new Set(products.map(({ inventoryid }) => inventoryid as string))])
  const differing = products.flatMap((line) => {
    const sums = sumByItem(planned.get(line.id) ?? [])
    const wanted = [...explodeLine(bill, line)].map(
      ([id, quantity]): Wanted => ({ id, quantity, planned: sums.get(id) }),
    )
    const enough = countPlanned(line.estimated, line.unit, wanted)
    return wanted.length === 0 || enough === line.estimated ? [] : [{ line, wanted, enough }]
  })
  const names = new Map(
    itemsById(db, [...new Set(differing.flatMap(({ wanted }) => wanted.map(({ id }) => id)))]).map((item) => [
      item.id,
      item,
    ]),
  )
  const plans = new Map(
    differing.map(({ line, wanted, enough }): [string, InputPlan] => [
      line.id,
      {
        planned: toDecimal(enough, 'quantity'),
        inputs: wanted.map(({ id, quantity }) => ({
          inventoryid: id,
          name: names.get(id)?.name ?? '',
          unit: names.get(id)?.baseunit ?? '',
          each: toDecimal(shareOf(quantity, 1_000_000, line.estimated), 'quantity'),
          wanted: toDecimal(quantity, 'quantity'),
        })),
      },
    ]),
  )
  return ({ line }) => plans.get(line.id) ?? null
}

function sumByItem(rows: ReturnType<typeof listInputsByProduct>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { inventoryid, estimated, unitratio } of rows)
    sums.set(inventoryid, (sums.get(inventoryid) ?? 0) + toBase(estimated, parseRatio(unitratio)))
  return sums
}

/** The least that what is planned of any input is enough for, in whole ones where there are no others. */
function countPlanned(estimated: Quantity, unit: string, wanted: readonly Wanted[]): Quantity {
  const shares = wanted.flatMap(({ quantity, planned }) =>
    planned === undefined || quantity === 0
      ? []
      : [planned === quantity ? estimated : shareOf(estimated, planned, quantity)],
  )
  const least = shares.length === 0 ? 0 : Math.min(...shares)
  return asQuantity(isCountedWhole(unit) ? least - (least % 1_000_000) : least)
}

const shareOf = (quantity: number, part: number, whole: number): Quantity =>
  asQuantity(multiply(quantity, part, BigInt(whole)))

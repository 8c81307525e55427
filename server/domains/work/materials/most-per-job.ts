import { listJobQuantities } from '#db/queries/work/material-context.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { toPair } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { formatQuantity } from '#views/format.ts'
import type { LineContext, PricedItem } from './line-context.ts'

/** Decision F6: a warning for each item of which these jobs now have more than its most on one job, by line id. */
export function overMostPerJob(db: TenantDb, lineContext: LineContext, lines: readonly MaterialRow[]) {
  const limited = lines.flatMap((line) => {
    const item = lineContext.item(line.jobid, line.inventoryid, 'archived')
    return item && item.maxperjob !== null ? [{ line, item, most: item.maxperjob }] : []
  })
  const sums = sumQuantities(
    db,
    limited.map(({ line }) => line),
  )
  return new Map(
    limited.flatMap(({ line, item, most }) => {
      const sum = sums.get(toPair(line.jobid, item.id)) ?? asQuantity(0)
      return sum > most ? [[line.id, sentence(lineContext, line, item, sum)] as const] : []
    }),
  )
}

function sentence(lineContext: LineContext, { jobid }: MaterialRow, item: PricedItem, sum: Quantity): string {
  const [has, most] = [sum, item.maxperjob ?? 0].map((quantity) => formatQuantity(quantity, item.baseunit))
  const { reference } = lineContext.job(jobid)
  return `Saved, but job ${reference} now has ${has} of ${item.name} [${item.code}]: the most on one job is ${most}.`
}

/** Of the items of these lines on their jobs, by both, in base units: of each line the more of what is planned and used. */
function sumQuantities(db: TenantDb, lines: readonly MaterialRow[]): Map<string, Quantity> {
  const sums = new Map<string, Quantity>()
  if (lines.length === 0) return sums
  const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const among = {
    jobids: distinct(lines.map(({ jobid }) => jobid)),
    inventoryids: distinct(lines.map(({ inventoryid }) => inventoryid)),
  }
  for (const { jobid, inventoryid, estimated, consumed, unitratio } of listJobQuantities(db, among)) {
    const pair = toPair(jobid, inventoryid)
    const quantity = toBase(asQuantity(Math.max(estimated, consumed)), parseRatio(unitratio))
    sums.set(pair, asQuantity((sums.get(pair) ?? 0) + quantity))
  }
  return sums
}

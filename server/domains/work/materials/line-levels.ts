import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import type { LineLevels } from '#server/domains/work/jobs/types.ts'
import { asQuantity, toDecimal } from '#server/money/decimal.ts'
import { fromBase, parseRatio } from '#server/money/units.ts'
import { listLevels, readForJobs } from '#server/stock/read.ts'

type Line = { line: Pick<MaterialRow, 'jobid' | 'inventoryid' | 'inventoryclass' | 'unitratio'> }

/** What there is of the item of each line, by a few queries for all. */
export function lineLevels(db: TenantDb, lines: readonly Line[]) {
  const kept = lines.filter(({ line }) => line.inventoryid !== null && line.inventoryclass !== null)
  const levels = listLevels(db, [...new Set(kept.map(({ line }) => line.inventoryid as string))])
  const forJob = readForJobs(db, [...new Set(kept.map(({ line }) => line.jobid))])
  return ({ line }: Line): LineLevels | undefined => {
    const { jobid, inventoryid, inventoryclass } = line
    const found = inventoryclass === null ? undefined : levels.get(inventoryid ?? '')
    if (!found || !inventoryid) return
    const ratio = parseRatio(line.unitratio)
    const inUnit = (base: number) => toDecimal(fromBase(asQuantity(base), ratio), 'quantity')
    const own = forJob(jobid, inventoryid)
    return {
      onhand: inUnit(found.onhand.quantity),
      reserved: inUnit(found.reserved),
      available: inUnit(found.available),
      onorder: inUnit(found.onorder),
      forjob: { reserved: inUnit(own.reserved), onorder: inUnit(own.onorder) },
    }
  }
}

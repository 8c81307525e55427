import { listBuilds } from '#db/queries/work/job-inputs.ts'
import type { TenantDb } from '#db/types.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { findProductLine } from './bring-inputs.ts'
import { compareInputs } from './compare-inputs.ts'

/** The plan of a product line beside what its item is made of, in base units, and what of it is finished. */
export function presentJobInputs(db: TenantDb, lineid: string) {
  const line = findProductLine({ db }, lineid)
  return {
    id: line.id,
    jobid: line.jobid,
    version: line.version,
    inputs: compareInputs(db, line).map(({ inventoryid, name, unit, planned, wanted, lines }) => ({
      inventoryid,
      name,
      unit,
      planned: toDecimal(planned, 'quantity'),
      wanted: toDecimal(wanted, 'quantity'),
      lines: lines.map(({ id }) => id),
    })),
    finished: listBuilds(db, lineid).map(({ id, quantity, user, createdutc }) => ({
      id,
      quantity: toDecimal(quantity, 'quantity'),
      user,
      date: createdutc,
    })),
  }
}

import { listInputLines } from '#db/queries/work/job-inputs.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { billTime } from '#server/domains/work/timesheet/bill-time.ts'
import { planBill } from '#server/domains/work/timesheet/plan-bill.ts'
import { findProductLine } from './bring-inputs.ts'

/** By the line of labour that goes into a product, the time worked on the job that is on no line yet. */
export function readWorkedInputs(db: TenantDb, productline: string) {
  const own = new Set(listInputLines(db, productline).map(({ id }) => id))
  const { jobid } = findProductLine({ db }, productline)
  return new Map(
    planBill(db, jobid, {}).groups.flatMap((group) =>
      group.line && own.has(group.line.id) ? [[group.line.id, group]] : [],
    ),
  )
}

/** As it was worked, where nobody says how much was: what is finished takes that time, not the plan’s. */
export function bookWorkedInputs(
  tx: Tx,
  viewer: Viewer,
  productline: string,
  given: readonly { materialid: string }[] = [],
): string[] {
  const said = new Set(given.map(({ materialid }) => materialid))
  const groups = [...readWorkedInputs(tx.db, productline)].filter(([id]) => !said.has(id))
  const entryids = groups.flatMap(([, { entries }]) => entries.map(({ id }) => id))
  if (entryids.length === 0) return []
  const { jobid } = findProductLine(tx, productline)
  return billTime(tx, viewer, jobid, { entryids, beside: false, lineids: groups.map(([id]) => id) }).warnings
}

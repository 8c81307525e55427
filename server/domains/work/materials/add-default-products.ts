import { listDefaultProducts } from '#db/queries/catalogue/category-inventory.ts'
import type { Tx } from '#db/tenants.ts'
import { bringInputs, makesItem } from '#server/domains/work/jobinputs/bring-inputs.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { addLines } from './add-lines.ts'
import { OUTPUT } from './line-roles.ts'

/** What the categories of a new job make, one of each, with its inputs, if nothing else is said (decision F6). */
export function addDefaultProducts(tx: Tx, jobid: string) {
  const estimated = parseQuantity(1)
  const lines = listDefaultProducts(tx.db, jobid).map(({ inventoryid }) => ({
    jobid,
    inventoryid,
    role: OUTPUT,
    estimated,
  }))
  if (lines.length === 0) return
  for (const line of addLines(tx, lines).lines) if (makesItem(line)) bringInputs(tx, line)
}

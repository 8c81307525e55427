import { listDefaultProducts } from '#db/queries/catalogue/category-inventory.ts'
import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { Tx } from '#db/tenants.ts'
import { addLinesWithInputs } from '#server/domains/work/jobinputs/follow-products.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { classOfMade } from '#server/planning/is-made.ts'
import { OUTPUT } from './line-roles.ts'

/** What the categories of a new job make, one of each, with its inputs, if nothing else is said (decision F6). What has inputs is made, whatever its class. */
export function addDefaultProducts(tx: Tx, jobid: string) {
  const products = listDefaultProducts(tx.db, jobid).map(({ inventoryid }) => inventoryid)
  if (products.length === 0) return
  const classes = new Map(listItemContexts(tx.db, products).map((item) => [item.id, item.inventoryclass]))
  const lines = products.map((inventoryid) => ({
    ...{ jobid, inventoryid, role: OUTPUT, estimated: parseQuantity(1) },
    ...(listInputs(tx.db, inventoryid).length > 0
      ? { inventoryclass: classOfMade(classes.get(inventoryid) ?? null) }
      : {}),
  }))
  addLinesWithInputs(tx, lines)
}

import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { readBill } from '#server/stock/bill.ts'
import { explode } from '#server/stock/explode.ts'
import { giveInputs, quantities } from '#tests/catalogue/inputs-support.ts'
import { makeItem, openTestTenant } from '#tests/stock/support.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

/** Items on each level of a bill: 2 000 in all. */
const LEVELS = [1, 9, 90, 300, 600, 1_000]

/** A bill of six levels with shared parts, exploded, beside a bare recursive query that multiplies and sums the same. */
export async function benchExplosion(): Promise<Row[]> {
  const tenant = openTestTenant()
  const top = await tenant.write(makeBill)
  const wanted = quantities({ [top]: 10 })
  const times: [number[], number[]] = [[], []]
  tenant.read((db) => {
    const bare = () =>
      prepared(
        db,
        `WITH RECURSIVE need(id, quantity, level) AS (SELECT ?, 10.0, 0 UNION ALL
           SELECT e.inputid, n.quantity * e.quantity / 1e6 * (1 + e.scrap / 1e6), n.level + 1
           FROM need n CROSS JOIN item_inputs e ON e.productid = n.id)
         SELECT id, sum(quantity), max(level) FROM need GROUP BY id`,
      ).all([top]).length
    const ways = [() => explode(readBill(db, [top]), wanted).size, bare]
    for (let round = -20; round < 100; round++)
      for (const [at, run] of ways.entries()) {
        const start = performance.now()
        if (run() !== 2_000) throw new Error('Not all items are there.')
        if (round >= 0) times[at]?.push(performance.now() - start)
      }
  })
  tenant.close()
  return [
    row({
      what: 'explosion of a bill of 6 levels and 2 000 items: ours against one bare recursive query',
      ...{ ours: median(times[0]), reference: median(times[1]), unit: 'ms', reach: 'at most 2' },
    }),
  ]
}

/** Every fifth part is in two products. */
function makeBill(tx: Tx): string {
  const items = LEVELS.map((width) => Array.from({ length: width }, () => makeItem(tx, { baseunit: 'm' })))
  const inputs = new Map<string, [string, number, number][]>()
  for (const [level, products] of items.entries())
    for (const [at, id] of (items[level + 1] ?? []).entries())
      for (const product of at % 5 === 0 ? [at, at * 7 + 1] : [at]) {
        const productid = products[product % products.length]!
        const own = inputs.get(productid) ?? []
        if (!own.some(([inputid]) => inputid === id)) own.push([id, 1 + (at % 9), at % 3])
        inputs.set(productid, own)
      }
  for (const [productid, own] of inputs) giveInputs(tx, productid, own)
  return items[0]![0]!
}

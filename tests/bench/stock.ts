import { asQuantity } from '#server/money/decimal.ts'
import { book } from '#server/stock/book.ts'
import { ledgerOf } from '#server/stock/read.ts'
import { makeItem, openTestTenant } from '#tests/stock/support.ts'
import { type Row, row } from './table.ts'

const ROUNDS = 2000

/** One page of an item's ledger with its running balance: a long ledger against a short one, in turns. */
export async function benchStock(): Promise<Row[]> {
  const tenant = openTestTenant()
  const [short, long] = await Promise.all([fill(1_000), fill(100_000)])
  const [reference, ours]: [number[], number[]] = [[], []]
  tenant.read((db) => {
    for (let round = -100; round < ROUNDS; round++) {
      const times = [short, long].map((item) => timed(() => ledgerOf(db, item, { take: 50 })))
      if (round < 0) continue
      reference.push(times[0]!)
      ours.push(times[1]!)
    }
  })
  tenant.close()
  const what = 'a page of the stock ledger: 100 000 movements against 1 000'
  return [row({ what, ours: median(ours), reference: median(reference), unit: 'ms', reach: 'at most 1.2' })]

  function fill(movements: number): Promise<string> {
    return tenant.write((tx) => {
      const item = makeItem(tx)
      const entry = { inventoryid: item, kind: 'inbound', quantity: asQuantity(1_000_000) } as const
      for (let n = 0; n < movements; n++) book(tx, entry)
      return item
    })
  }
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

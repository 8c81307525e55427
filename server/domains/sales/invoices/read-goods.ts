import {
  listLineCredits,
  listLineReturns,
  listNotedLines,
  storeLineCredits,
  storeLineReturns,
} from '#db/queries/sales/line-goods.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { makesStock } from '#server/domains/work/deliveries/consign.ts'
import { readUncharged } from './consigned.ts'
import { type CreditGoods, countGoods, isSameCredit, type LineGoods } from './line-goods.ts'

/** By line of a job, what its notes and invoices sum up to. */
export const readNotedLines = (db: TenantDb, ids: readonly string[]) =>
  new Map(listNotedLines(db, ids).map((line) => [line.materialid, line]))

/** What documents say of the goods of some lines of jobs. */
export function readLineGoods(
  db: TenantDb,
  ids: readonly string[],
  noted = readNotedLines(db, ids),
): Map<string, LineGoods> {
  const lines = linesByIds(db, ids)
  const own = lines.map(({ id }) => id)
  const credits = Map.groupBy(listLineCredits(db, own), ({ materialid }) => materialid)
  const returns = Map.groupBy(listLineReturns(db, own), ({ materialid }) => materialid)
  const unchargedOf = readUncharged(db, [...new Set(lines.map(({ jobid }) => jobid))])
  return new Map(
    lines.map((line) => {
      const { id, consumed } = line
      const of = noted.get(id) ?? NOTHING
      const goods = {
        ...{
          ismade: makesStock(line),
          total: 0,
          out: of.out,
          sold: of.sold,
          laid: of.laid,
          noted: of.noted,
          notedaside: of.notedaside,
          charged: of.charged,
          invoicedutc: of.invoicedutc,
          whole: of.whole,
          replaced: line.replaced,
        },
        credits: (credits.get(id) ?? []).map(
          (row): CreditGoods => ({ ...row, again: row.again === 1, returned: row.returned === 1 }),
        ),
        returns: (returns.get(id) ?? []).map((row) => ({ ...row, scrapped: row.scrapped === 1 })),
      }
      const { instock } = countGoods(goods)
      // What is in stock again is no longer used, and is made all the same, as what is or was on consignment is.
      const total = goods.ismade
        ? consumed - of.unsold - Math.max(0, unchargedOf(id).kept - instock)
        : consumed + instock
      return [id, { ...goods, total }]
    }),
  )
}

const NOTHING = {
  out: 0,
  sold: 0,
  unsold: 0,
  laid: 0,
  noted: 0,
  notedaside: 0,
  charged: 0,
  invoicedutc: null,
  whole: null,
}

/** What a document changed of the credit notes and returns before it. */
export function storeLineGoods(tx: Tx, changes: readonly { before: LineGoods; after: LineGoods }[]) {
  const credits = changes.flatMap(({ before, after }) =>
    after.credits.filter(
      (row) => !before.credits.includes(row) && before.credits.some((old) => isSameCredit(old, row)),
    ),
  )
  const returns = changes.flatMap(({ before, after }) =>
    after.returns.filter((row) => !before.returns.includes(row)),
  )
  if (credits.length > 0) storeLineCredits(tx.db, credits)
  // Two lines of an invoice may be of the same goods: what the later says stands.
  const last = new Map(returns.map((row) => [row.id, row]))
  if (last.size > 0) storeLineReturns(tx.db, [...last.values()])
}

import { onHandAt } from '#db/queries/stock/stock.ts'
import { itemFacts, unitFacts } from '#db/queries/work/material-facts.ts'
import { takeUnit } from '#server/domains/work/materials/take-unit.ts'
import { Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { count } from '#server/stock/book.ts'
import type { ImportRecord } from './records.ts'
import type { Fate, Resolved, Writing } from './writing.ts'

type Counted = { record: ImportRecord; values: Resolved; item: string }

/**
 * Books what a list says was counted, each item at each place once: the difference to what the books say. A count
 * that finds what was expected is booked too when a person makes it; of a list it says nothing and is left out, so
 * that the same list twice changes nothing.
 */
export function writeCounts(writing: Writing, records: ImportRecord[]): Fate[] {
  const counted = records.map((record): Counted | null => {
    const taken = writing.take(record)
    return taken && { record, values: taken, item: String(taken.inventoryid) }
  })
  const items = [...new Set(counted.flatMap((one) => one?.item ?? []))]
  const facts = new Map(itemFacts(writing.tx.db, items).map((item) => [item.id, item]))
  const units = Map.groupBy(unitFacts(writing.tx.db, items), ({ inventoryid }) => inventoryid)
  const places = new Map<string, ImportRecord>()
  return counted.map((one) => {
    if (!one) return 'refused'
    const item = facts.get(one.item)
    if (!item) return 'refused'
    const storageid = (one.values.storageid as string | undefined) ?? item.storageid ?? null
    const first = places.get(`${one.item} ${storageid}`)
    places.set(`${one.item} ${storageid}`, one.record)
    if (first)
      return refused(
        writing,
        one,
        'inventoryid',
        `This item and place stand in line ${first.row.line} already.`,
      )
    try {
      const { unit, unitratio } = takeUnit(
        item,
        one.values.unit as string | undefined,
        units.get(one.item) ?? [],
      )
      const entered = { quantity: one.values.counted as Quantity, unit }
      const base = toBase(entered.quantity, parseRatio(unitratio))
      if (asQuantity(base) === onHandAt(writing.tx.db, one.item, storageid ?? '')) return 'there'
      count(writing.tx, {
        ...{ inventoryid: one.item, storageid, counted: base, entered, inventoryclass: item.inventoryclass },
        effectivedate: one.values.effectivedate as string | undefined,
        note: String(one.values.note ?? `${one.record.row.file}, line ${one.record.row.line}`),
      })
      return 'added'
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return refused(writing, one, Object.keys(error.more.fields ?? {})[0] ?? 'counted', error.message)
    }
  })
}

function refused(writing: Writing, { record }: Counted, field: string, sentence: string): Fate {
  writing.report(record, field, sentence)
  return 'refused'
}

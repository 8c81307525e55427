import { insertRow } from '#db/queries/import.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { nounOf } from './nouns.ts'
import type { ImportRecord } from './records.ts'
import type { Targets } from './stock.ts'
import type { Writing } from './writing.ts'

/** Writes a record whose fields are the columns of its table. Empty cells take the column's default. */
export function writePlain(writing: Writing, record: ImportRecord, targets: Targets): boolean {
  const taken = writing.take(record)
  if (!taken) return false
  const { onhand, ...values } = taken
  const { table } = nounOf(record.noun)
  insertRow(writing.tx.db, table, { ...values, ...writing.birth(values.id) })
  writing.remember(record, table, values.id)
  if (record.noun === 'inventory') targets.set(values.id, asQuantity(Number(onhand ?? 0)))
  return true
}

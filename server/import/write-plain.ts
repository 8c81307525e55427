import { peopleRows } from '#db/queries/people/users.ts'
import { wholeRows } from '#db/queries/settings/import.ts'
import type { Change } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { faultOf, unitFaultOf } from './faults.ts'
import { columnsOf, nounOf, refersTo } from './nouns.ts'
import { saidOf, type Value } from './read-value.ts'
import type { ImportRecord } from './records.ts'
import type { Targets } from './stock.ts'
import type { Fate, Placed, Resolved, Writing } from './writing.ts'

/** Writes a record whose fields are the columns of its table. Empty cells take the column's default, or change nothing. */
export function writePlain(writing: Writing, record: ImportRecord, targets: Targets): Fate {
  const placed = writing.place(record)
  return placed ? writePlaced(writing, record, placed, { targets }) : 'refused'
}

type Beside = {
  targets?: Targets
  /** What changes of the record in other tables: it makes a change of it, and is told with it. */
  also?: readonly Change[]
}

/** The same of a record whose references are found already. */
export function writePlaced(
  writing: Writing,
  record: ImportRecord,
  placed: Placed,
  { targets, also = [] }: Beside = {},
): Fate {
  const { id, there } = placed
  const { values, onhand } = parted(placed.values)
  if (there) return writing.options.match === 'update' ? update(writing, record, id, values, also) : 'there'
  if (isFaulty(writing, record, values)) return 'refused'
  if (writing.options.dry) return 'added'
  const { table, initial } = nounOf(record.noun)
  writing.batch.insert(table, { ...initial, ...values, ...writing.birth(id) })
  writing.remember(record, table, id)
  writing.made.push({ table, id, version: 1 })
  // A list of items alone says nothing of stock: that comes by a count.
  if (record.noun === 'inventory' && !writing.options.alone) targets?.set(id, asQuantity(Number(onhand ?? 0)))
  return 'added'
}

/** What is on hand lies in the ledger, not in the item's row. */
function parted(all: Resolved) {
  if (!('onhand' in all)) return { values: all, onhand: null }
  const { onhand, ...values } = all
  return { values, onhand }
}

type Stored = Resolved & { id: string; version: number }

function update(
  writing: Writing,
  record: ImportRecord,
  id: string,
  values: Resolved,
  also: readonly Change[],
): Fate {
  const { tx } = writing
  const { table } = nounOf(record.noun)
  const before = storedRows(writing, record.noun).get(id)
  if (!before) return 'there'
  const changed = Object.keys(values).filter((field) => values[field] !== before[field])
  if (changed.length + also.length === 0) return 'there'
  const now = Object.fromEntries(changed.map((field) => [field, values[field] as Value]))
  if (isFaulty(writing, record, { ...before, ...now }, before)) return 'refused'
  if (writing.options.dry) return 'changed'
  const version = before.version + 1
  writing.batch.update(table, id, { ...now, version, updatedutc: tx.now })
  const old = Object.fromEntries(changed.map((field) => [field, before[field] as Value]))
  const changes = changed.map((field) => ({
    field,
    oldvalue: said(writing, record.noun, field, old[field]!),
    newvalue: said(writing, record.noun, field, now[field]!),
  }))
  writing.remember(record, table, id, '', [...changes, ...also])
  writing.made.push({ table, id, version, before: old })
  return 'changed'
}

function isFaulty(writing: Writing, record: ImportRecord, values: Resolved, before?: Stored): boolean {
  const fault = faultOf(record.noun, values) ?? unitFaultOf(writing, record.noun, values, before)
  if (fault) writing.report(record, ...fault)
  return fault !== null
}

/** The rows of a noun as they are before the import, read once for all records of it. */
export const storedRows = (writing: Writing, noun: string): Map<string, Stored> =>
  writing.once(`rows of ${noun}`, () => {
    const rows = wholeRows(writing.tx.db, nounOf(noun).table, columnsOf(noun))
    return new Map(rows.map((row) => [row.id, row]))
  })

/** A value as history says it: a reference by its name. */
function said(writing: Writing, noun: string, field: string, value: Value): string {
  const to = refersTo(noun, field)
  if (to) return typeof value === 'string' ? (namesIn(writing, to).get(value) ?? '(unknown)') : ''
  const kind = nounOf(noun).fields[field]
  return typeof kind === 'string' ? saidOf(kind, value) : String(value ?? '')
}

/** What the records of a noun are called, by id; people are a noun here. */
export const namesIn = (writing: Writing, noun: string): Map<string, string> =>
  writing.once(`names of ${noun}`, () => {
    if (noun === 'users')
      return new Map(
        peopleRows(writing.tx.db).map((row) => [row.id, `${row.firstname} ${row.lastname}`.trim()]),
      )
    const { table, fields } = nounOf(noun)
    const column = 'name' in fields ? 'name' : 'code'
    return new Map(
      wholeRows(writing.tx.db, table, [column]).map((row) => [row.id, String(row[column] ?? '')]),
    )
  })

import { randomUUIDv7 } from 'bun'
import { wholeRows } from '#db/queries/settings/import.ts'
import type { WriteStep } from '#db/sliced-file.ts'
import type { ColumnValue } from '#server/import/check/coerce.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { formatValue } from '#server/import/check/format-value.ts'
import { type PriceRow, resolvePriceRows } from './supplier-price-rows.ts'
import { newRowColumns, type WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

type Stored = ColumnValues & { id: string; version: number }

/** The rows of one item of one supplier: what they call it, and its price from each quantity and day on. */
type Pair = { rows: PriceRow[]; stored?: Stored; id: string; steps: Steps }

type Steps = Record<'facts' | 'prices', WriteStep[]>

const FACTS = ['code', 'name', 'packsize', 'minimum'] as const
const COLUMNS = ['inventoryid', 'supplier', 'unit', 'unitratio', 'price', 'archived', ...FACTS]

export function writeSupplierPrices(context: WriteContext, records: ImportRecord[]): WriteOutcome[] {
  const { db } = context.tx
  const outcomes = new Map<ImportRecord, WriteOutcome>()
  const stored = new Map(
    wholeRows(db, 'supplier_items', COLUMNS).map((row) => [`${row.supplier} ${row.inventoryid}`, row]),
  )
  const prices = new Map(
    wholeRows(db, 'supplier_prices', ['supplieritemid', 'quantity', 'validfrom', 'price', 'archived']).map(
      (row) => [priceKey(row.supplieritemid, row.quantity, row.validfrom), row],
    ),
  )
  const rows = resolvePriceRows(db, records, context.report)
  const steps: Steps = { facts: [], prices: [] }
  for (const [key, own] of Map.groupBy(rows, (row) => `${row.supplier} ${row.inventoryid}`)) {
    const known = stored.get(key)
    planPair(context, { rows: own, stored: known, id: known?.id ?? randomUUIDv7(), steps }, prices, outcomes)
  }
  // A price refers to the item of its supplier, which must be in the table by then.
  context.steps.push(...steps.facts, () => context.batch.flush(), ...steps.prices)
  return records.map((record) => outcomes.get(record) ?? 'refused')
}

const priceKey = (id: unknown, quantity: unknown, day: unknown) => `${id} ${quantity ?? 0} ${day ?? ''}`

const isBase = ({ values }: ImportRecord) => !values.quantity && !values.validfrom

function planPair(
  context: WriteContext,
  pair: Pair,
  prices: ReadonlyMap<string, Stored>,
  outcomes: Map<ImportRecord, WriteOutcome>,
) {
  const seen = new Map<string, ImportRecord>()
  const rows = pair.rows.filter(({ record }) => {
    const key = priceKey('', record.values.quantity, record.values.validfrom)
    const twin = seen.get(key)
    if (twin)
      context.report(
        record,
        'inventoryid',
        `The same quantity and day stand in line ${twin.row.line} already.`,
      )
    else seen.set(key, record)
    return !twin
  })
  const values = factsOf(context, { ...pair, rows }, prices)
  if (!values) return
  const fact = planFact(context, pair, values)
  for (const { record } of rows) {
    const price = isBase(record) ? 'there' : planPrice(context, pair, record, prices)
    outcomes.set(record, fact === 'added' ? 'added' : strongest(price, fact))
  }
}

const strongest = (a: WriteOutcome, b: WriteOutcome): WriteOutcome =>
  (['added', 'changed', 'there'] as const).find((one) => one === a || one === b) ?? 'there'

/** What the rows say together of the item of the supplier; null where they contradict each other. */
function factsOf(context: WriteContext, { rows, stored, id }: Pair, prices: ReadonlyMap<string, Stored>) {
  const units = new Map(rows.flatMap(({ unit }) => (unit ? [[unit.unit, unit]] : [])))
  const { record } = rows[0] as PriceRow
  if (units.size > 1) {
    context.report(
      record,
      'unit',
      `It is priced by the ${[...units.keys()].join(' and by the ')}: choose one.`,
    )
    return null
  }
  const own = rows[0]?.item.baseunit ?? ''
  const [unit = stored ? undefined : { unit: own, unitratio: '1' }] = [...units.values()]
  const isMoved = stored && !stored.archived && unit && unit.unit !== (stored.unit || own)
  if (isMoved && [...prices.values()].some((one) => one.supplieritemid === id && !one.archived)) {
    const was = stored.unit || own
    context.report(
      record,
      'unit',
      `Its prices are by the ${was} so far: remove those of quantities and days first.`,
    )
    return null
  }
  const values: Record<string, ColumnValue> = { ...unit }
  for (const { record } of rows) {
    for (const name of FACTS) if (record.values[name] !== undefined) values[name] = record.values[name]
    if (isBase(record)) values.price = record.values.price as ColumnValue
  }
  return values
}

function planFact(
  context: WriteContext,
  { rows, stored, id, steps }: Pair,
  given: ColumnValues,
): WriteOutcome {
  const [{ record, supplier, inventoryid }] = rows as [PriceRow]
  if (!stored) {
    const empty = { code: '', name: '', packsize: null, minimum: null, price: null }
    const values = { ...empty, ...given, supplier, inventoryid }
    steps.facts.push(write(context, record, { table: 'supplier_items', id }, values))
    return 'added'
  }
  if (context.options.match !== 'update') return 'there'
  const values = stored.archived ? { ...given, archived: 0 } : given
  return change(context, record, { table: 'supplier_items', stored, steps: steps.facts }, values)
}

function planPrice(
  context: WriteContext,
  { id: supplieritemid, steps: { prices: steps } }: Pair,
  record: ImportRecord,
  prices: ReadonlyMap<string, Stored>,
): WriteOutcome {
  const { quantity = 0, validfrom = '', price = null } = record.values
  const known = prices.get(priceKey(supplieritemid, quantity, validfrom))
  if (known) {
    if (context.options.match !== 'update' && !known.archived) return 'there'
    return change(context, record, { table: 'supplier_prices', stored: known, steps }, { price, archived: 0 })
  }
  const values = { supplieritemid, quantity, validfrom, price }
  steps.push(write(context, record, { table: 'supplier_prices', id: randomUUIDv7() }, values))
  return 'added'
}

function write(
  { tx, batch, history, written }: WriteContext,
  record: ImportRecord,
  { table, id }: { table: string; id: string },
  values: ColumnValues,
): WriteStep {
  return () => {
    batch.insert(table, { ...values, ...newRowColumns(tx, id) })
    history.add(record, table, id)
    written.push({ table, id, version: 1 })
  }
}

const kinds: Record<string, 'rate' | 'quantity'> = {
  price: 'rate',
  packsize: 'quantity',
  minimum: 'quantity',
}

function change(
  { tx, batch, history, written }: WriteContext,
  record: ImportRecord,
  { table, stored, steps }: { table: string; stored: Stored; steps: WriteStep[] },
  values: ColumnValues,
): WriteOutcome {
  const fields = Object.keys(values).filter((field) => (values[field] ?? null) !== (stored[field] ?? null))
  if (fields.length === 0) return 'there'
  const pick = (from: ColumnValues) => Object.fromEntries(fields.map((field) => [field, from[field] ?? null]))
  const say = (field: string, value: ColumnValue | undefined) =>
    kinds[field] ? formatValue(kinds[field], value ?? null) : String(value ?? '')
  const changes = fields.map((field) => ({
    field,
    oldvalue: say(field, stored[field]),
    newvalue: say(field, values[field]),
  }))
  const { id, version } = stored
  steps.push(() => {
    batch.update(table, id, { ...pick(values), version: version + 1, updatedutc: tx.now })
    history.add(record, table, id, { changes })
    written.push({ table, id, version: version + 1, before: pick(stored) })
  })
  return 'changed'
}

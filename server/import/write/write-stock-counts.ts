import { onHandAt } from '#db/queries/stock/stock.ts'
import {
  type ItemContext,
  listItemContexts,
  listUnitContexts,
  type UnitContext,
} from '#db/queries/work/material-context.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { Problem } from '#server/errors.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { resolveNew, type WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

type StockCount = { record: ImportRecord; values: ColumnValues; inventoryid: string }
type Facts = { items: Map<string, ItemContext>; units: Map<string, UnitContext[]> }

/** A count that finds what was expected is left out, so that the same list twice changes nothing. */
export function writeStockCounts(context: WriteContext, records: ImportRecord[]): WriteOutcome[] {
  const counts = records.map((record): StockCount | null => {
    const values = resolveNew(context, record)
    return values && { record, values, inventoryid: String(values.inventoryid) }
  })
  const facts = readFacts(context, counts)
  const counted = new Map<string, ImportRecord>()
  return counts.map((one) => {
    const item = one && facts.items.get(one.inventoryid)
    if (!item) return 'refused'
    const storageid = (one.values.storageid as string | undefined) ?? item.storageid ?? null
    const first = counted.get(`${item.id} ${storageid}`)
    counted.set(`${item.id} ${storageid}`, one.record)
    if (first)
      return refuse(
        context,
        one,
        'inventoryid',
        `This item and place stand in line ${first.row.line} already.`,
      )
    return writeStockCount(context, one, { item, storageid, units: facts.units.get(item.id) ?? [] })
  })
}

function readFacts({ tx }: WriteContext, counts: readonly (StockCount | null)[]): Facts {
  const ids = [...new Set(counts.flatMap((one) => one?.inventoryid ?? []))]
  return {
    items: new Map(listItemContexts(tx.db, ids).map((item) => [item.id, item])),
    units: Map.groupBy(listUnitContexts(tx.db, ids), ({ inventoryid }) => inventoryid),
  }
}

type CountedAt = { item: ItemContext; storageid: string | null; units: UnitContext[] }

function writeStockCount(
  context: WriteContext,
  one: StockCount,
  { item, storageid, units }: CountedAt,
): WriteOutcome {
  const { values, record } = one
  try {
    const { unit, unitratio } = resolveLineUnit(item, values.unit as string | undefined, units)
    const entered = { quantity: values.counted as Quantity, unit }
    const counted = asQuantity(toBase(entered.quantity, parseRatio(unitratio)))
    if (counted === onHandAt(context.tx.db, item.id, storageid ?? '')) return 'there'
    const entry = {
      inventoryid: item.id,
      storageid,
      entered,
      inventoryclass: item.inventoryclass,
      effectivedate: values.effectivedate as string | undefined,
      note: String(values.note ?? `${record.row.file}, line ${record.row.line}`),
    }
    context.steps.push(() => bookCount(context, one, { ...entry, counted }))
    return 'added'
  } catch (error) {
    return refuseProblem(context, one, error)
  }
}

function bookCount(
  context: WriteContext,
  one: StockCount,
  { counted, ...entry }: Omit<StockEntry, 'quantity' | 'kind'> & { counted: Quantity },
) {
  const { inventoryid, storageid } = entry
  try {
    const quantity = asQuantity(counted - onHandAt(context.tx.db, inventoryid, storageid ?? ''))
    context.ledger.book({ ...entry, kind: 'count', quantity })
  } catch (error) {
    refuseProblem(context, one, error)
  }
}

function refuseProblem(context: WriteContext, one: StockCount, error: unknown): WriteOutcome {
  if (!(error instanceof Problem)) throw error
  return refuse(context, one, Object.keys(error.more.fields ?? {})[0] ?? 'counted', error.message)
}

function refuse(
  { report }: WriteContext,
  { record }: StockCount,
  field: string,
  sentence: string,
): WriteOutcome {
  report(record, field, sentence)
  return 'refused'
}

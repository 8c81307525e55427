import { listSupplierCodes } from '#db/queries/purchasing/supplier-items.ts'
import { type ItemContext, listItemContexts, listUnitContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveLineUnit, type Unit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { Problem } from '#server/errors.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { type ExistingRecords, indexExistingRecords } from '#server/import/check/existing-records.ts'
import type { RecordReport } from './write-options.ts'

type Found = { record: ImportRecord; supplier: string; inventoryid: string }

/** A row whose supplier, item and unit are known. Without a unit it is in that of the supplier so far. */
export type PriceRow = Found & { item: ItemContext; unit?: Unit }

/** An item is named by its own code or name, or as the supplier calls it. */
export function resolvePriceRows(
  db: TenantDb,
  records: readonly ImportRecord[],
  report: RecordReport,
): PriceRow[] {
  const [suppliers, inventory] = [
    indexExistingRecords(db, 'suppliers'),
    indexExistingRecords(db, 'inventory'),
  ]
  const theirs = new Map(
    listSupplierCodes(db).map(({ supplier, code, inventoryid }) => [
      `${supplier} ${fold(code)}`,
      inventoryid,
    ]),
  )
  const found = records.flatMap((record): Found | [] => {
    const supplier = lookUp(suppliers, record, 'supplier', report)
    if (!supplier) return []
    const code = theirs.get(`${supplier} ${fold(String(record.values.code ?? ''))}`)
    const own = record.lookups.inventoryid
    const known = own ? theirs.get(`${supplier} ${fold(own)}`) : undefined
    const isOurs = own && inventory.lookUp(own).length > 0
    const inventoryid =
      isOurs || !(known ?? code) ? lookUp(inventory, record, 'inventoryid', report) : (known ?? code)
    return inventoryid ? { record, supplier, inventoryid } : []
  })
  const ids = [...new Set(found.map(({ inventoryid }) => inventoryid))]
  const items = new Map(listItemContexts(db, ids).map((item) => [item.id, item]))
  const units = Map.groupBy(listUnitContexts(db, ids), (unit) => unit.inventoryid)
  return found.flatMap((row): PriceRow | [] => {
    const item = items.get(row.inventoryid) as ItemContext
    const name = row.record.values.unit
    if (!name) return { ...row, item }
    try {
      return { ...row, item, unit: resolveLineUnit(item, String(name), units.get(item.id) ?? []) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      report(row.record, 'unit', error.message)
      return []
    }
  })
}

const fold = (text: string) => text.trim().toLowerCase()

const nouns = { supplier: 'suppliers', inventoryid: 'items' }

function lookUp(
  records: ExistingRecords,
  record: ImportRecord,
  field: keyof typeof nouns,
  report: RecordReport,
): string | undefined {
  const text = record.lookups[field]
  if (!text) {
    report(
      record,
      field,
      field === 'supplier' ? 'Say whose price it is.' : 'Name the item by your code or theirs.',
    )
    return
  }
  const found = records.lookUp(text)
  if (found.length === 1) return found[0]
  const why =
    found.length > 1
      ? `is the name of ${found.length} ${nouns[field]}: give them codes`
      : `is not among the ${nouns[field]}`
  report(record, field, `“${text}” ${why}.`)
}

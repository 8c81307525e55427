import type { LedgerRow } from '#db/queries/stock/stock.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { listLedger } from '#server/stock/read.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { LedgerInput, ledgerFilter, StockAlertQuery } from './input.ts'
import { isJobVisible, readStockItem } from './item-page.tsx'
import { type BelowMinimum, type BelowZero, listItemsBelowMinimum, listItemsBelowZero } from './levels.ts'

const units = (millionths: number) => toDecimal(millionths, 'quantity')
const figure = (head: string): ExportColumn => ({ head, kind: 'number' })
const item: ExportColumn[] = [{ head: 'Item' }, { head: 'Item name' }, { head: 'Unit' }, figure('On hand')]

const negativeRow = ({ code, name, baseunit, onhand, places }: BelowZero): ExportRow => [
  ...[code, name, baseunit, units(onhand)],
  places.map((place) => place.name || 'no place').join(', '),
]

const minimumRow = ({ code, name, baseunit, onhand, ...row }: BelowMinimum): ExportRow => [
  ...[code, name, baseunit, units(onhand)],
  ...[row.reserved, row.available, row.minimum, row.short].map(units),
]

const movements: ExportColumn[] = [
  { head: 'Date', kind: 'date' },
  { head: 'Kind' },
  figure('Quantity'),
  figure('Balance'),
  { head: 'Unit' },
  { head: 'Place' },
  { head: 'Job' },
  { head: 'Document' },
  { head: 'Note' },
  { head: 'By' },
  { head: 'Booked', kind: 'time' },
]

export const stockExport: Route[] = [
  page(
    'GET /admin/stock/export',
    {
      summary: 'A file of what stock needs attention.',
      claim: 'stock.read',
      query: object({ ...StockAlertQuery.properties, ...exportQuery }),
    },
    (c) => {
      const { of = 'negative', format, search } = c.query
      if (of === 'negative')
        return exportReply(c, format, {
          title: 'Stock below zero',
          columns: [...item, { head: 'Below zero at' }],
          batches: byPages(
            c,
            (db, part) => listItemsBelowZero(db, { search, ...part }).rows,
            ({ id }) => id,
            negativeRow,
          ),
        })
      return exportReply(c, format, {
        title: 'Stock below its smallest',
        columns: [...item, ...['Reserved', 'Available', 'Smallest stock', 'Short'].map(figure)],
        batches: byPages(
          c,
          (db, part) => listItemsBelowMinimum(db, { search, ...part }).rows,
          ({ id }) => id,
          minimumRow,
        ),
      })
    },
  ),

  page(
    'GET /inventory/:id/stock/export',
    {
      summary: 'A file of an item’s stock movements.',
      claim: 'stock.read',
      params: ById,
      query: object({ ...LedgerInput.properties, ...exportQuery }),
    },
    (c) => {
      const { format, ...query } = c.query
      const { name, baseunit, id: inventoryid } = c.read((db) => readStockItem(db, c.params.id).item)
      return exportReply(c, format, {
        title: `Stock of ${name}`,
        columns: movements,
        batches: ledgerBatches(c, inventoryid, ledgerFilter({ ...query, take: undefined }), baseunit),
      })
    },
  ),
]

const BATCH = 500

/** A ledger never changes, so each batch begins below the last. */
async function* ledgerBatches(
  c: Context,
  inventoryid: string,
  filter: ReturnType<typeof ledgerFilter>,
  unit: string,
): AsyncGenerator<ExportRow[]> {
  const zone = c.read(readZone)
  let before = filter.before
  for (;;) {
    const from = before
    const { rows, seen } = c.read((db, viewer) => ({
      rows: listLedger(db, inventoryid, { ...filter, before: from, take: BATCH }),
      seen: isJobVisible(viewer),
    }))
    yield rows.map((row) => movementRow(row, { unit, zone, seen: seen(row) }))
    if (rows.length < BATCH) return
    before = rows.at(-1)?.seq
    await Bun.sleep(0)
  }
}

type Shown = { unit: string; zone: string; seen: boolean }

const movementRow = (row: LedgerRow, { unit, zone, seen }: Shown): ExportRow => [
  ...[dayCell(row.effectivedate), row.kind, units(row.quantity), units(row.balance), unit],
  ...[row.storage ?? '', seen ? row.reference : '', row.document, row.note, row.user],
  clockIn(row.createdutc, zone),
]

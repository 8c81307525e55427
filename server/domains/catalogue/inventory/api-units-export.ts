import { findItemIds } from '#db/queries/catalogue/inventory.ts'
import { type UnitLine, unitLines } from '#db/queries/catalogue/units.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { byIds, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { parseRatio, ratioToJson } from '#server/money/units.ts'
import { PageQuery } from './input.ts'
import { permittedItemSort } from './item-sort.ts'

const exportRow = ({ code, itemname, name, ratiotobase }: UnitLine) => [
  ...[code, itemname, name, ratioToJson(parseRatio(ratiotobase))],
]

const lastPrice = ({ lastprice }: UnitLine) => (lastprice === null ? null : toDecimal(lastprice, 'rate'))

export const unitsExport: Route = page(
  'GET /admin/inventory/units/export',
  {
    summary: 'A file of items’ units.',
    claim: 'inventory.read',
    query: object({ ...PageQuery.properties, ...exportQuery }),
  },
  (c) => {
    const { format, search, archived } = c.query
    const sort = permittedItemSort(c, c.query.sort)
    const rates = canSeeItemRates(c)
    const ids = c.read((db) =>
      [...findItemIds(db, { search, archived, products: false }, sort).values()].flat(),
    )
    return exportReply(c, format, {
      title: 'Units',
      columns: [
        { head: 'Item' },
        { head: 'Item name' },
        { head: 'Unit' },
        { head: 'Ratio to base', kind: 'number' },
        ...(rates ? [{ head: 'Last price', kind: 'money' } as const] : []),
      ],
      batches: byIds(c, ids, (db, some) =>
        unitLines(db, some).map((line) => [...exportRow(line), ...(rates ? [lastPrice(line)] : [])]),
      ),
    })
  },
)

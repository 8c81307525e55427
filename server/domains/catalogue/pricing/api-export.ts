import { type EntryRow, listGroupEntries, listPricingGroups } from '#db/queries/catalogue/pricing.ts'
import type { ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { GroupList } from './input.ts'
import { presentPriceLine, readGroup } from './present.ts'

const columns: ExportColumn[] = [
  { head: 'Pricing group' },
  { head: 'Item' },
  { head: 'Item name' },
  { head: 'Base rate', kind: 'money' },
  { head: 'Percent', kind: 'number' },
  { head: 'Amount', kind: 'money' },
  { head: 'Price', kind: 'money' },
  { head: 'Others pay', kind: 'money' },
]

function exportRow(row: EntryRow) {
  const { code, name, baserate, markuppercent, markupamount, price, ownprice } = presentPriceLine(row)
  const rand = (value: number) => toDecimal(value, 'rate')
  return [
    ...[row.groupname, code, name, rand(baserate), toDecimal(markuppercent, 'percent')],
    ...[markupamount, price, ownprice].map(rand),
  ]
}

export const pricesExport: Route = page(
  'GET /admin/pricing/:id/export',
  {
    summary: 'A file of a group’s prices.',
    claim: 'pricing.read',
    params: ById,
    query: object({ ...GroupList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, ...query } = c.query
    const { id: group, name } = c.read((db) => readGroup(db, c.params.id))
    return exportReply(c, format, {
      title: `Prices of ${name}`,
      columns,
      batches: byPages(
        c,
        (db, part) => listGroupEntries(db, group, { search: query.search, ...part }).rows,
        ({ inventory }) => inventory,
        exportRow,
      ),
    })
  },
)

export const groupsExport: Route = page(
  'GET /admin/pricing/export',
  {
    summary: 'A file of pricing groups.',
    claim: 'pricing.read',
    query: object({ ...GroupList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, ...query } = c.query
    return exportReply(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.admin.pricing')),
      columns: [
        { head: 'Group' },
        { head: 'Prices', kind: 'number' },
        { head: 'Clients', kind: 'number' },
        { head: 'Archived' },
      ],
      batches: byPages(
        c,
        (db, { skip, take }) => listPricingGroups(db, query).slice(skip, skip + take),
        ({ id }) => id,
        ({ name, inventorycount, clientcount, archived }) => [name, inventorycount, clientcount, archived],
      ),
    })
  },
)

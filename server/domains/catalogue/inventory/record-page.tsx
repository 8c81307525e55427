import { listItemPrices } from '#db/queries/catalogue/inventory-prices.ts'
import { listItemUses } from '#db/queries/stock/item-uses.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { pagedLines } from '#server/crud/paged-lines.ts'
import { type RecordTab, recordPage } from '#server/crud/record-page.tsx'
import { priceFigures } from '#server/domains/catalogue/pricing/figures.ts'
import { readStockFigures, seesWorth } from '#server/domains/stock/stock/item-page.tsx'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import type { Context } from '#server/http/context.ts'
import { fragment } from '#server/http/reply.ts'
import { getRecord } from '#server/records.ts'
import { ItemActions, ItemPrice, ItemPrices, ItemUses } from '#views/catalogue/inventory/record.tsx'
import { StockHead } from '#views/stock/stock/item.tsx'
import { withQuery } from '#views/ui/links.ts'
import { itemWords } from './fields.ts'
import { readItemFigures } from './item-figures.ts'
import { item } from './resource.ts'

export const itemPage = (c: Context<{ id: string }, { tab?: string }>) =>
  c.read((db) => {
    const { id, code } = getRecord(db, inventory, c.params.id)
    const canadjust = c.can('stock.adjust')
    return recordPage(item, c, db, {
      about: `${code}: what it costs, what there is of it and where it went.`,
      edit: withQuery('/admin/inventory', { open: code }),
      words: itemWords,
      facts: canSeeItemRates(c)
        ? [
            {
              label: itemWords.price,
              value: <ItemPrice id={id} {...readPrice(db, id)} canconfirm={c.can('inventory.write')} />,
            },
          ]
        : [],
      actions: <ItemActions id={id} canadjust={canadjust} canread={c.can('stock.read')} />,
      figures: c.can('stock.read') && (
        <StockHead
          {...readStockFigures(db, id, seesWorth(c))}
          canadjust={canadjust}
          seesorders={c.can('purchase.read')}
        />
      ),
      tabs: itemTabs(id),
    })
  })

const readPrice = (db: TenantDb, id: string) =>
  readItemFigures(db, [id], { price: true, stock: false }).get(id)!

const itemTabs = (id: string): RecordTab[] => [
  { id: 'inputs', label: 'Made from', claim: 'inventory.read', load: `/admin/inventory/${id}/inputs` },
  { id: 'uses', label: 'Jobs', claim: 'jobs.read', load: `/admin/inventory/${id}/uses` },
  { id: 'suppliers', label: 'Suppliers', claim: 'purchase.read', load: `/admin/inventory/${id}/suppliers` },
  { id: 'prices', label: 'Prices', claim: 'pricing.read', load: `/admin/inventory/${id}/prices` },
  { id: 'documents', label: 'Files', claim: 'documents.read', load: `/documents/panel/inventory/${id}` },
]

export const usesTab = (c: Context<{ id: string }, { skip?: number }>) =>
  c.read((db, viewer) => fragment(<ItemUses {...readUses(c, db, viewer)} />))

function readUses(c: Context<{ id: string }, { skip?: number }>, db: TenantDb, viewer: Viewer) {
  const { id } = getRecord(db, inventory, c.params.id)
  const linkOf = jobLinks(db)
  const { rows, more } = pagedLines(`/admin/inventory/${id}/uses`, c.query, (page) =>
    listItemUses(db, id, jobScope(viewer), page),
  )
  const uses = rows.map((row) => ({
    ...row,
    client: c.can('clients.read') ? row.client : null,
    statusname: statusName(db, row.status),
    href: linkOf(row.boardid, row.reference),
  }))
  return { uses, more }
}

export const pricesTab = (c: Context<{ id: string }>) =>
  c.read((db) => {
    const { id } = getRecord(db, inventory, c.params.id)
    const { price: own, unit } = readPrice(db, id)
    const groups = listItemPrices(db, id).map(
      ({ id: groupid, name, baserate, markuppercent, markupamount }) => ({
        id: groupid,
        name,
        price:
          baserate === null || markuppercent === null || markupamount === null
            ? null
            : priceFigures({ baserate, markuppercent, markupamount }),
      }),
    )
    return fragment(<ItemPrices own={own} unit={unit} groups={groups} />)
  })

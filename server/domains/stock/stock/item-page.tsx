import { isKeptInStock } from '#db/queries/catalogue/inventory-classes.ts'
import { nameById } from '#db/queries/crud.ts'
import type { LedgerRow } from '#db/queries/stock/stock.ts'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { lastPrice } from '#db/queries/stock/worth-reports.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { itemRateClaims } from '#server/access/claims.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import type { Context } from '#server/http/context.ts'
import { view } from '#server/http/reply.ts'
import { getRecord } from '#server/records.ts'
import { listLedger, readLevels } from '#server/stock/read.ts'
import { unitWorth } from '#server/stock/worth.ts'
import { readZone } from '#server/zone.ts'
import { StockPage } from '#views/stock/stock/item.tsx'
import type { LedgerLine } from '#views/stock/stock/ledger.tsx'
import { readUsedBefore } from './book-used-before.ts'
import { ledgerFilter } from './input.ts'

const TAKE = 50

export type ItemPageQuery = {
  take?: number
  before?: number
  kind?: string
  start?: string | null
  end?: string | null
}

export function readStockItem(db: TenantDb, id: string) {
  const { code, baseunit, minimumfinishedgoodsvolume, defaultstorageid } = getRecord(db, inventory, id)
  const item = { id, code, baseunit, name: nameById(db, inventory, id) }
  return { item, minimum: minimumfinishedgoodsvolume, defaultstorageid }
}

/** `money`: with what it is worth. */
export function readStockFigures(db: TenantDb, id: string, money: boolean) {
  const { item, minimum } = readStockItem(db, id)
  const { onhand, reserved, available, onorder } = readLevels(db, id)
  const kept = isKeptInStock(db, id)
  const usedbefore = kept ? readUsedBefore(db, id).lines.length : 0
  const { quantity, places } = onhand
  const worth = money ? readWorth(db, id) : undefined
  return { item, minimum, reserved, available, onorder, kept, usedbefore, onhand: quantity, places, worth }
}

/** What items cost (decision F21). */
export const seesWorth = (c: Pick<Context, 'can'>) => itemRateClaims.some((claim) => c.can(claim))

/** Cents, of all stock; the average and the last price are of one base unit. */
function readWorth(db: TenantDb, id: string) {
  const pool = lastWorth(db, id)
  const price = lastPrice(db, id)
  const known = pool !== null && pool.valuedby !== 'unknown'
  return {
    value: pool?.valuebalance ?? 0,
    known,
    average:
      known && pool.balance !== 0 ? unitWorth({ value: pool.valuebalance, quantity: pool.balance }) : null,
    lastprice: price && {
      rate: unitWorth({ value: price.cents, quantity: price.quantity }),
      date: price.date,
    },
    estimated: pool?.valuedby === 'estimate',
  }
}

export function stockPage(c: Context, id: string, query: ItemPageQuery = {}) {
  return c.read((db, viewer) => {
    const path = `/inventory/${id}/stock`
    const money = seesWorth(c)
    const head = readStockFigures(db, id, money)
    const take = query.take ?? TAKE
    const rows = listLedger(db, id, { ...ledgerFilter(query), take: take + 1 })
    const canadjust = c.can('stock.adjust')
    return view(
      <StockPage
        {...head}
        canadjust={canadjust}
        seesorders={c.can('purchase.read')}
        ledger={{
          query,
          canadjust,
          money,
          canexport: c.can('records.export'),
          itemid: id,
          unit: head.item.baseunit,
          zone: readZone(db),
          lines: rows.slice(0, take).map(ledgerLinePresenter(db, viewer)),
          more: rows.length > take,
          url: c.url.pathname === path ? path + c.url.search : path,
        }}
      />,
      { title: `Stock of ${head.item.name}`, page: 'pages.admin.inventory' },
    )
  })
}

export function isJobVisible(viewer: Viewer): (row: LedgerRow) => boolean {
  return ({ boardid, location }) => boardid !== null && canSeeJobAt(viewer, boardid, location)
}

function ledgerLinePresenter(db: TenantDb, viewer: Viewer): (row: LedgerRow) => LedgerLine {
  const linkOf = jobLinks(db)
  return ({ storage, storageid, reference, boardid, location, ...row }) => ({
    ...row,
    place: storage ?? (storageid ? '(unknown)' : ''),
    job:
      reference && boardid && canSeeJobAt(viewer, boardid, location)
        ? { reference, href: linkOf(boardid, reference) }
        : null,
  })
}

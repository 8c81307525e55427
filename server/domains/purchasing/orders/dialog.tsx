import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { listOptions } from '#db/queries/options.ts'
import { listInvoicesOfOrder } from '#db/queries/purchasing/invoices-of-order.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { listOrderLines } from '#db/queries/purchasing/order-lines.ts'
import { orderRow } from '#db/queries/purchasing/orders.ts'
import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readUnconfirmedCosts, sampleCostOfLine } from '#server/domains/catalogue/inventory/sample-prices.ts'
import { historyIn } from '#server/history-call.ts'
import type { Context } from '#server/http/context.ts'
import { replaceDialog, snackbarHeaders } from '#server/http/reply.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { OrderDialog } from '#views/purchasing/orders/dialog.tsx'
import { readOrder, seesPrices } from './present.ts'
import { PRICES } from './save-draft.ts'

export const placeOptions = (db: TenantDb) =>
  new Map(placesInUse(db).map(({ id, name }) => [id, { value: id, label: name }]))

/** So many lines take some ten milliseconds to read and write out. */
const MANY_LINES = 60

export const isLongOrder = (db: TenantDb, id: string) => (orderRow(db, id)?.lines ?? 0) > MANY_LINES

type Shown = { tab?: string; everything?: boolean }

export function orderDialog(c: Context, db: TenantDb, viewer: Viewer, id: string, shown: Shown = {}) {
  const order = readOrder(db, viewer, id)
  const isDraft = order.state === 'draft'
  const priced = seesPrices(viewer)
  return (
    <OrderDialog
      order={order}
      organisations={isDraft ? listOptions(db, organisations) : []}
      places={isDraft ? new Map() : placeOptions(db)}
      units={isDraft ? unitsOf(db, order.items) : {}}
      history={historyIn({ can: c.can, query: {} }, db, 'purchaseorders', id, priced ? [] : [PRICES])}
      zone={readZone(db)}
      jobs={jobsSegment(readLabels(db))}
      waits={c.mailwaits()}
      priced={priced}
      canwrite={c.can('purchase.write')}
      samples={isDraft && priced ? readSamples(db, id) : {}}
      canconfirm={c.can('inventory.write')}
      canreceive={c.can('purchase.receive')}
      tocharge={c.can('supplierinvoices.write') && order.items.some(({ uncharged }) => uncharged > 0)}
      invoices={c.can('supplierinvoices.read') ? listInvoicesOfOrder(db, id) : []}
      {...shown}
    />
  )
}

/** By line of a draft, the item that it orders at the cost that setup brought. */
function readSamples(db: TenantDb, id: string) {
  const costs = readUnconfirmedCosts(db)
  return Object.fromEntries(
    listOrderLines(db, id).flatMap((line) => {
      const sample = sampleCostOfLine(costs, line)
      return sample ? [[line.id, sample]] : []
    }),
  )
}

function unitsOf(db: TenantDb, lines: readonly { inventoryid: string | null }[]) {
  const ids = [...new Set(lines.flatMap(({ inventoryid }) => inventoryid ?? []))]
  const units = Map.groupBy(listItemUnits(db, ids), ({ inventoryid }) => inventoryid)
  return Object.fromEntries(
    findOrderItems(db, ids).map(({ id, baseunit }) => [
      id,
      [baseunit, ...(units.get(id) ?? []).map(({ name }) => name)],
    ]),
  )
}

type Said = {
  warning?: boolean
  tab?: string
  /** Drawn into the dialog that is open, which stays where it is scrolled to and typed in. */
  inplace?: boolean
}

/** Over whatever stands behind it, which is told of the change. */
export const reopenOrderDialog = (
  c: Context,
  id: string,
  message: string,
  { warning, tab, inplace }: Said = {},
) =>
  replaceDialog(
    c.read((db, viewer) => orderDialog(c, db, viewer, id, { tab })),
    snackbarHeaders(message, {
      level: warning ? 'warning' : 'success',
      refresh: { table: 'purchaseorders' },
    }),
    inplace,
  )

import type { DeliveryRow } from '#db/queries/work/deliveries.ts'
import { type DeliveryEventRow, listDeliveryEvents } from '#db/queries/work/delivery-events.ts'
import {
  type ConsignedRow,
  type DeliveryLineRow,
  findGoods,
  type GoodsRow,
  listDeliveryLines,
} from '#db/queries/work/delivery-lines.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { asQuantity, toDecimal } from '#server/money/decimal.ts'
import type {
  Consigned,
  DeliveryDetail,
  DeliveryEvent,
  DeliveryLine,
  DeliverySummary,
  Undelivered,
} from '#views/work/deliveries/types.ts'
import { countLeft } from './check-draft.ts'
import { visibleDelivery } from './find-delivery.ts'
import { findShort } from './find-short.ts'
import { findRedelivered, madeByNote } from './redeliver.ts'

const linkTo = (id: string | null, name: string | null) => (id ? { id, name: name ?? '(unknown)' } : null)

export function presentSummary(row: DeliveryRow): DeliverySummary {
  const { delivery, clientname, locationname, organisationname, storagename, jobreferences } = row
  const { id, version, state, number, date, reference, waybill, carrier, receivedby } = delivery
  return {
    ...{ id, version, state, number, date, reference, waybill, carrier, receivedby },
    board: { id: delivery.boardid, name: row.boardname, slug: row.boardslug },
    organisation: { id: delivery.organisation, name: organisationname },
    client: linkTo(delivery.client, clientname),
    location: linkTo(delivery.location, locationname),
    consignment: linkTo(delivery.storageid, storagename),
    jobs: jobreferences ? jobreferences.split(',') : [],
    lines: row.lines,
    delivered: delivery.deliveredutc,
  }
}

/** @throws 404 */
export function readDelivery(db: TenantDb, viewer: Viewer, id: string): DeliveryDetail {
  const row = visibleDelivery(db, viewer, id)
  const { issuedutc, originalutc, signature, provenby } = row.delivery
  return {
    ...presentSummary(row),
    issued: issuedutc,
    original: originalutc,
    signed: signature !== null,
    provenby,
    items: presentLines(db, row, listDeliveryLines(db, id)),
    events: listDeliveryEvents(db, id).map(presentEvent),
  }
}

function presentLines(
  db: TenantDb,
  { delivery: { state, storageid } }: DeliveryRow,
  rows: readonly DeliveryLineRow[],
): DeliveryLine[] {
  if (state !== 'draft') return rows.map((row) => presentLine(row))
  const found = findGoods(
    db,
    rows.map(({ materialid }) => materialid),
  )
  const goodsOf = new Map(found.map((goods) => [goods.line.id, goods]))
  const leaving = rows.map((line) => ({ line, quantity: line.quantity }))
  const again = findRedelivered(db, leaving, storageid !== null)
  const made = madeByNote(again)
  const lines = rows.flatMap(({ materialid, quantity }) => {
    const goods = goodsOf.get(materialid)
    const own = asQuantity(quantity)
    return goods ? [{ goods, quantity: own, own, made: made.get(materialid) }] : []
  })
  const short = findShort(db, { lines, storageid })
  const againOf = new Map(again.map((one) => [one.line.materialid, one]))
  return rows.map((row) => {
    const one = againOf.get(row.materialid)
    const isdue = !storageid && one?.before.whole === null && !goodsOf.get(row.materialid)?.line.nonbillable
    return {
      ...presentLine(row, short.get(row.materialid)),
      mended: one?.mended ?? 0,
      instock: one?.quantity ?? 0,
      booked: one && one.used > 0 ? { quantity: one.used, ismade: one.ismade, isdue } : undefined,
    }
  })
}

function presentLine(row: DeliveryLineRow, short = ''): DeliveryLine {
  const { id, materialid, jobid, reference, code, consignmentcode, description, itemname, unit } = row
  const { quantity, returned, sold, ordered, allocated, equipmentid, remark } = row
  return {
    ...{ id, materialid, unit, quantity, returned, sold, remark, short },
    job: { id: jobid, reference },
    code: code ?? '',
    consignmentcode: consignmentcode ?? '',
    description: description || itemname || '(unknown)',
    most: Math.max(0, ordered - allocated + quantity - returned),
    package: equipmentid
      ? { id: equipmentid, name: row.equipmentname ?? '(unknown)', barcode: row.equipmentbarcode ?? '' }
      : null,
  }
}

const presentEvent = ({ storagename, dateutc, ...event }: DeliveryEventRow): DeliveryEvent => ({
  ...event,
  storage: storagename ?? '',
  date: dateutc,
})

/**
 * What the job makes, takes from stock, does, or says by words alone. A service is done, not delivered: nothing is called left of an item
 * that is not kept in stock and is made of none that are goods, though a note may have it: once one had some of it, it is bought goods.
 */
export function whatStandsOn({
  line,
  madeofgoods,
  wasnoted,
}: GoodsRow): 'made' | 'stock' | 'bought' | 'service' | 'words' {
  const { inventoryid, inventoryclass } = line
  if (stockDirection(inventoryclass) > 0 || (inventoryclass === null && madeofgoods)) return 'made'
  if (inventoryid === null) return 'words'
  if (inventoryclass !== null) return 'stock'
  return wasnoted ? 'bought' : 'service'
}

/** `tocredit`: what came back and is charged all the same is credited, and not left to deliver, unless somebody sends it again. */
export const presentUndelivered = (row: GoodsRow, tocredit = 0): Undelivered => {
  const { line, reference, client, clientname, location, locationname, code, itemname } = row
  const isService = whatStandsOn(row) === 'service'
  const left = isService ? 0 : Math.max(0, countLeft(row) - row.settled - tocredit)
  const used = Math.max(0, line.consumed - row.allocated)
  return {
    materialid: line.id,
    job: { id: line.jobid, reference },
    client: linkTo(client, clientname),
    location: linkTo(location, locationname),
    code: code ?? '',
    description: line.description || itemname || '(unknown)',
    unit: line.unit,
    ordered: row.ordered,
    estimated: line.estimated,
    made: line.consumed,
    ismade: stockDirection(line.inventoryclass) >= 0,
    left,
    ready: line.consumed > 0 ? Math.min(left, used) : left,
    credited: isService ? 0 : Math.min(countLeft(row), row.settled),
  }
}

export const presentConsigned = (row: ConsignedRow): Consigned => {
  const { id, deliveryid, number, date, storageid, storagename, reference, code, consignmentcode } = row
  const { description, unit, quantity, returned, sold } = row
  return {
    lineid: id,
    delivery: { id: deliveryid, number, date },
    storage: { id: storageid, name: storagename },
    job: reference,
    code: consignmentcode || code || '',
    ...{ description, unit, quantity, returned, sold },
    left: quantity - returned - sold,
  }
}

const decimal = (value: number) => toDecimal(value, 'quantity')

export const undeliveredJson = ({
  ordered,
  estimated: _____,
  made,
  ismade: _,
  ready: __,
  mended: ___,
  instock: ____,
  left,
  credited,
  ...rest
}: Undelivered) => ({
  ...rest,
  ordered: decimal(ordered),
  made: decimal(made),
  left: decimal(left),
  credited: decimal(credited),
})

export const consignedJson = ({ quantity, returned, sold, left, ...rest }: Consigned) => ({
  ...rest,
  quantity: decimal(quantity),
  returned: decimal(returned),
  sold: decimal(sold),
  left: decimal(left),
})

export const deliveryLineJson = ({
  quantity,
  returned,
  sold,
  most,
  mended: _,
  instock: __,
  booked: ___,
  ...rest
}: DeliveryLine) => ({
  ...rest,
  quantity: decimal(quantity),
  returned: decimal(returned),
  sold: decimal(sold),
  most: decimal(most),
})

/** As the calls answer it. @throws 404 */
export function presentDelivery(db: TenantDb, viewer: Viewer, id: string) {
  const { items, events, lines: _, ...delivery } = readDelivery(db, viewer, id)
  return {
    ...delivery,
    lines: items.map(deliveryLineJson),
    events: events.map(({ quantity, ...event }) => ({ ...event, quantity: decimal(quantity) })),
  }
}

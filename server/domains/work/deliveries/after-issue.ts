import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import type { Delivery, DeliveryRow } from '#db/queries/work/deliveries.ts'
import type { DeliveryEventRow } from '#db/queries/work/delivery-events.ts'
import { type DeliveryLineRow, listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import { deliveries, delivery_events, delivery_lines, storage } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows, updateById } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { LineGoods } from '#server/domains/sales/invoices/line-goods.ts'
import { storeLineGoods } from '#server/domains/sales/invoices/read-goods.ts'
import { conflict, invalid, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'
import { changeableDelivery } from './find-delivery.ts'
import { presentDelivery } from './present.ts'

export type LineQuantity = { lineid: string; quantity: Quantity | null }
export type Chosen = { line: DeliveryLineRow; quantity: Quantity }

/** @throws 404, 403, 400 for a draft, 409 when somebody else changed it first */
export function issuedDelivery(tx: Tx, viewer: Viewer, id: string, version?: number): DeliveryRow {
  const row = changeableDelivery(tx.db, viewer, id)
  if (row.delivery.state === 'draft')
    throw new Problem(400, 'A draft has not left yet: issue it first.', { code: 'draft' })
  if (version !== undefined && version !== row.delivery.version)
    throw conflict(presentDelivery(tx.db, viewer, id))
  return row
}

/** What of a line is out: neither back nor sold. */
export const countOut = ({
  quantity,
  returned,
  sold,
}: Pick<DeliveryLineRow, 'quantity' | 'returned' | 'sold'>) => asQuantity(quantity - returned - sold)

/** Without `asked`: all that is out. @throws 400 by field, for more than is out */
export function chooseOut(
  tx: Tx,
  id: string,
  field: 'returns' | 'sold',
  asked: readonly LineQuantity[] | undefined,
): Chosen[] {
  const lines = listDeliveryLines(tx.db, id)
  const all = lines.map((line) => ({ line, quantity: countOut(line) })).filter(({ quantity }) => quantity > 0)
  if (!asked && all.length > 0) return all
  if (!asked?.length)
    throw invalid({
      [field]: `Nothing of this note is out any more.${field === 'returns' && lines.some(({ sold }) => sold > 0) ? SOLD : ''}`,
    })
  const seen = new Set<string>()
  return asked.map(({ lineid, quantity }, at) => {
    const name = (of: string) => `${field}.${at}.${of}`
    const line = lines.find(({ id }) => id === lineid)
    if (!line || seen.has(lineid))
      throw invalid({ [name('lineid')]: 'This line is not on the note, or stands twice.' })
    seen.add(lineid)
    if (quantity === null || quantity <= 0)
      throw invalid({ [name('quantity')]: 'The quantity must be above zero.' })
    const out = countOut(line)
    if (quantity > out)
      throw invalid({
        [name('quantity')]: `${sayOut(line, out)}${field === 'returns' ? saySold(line) : ''}`,
      })
    return { line, quantity }
  })
}

const sayOut = ({ description, unit }: DeliveryLineRow, out: Quantity) =>
  out === 0
    ? `Nothing of ${description} is out any more.`
    : `Only ${formatQuantity(out, unit)} of ${description} ${isOrAre(out)} out.`

const SOLD = ' What was sold comes back by a credit note for goods returned, once it is invoiced.'

const saySold = ({ sold, unit }: DeliveryLineRow) =>
  sold > 0 ? ` ${formatQuantity(asQuantity(sold), unit)} of it was sold.${SOLD}` : ''

/** `wassold`: what comes back had been sold from the client’s place. */
type Event = {
  kind: DeliveryEventRow['kind']
  storageid: string | null
  reason: string
  wassold?: boolean
}
type Happened = { line: Pick<DeliveryLineRow, 'id' | 'returned' | 'sold'>; quantity: Quantity }

/** Gives the event of each line. */
export function recordEvents(
  tx: Tx,
  chosen: readonly Happened[],
  { kind, storageid, reason, wassold }: Event,
): ReadonlyMap<string, string> {
  const about = { kind, storageid, reason, dateutc: tx.now, user: tx.by.name }
  const rows = chosen.map(({ line, quantity }) => ({
    ...{ id: randomUUIDv7(), lineid: line.id, quantity, ...about },
  }))
  insertRows(tx.db, delivery_events, rows)
  const counts = kind === 'sold' ? 'sold' : 'returned'
  for (const { line, quantity } of chosen)
    updateById(tx.db, delivery_lines, line.id, {
      [counts]: asQuantity(line[counts] + quantity),
      ...(wassold && { sold: asQuantity(line.sold - quantity) }),
    })
  return new Map(rows.map(({ id, lineid }) => [lineid, id]))
}

/** `instock`: in millionths of the unit, of what came back, what is in stock again; `before`: of that, what a credit note brought in. */
type Back = {
  line: Pick<DeliveryLineRow, 'id' | 'restocked' | 'restockedbefore'>
  instock: number
  before: number
  goods?: { before: LineGoods; after: LineGoods }
}

/** Keeps what of a return is in stock, with what it changed of the documents before it. */
export function storeBack(tx: Tx, backs: readonly Back[]) {
  storeLineGoods(
    tx,
    backs.flatMap(({ goods }) => goods ?? []),
  )
  for (const { line, instock, before } of backs)
    updateById(tx.db, delivery_lines, line.id, {
      restocked: asQuantity(line.restocked + instock),
      restockedbefore: asQuantity(line.restockedbefore + before),
    })
}

export function storeState(tx: Tx, { id, version }: Delivery, values: Partial<Delivery>) {
  tx.db
    .update(deliveries)
    .set({ ...values, version: version + 1, updatedutc: tx.now })
    .where(eq(deliveries.id, id))
    .run()
}

/** @throws 400 for a place that is not there */
export const checkStorage = (tx: Tx, storageid: string | null | undefined): string | null =>
  storageid ? getRecord(tx.db, storage, storageid, 'storageid').id : null

export const sayChosen = (chosen: readonly Chosen[]) =>
  chosen.map(({ line, quantity }) => `${formatQuantity(quantity, line.unit)} ${line.description}`).join(', ')

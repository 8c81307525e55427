import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { listOrderLines, type OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import type { OrderRow } from '#db/queries/purchasing/orders.ts'
import { organisations, purchaseorder_lines, purchaseorders, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { conflict, invalid } from '#server/errors.ts'
import { type Change, formatPlainValue, recordHistory } from '#server/history.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { findName, insert, updateRecord } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatQuantity, formatRate } from '#views/format.ts'
import {
  type CheckedOrder,
  type CheckedOrderLine,
  checkOrder,
  type OrderInput,
  type OrderLineInput,
} from './check-order.ts'
import { getDraftOrder } from './find-order.ts'
import { presentOrder } from './present.ts'
import { touchOrder } from './touch-order.ts'

export type OrderDraft = Partial<OrderInput> & { version?: number }

/** Returns its id. @throws as `checkOrder` */
export function addOrder(tx: Tx, viewer: Viewer, input: OrderInput): string {
  const { lines, ...values } = checkOrder(tx.db, viewer, input)
  const date = todayIn(readZone(tx.db), new Date(tx.now))
  const { id } = insert(tx, purchaseorders, { ...values, date })
  storeLines(tx, id, lines)
  touchOrder(tx, id, lines)
  return id
}

/** What the draft would be with this change. @throws 404, 400 for one that was sent, 409, as `checkOrder` */
export function readOrderDraft(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { version, lines, ...given }: OrderDraft,
): { row: OrderRow; before: OrderLineRow[]; draft: CheckedOrder } {
  const row = getDraftOrder(db, id)
  if (version !== undefined && version !== row.order.version) throw conflict(presentOrder(db, viewer, id))
  const before = listOrderLines(db, id)
  const { supplier, organisation, required, expected, reference, note } = row.order
  const now = { supplier, organisation, required, expected, reference, note, lines: before }
  const known = new Set(before.flatMap(({ jobid }) => jobid ?? []))
  const changed = { ...now, ...omitUndefined(given), ...(lines && { lines: lines.map(keepStored(before)) }) }
  return { row, before, draft: checkOrder(db, viewer, changed, known) }
}

/** Who sees no prices sends none back: they stay, and so does why planning proposed a line. */
function keepStored(before: readonly OrderLineRow[]) {
  const own = new Map(before.map((line) => [line.id, line]))
  return (line: OrderLineInput): OrderLineInput => {
    const known = line.id ? own.get(line.id) : undefined
    if (!known || known.inventoryid !== line.inventoryid) return line
    const { planned, rate, discount } = known
    return line.rate === undefined
      ? { ...line, planned, rate, discount: line.discount ?? discount }
      : { ...line, planned }
  }
}

/** @throws as `readOrderDraft` */
export function changeOrderDraft(tx: Tx, viewer: Viewer, id: string, change: OrderDraft) {
  const { before, draft } = readOrderDraft(tx.db, viewer, id, change)
  const { lines, ...values } = draft
  const ids = new Set(before.map((line) => line.id))
  if (lines.some((line) => line.id && !ids.has(line.id)))
    throw invalid({ lines: 'A line that is changed must stand on this order.' })
  const { version } = updateRecord(tx, purchaseorders, id, values, (field, value) =>
    formatValue(tx.db, field, value),
  )
  const changes = lineChanges(before, lines)
  if (changes.length > 0 || !Bun.deepEquals(before.map(asStored), lines.map(asStored))) {
    recordHistory(tx, 'purchaseorders', id, changes)
    tx.db.delete(purchaseorder_lines).where(eq(purchaseorder_lines.orderid, id)).run()
    storeLines(tx, id, lines)
    tx.db
      .update(purchaseorders)
      .set({ version: version + 1, updatedutc: tx.now })
      .where(eq(purchaseorders.id, id))
      .run()
  }
  touchOrder(tx, id, [...before, ...lines])
}

/** It never had a number, so none is lost. @throws 404, 400 for one that was sent */
export function deleteOrder(tx: Tx, id: string) {
  getDraftOrder(tx.db, id)
  const lines = listOrderLines(tx.db, id)
  tx.db.delete(purchaseorders).where(eq(purchaseorders.id, id)).run()
  recordHistory(tx, 'purchaseorders', id, [{ field: 'deleted', oldvalue: 'draft', newvalue: '' }])
  touchOrder(tx, id, lines)
}

function storeLines(tx: Tx, orderid: string, lines: readonly CheckedOrderLine[]) {
  const rows = lines.map(({ id = randomUUIDv7(), ...line }, rank) => ({ ...line, id, orderid, rank }))
  insertRows(tx.db, purchaseorder_lines, rows)
}

type SaidLine = Pick<CheckedOrderLine, 'description' | 'quantity' | 'unit' | 'rate' | 'discount'>

/** What of a line a change would show. */
const asStored = (line: CheckedOrderLine | OrderLineRow) => {
  const { inventoryid, description, suppliercode, suppliername, unit, unitratio, quantity, rate } = line
  const { discount, jobid, note, receivable } = line
  return [
    ...[inventoryid, description, suppliercode, suppliername, unit, unitratio, quantity, rate],
    ...[discount, jobid, note, Boolean(receivable)],
  ]
}

/** Prices apart, since not everybody sees them. */
function lineChanges(before: readonly SaidLine[], after: readonly SaidLine[]): Change[] {
  const said = { lines: sayLines, [PRICES]: sayPrices }
  return Object.entries(said).flatMap(([field, say]) => {
    const [oldvalue, newvalue] = [say(before), say(after)]
    return oldvalue === newvalue ? [] : { field, oldvalue, newvalue }
  })
}

/** The field of the history that shows what goods cost. */
export const PRICES = 'prices'

const sayLines = (lines: readonly SaidLine[]) =>
  lines
    .map(({ quantity, unit, description }) => `${formatQuantity(quantity, unit)} ${description}`)
    .join(', ')

const sayPrices = (lines: readonly SaidLine[]) =>
  lines.map(({ description, rate }) => `${description} ${formatRate(rate)}`).join(', ')

const named = { organisation: organisations, supplier: suppliers }

const formatValue = (db: TenantDb, field: string, value: unknown) =>
  field in named && value
    ? findName(db, named[field as keyof typeof named], value)
    : formatPlainValue(field, value)

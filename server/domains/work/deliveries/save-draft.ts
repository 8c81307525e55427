import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import type { DeliveryRow } from '#db/queries/work/deliveries.ts'
import { type DeliveryLineRow, listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import {
  clients,
  deliveries,
  delivery_lines,
  locations,
  organisations,
  storage,
} from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { conflict, forbidden, invalid } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { findName, insert, updateRecord } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatQuantity } from '#views/format.ts'
import { type CheckedDraft, type CheckedLine, checkDraft, type DraftInput } from './check-draft.ts'
import { changeableDelivery, changeableDraftNote } from './find-delivery.ts'
import { presentDelivery } from './present.ts'

export type DeliveryDraft = Partial<Omit<DraftInput, 'boardid'>> & { version?: number }

/** @throws as `checkDraft`, 403 */
export function checkNewDelivery(db: TenantDb, viewer: Viewer, input: DraftInput): CheckedDraft {
  if (!viewer.boards.has(input.boardid)) throw invalid({ boardid: 'This board could not be found.' })
  if (!hasPermission(viewer, input.boardid, 'work')) throw forbidden()
  return checkDraft(db, viewer, input)
}

/** Returns its id. @throws as `checkNewDelivery` */
export const addDelivery = (tx: Tx, viewer: Viewer, input: DraftInput): string =>
  storeNewDelivery(tx, checkNewDelivery(tx.db, viewer, input))

/** Of what `checkNewDelivery` checked in this state of the file. Returns its id. */
export function storeNewDelivery(tx: Tx, { lines, ...values }: CheckedDraft, newid?: string): string {
  const date = todayIn(readZone(tx.db), new Date(tx.now))
  const { id } = insert(tx, deliveries, { ...values, date, id: newid })
  storeLines(tx, id, lines)
  tx.publish('RecordChanged', [{ table: 'deliveries', id }])
  return id
}

/** What the draft would be with this change. @throws 404, 403, 400 for an issued one, 409, as `checkDraft` */
export function readDraftWith(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { version, ...given }: DeliveryDraft,
): { row: DeliveryRow; before: DeliveryLineRow[]; own: ReadonlyMap<string, Quantity>; draft: CheckedDraft } {
  // Who saw an older version is told so first, also of one that was issued meanwhile.
  const { delivery } = changeableDelivery(db, viewer, id)
  if (version !== undefined && version !== delivery.version) throw conflict(presentDelivery(db, viewer, id))
  const row = changeableDraftNote(db, viewer, id)
  const before = listDeliveryLines(db, id)
  const own = new Map(before.map(({ materialid, quantity }) => [materialid, asQuantity(quantity)]))
  const { boardid, organisation, client, location, storageid, reference, waybill, carrier } = row.delivery
  const now = { boardid, organisation, client, location, storageid, reference, waybill, carrier }
  return {
    row,
    before,
    own,
    draft: checkDraft(db, viewer, { ...now, lines: before, ...omitUndefined(given) }, own),
  }
}

/** @throws as `readDraftWith` */
export function changeDeliveryDraft(tx: Tx, viewer: Viewer, id: string, change: DeliveryDraft) {
  const { before, draft } = readDraftWith(tx.db, viewer, id, change)
  storeDraftChange(tx, id, draft, change.lines && before)
}

/** Of what `readDraftWith` checked in this state of the file. `before`: the lines of the note, where others were given. */
export function storeDraftChange(
  tx: Tx,
  id: string,
  { lines, boardid: _, ...values }: CheckedDraft,
  before: readonly DeliveryLineRow[] | undefined,
) {
  const { version } = updateRecord(tx, deliveries, id, values, (field, value) =>
    formatValue(tx.db, field, value),
  )
  if (before && sayLines(lines) !== sayLines(before.map(asChecked))) {
    recordHistory(tx, 'deliveries', id, [
      { field: 'lines', oldvalue: sayLines(before.map(asChecked)), newvalue: sayLines(lines) },
    ])
    tx.db.delete(delivery_lines).where(eq(delivery_lines.deliveryid, id)).run()
    storeLines(tx, id, lines)
    tx.db
      .update(deliveries)
      .set({ version: version + 1, updatedutc: tx.now })
      .where(eq(deliveries.id, id))
      .run()
  }
  tx.publish('RecordChanged', [{ table: 'deliveries', id }])
}

/** It never had a number, so none is lost. @throws 404, 403, 400 for an issued one */
export function deleteDelivery(tx: Tx, viewer: Viewer, id: string) {
  changeableDraftNote(tx.db, viewer, id)
  tx.db.delete(deliveries).where(eq(deliveries.id, id)).run()
  recordHistory(tx, 'deliveries', id, [{ field: 'deleted', oldvalue: 'draft', newvalue: '' }])
  tx.publish('RecordChanged', [{ table: 'deliveries', id }])
}

function storeLines(tx: Tx, deliveryid: string, lines: readonly CheckedLine[]) {
  const rows = lines.map(({ goods, quantity, piece }, rank) => ({
    ...{ id: randomUUIDv7(), deliveryid, materialid: goods.line.id },
    ...{ rank, quantity, equipmentid: piece?.id ?? null },
  }))
  insertRows(tx.db, delivery_lines, rows)
}

type SaidLine = Pick<CheckedLine, 'quantity' | 'piece'> & {
  goods: { line: { description: string; unit: string } }
}

const asChecked = ({
  description,
  unit,
  quantity,
  equipmentid,
  equipmentname,
}: DeliveryLineRow): SaidLine => ({
  goods: { line: { description, unit } },
  quantity: asQuantity(quantity),
  piece: equipmentid ? { id: equipmentid, name: equipmentname ?? '' } : null,
})

const sayLines = (lines: readonly SaidLine[]) =>
  lines
    .map(({ goods: { line }, quantity, piece }) =>
      [`${formatQuantity(quantity, line.unit)} ${line.description}`, piece && `in ${piece.name}`]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')

const named = { organisation: organisations, client: clients, location: locations, storageid: storage }

const formatValue = (db: TenantDb, field: string, value: unknown) =>
  field in named && value
    ? findName(db, named[field as keyof typeof named], value)
    : formatPlainValue(field, value)

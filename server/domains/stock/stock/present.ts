import type { LedgerRow, StockItemRow } from '#db/queries/stock/stock.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { BookedMovement } from '#server/stock/book.ts'
import type { OnHand, StockLevels } from '#server/stock/read.ts'
import type { LineToBook } from './book-used-before.ts'
import type { SyncedLine } from './sync-stock.ts'

const units = (millionths: number) => toDecimal(millionths, 'quantity')

export const presentOnHand = ({ id, code, name, baseunit }: StockItemRow, stock: OnHand) => ({
  inventoryid: id,
  code,
  name,
  unit: baseunit,
  quantity: units(stock.quantity),
  storage: stock.places.map(({ storageid, name, quantity }) => ({
    storageid,
    name,
    quantity: units(quantity),
  })),
})

/** A job on a board that the person does not see has no reference here, as it has none anywhere else. */
const presentMovementJob = ({ jobid, reference, boardid, location }: LedgerRow, viewer: Viewer) =>
  jobid && boardid && canSeeJobAt(viewer, boardid, location)
    ? { id: jobid, reference: reference ?? '(unknown)' }
    : null

/** One movement with the balance after it, in base units; `entered` is as the person typed it. */
export const presentMovement = (row: LedgerRow, viewer: Viewer) => ({
  seq: row.seq,
  kind: row.kind,
  quantity: units(row.quantity),
  balance: units(row.balance),
  entered:
    row.enteredquantity === null ? null : { quantity: units(row.enteredquantity), unit: row.enteredunit },
  inventoryclass: row.inventoryclass,
  storage: row.storageid ? { id: row.storageid, name: row.storage ?? '(unknown)' } : null,
  job: presentMovementJob(row, viewer),
  materialid: row.materialid,
  document: row.document,
  note: row.note,
  user: row.user,
  date: row.createdutc,
  effectivedate: row.effectivedate,
  reverses: row.reverses,
  reversedby: row.reversedby,
})

export const presentUsedBefore = (
  { line, reference, boardid, location, moves }: LineToBook,
  viewer: Viewer,
) => ({
  id: line.id,
  job: boardid && canSeeJobAt(viewer, boardid, location) ? { id: line.jobid, reference } : null,
  description: line.description,
  consumed: units(line.consumed),
  unit: line.unit,
  moves: units(moves),
})

export const presentBookingResult = ({ seq, quantity, balance }: BookedMovement) => ({
  seq,
  quantity: units(quantity),
  balance: units(balance),
})

export const presentLevels = (item: StockItemRow, { onhand, reserved, available, onorder }: StockLevels) => ({
  ...presentOnHand(item, onhand),
  reserved: units(reserved),
  available: units(available),
  onorder: units(onorder),
})

export const presentSyncedLine = ({ line, booked, short }: SyncedLine) => ({
  id: line.id,
  version: line.version,
  unit: line.unit,
  consumed: units(line.consumed),
  booked: units(booked),
  short: units(short),
})

import type { LedgerRow, StockItem } from '#db/queries/stock.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { Booked } from '#server/stock/book.ts'
import type { OnHand } from '#server/stock/read.ts'

const units = (millionths: number) => toDecimal(millionths, 'quantity')

/** Stock of an item, in all and by place, in its base unit. */
export const presentOnHand = ({ id, code, name, baseunit }: StockItem, stock: OnHand) => ({
  ...{ inventoryid: id, code, name, unit: baseunit },
  quantity: units(stock.quantity),
  storage: stock.places.map(({ storageid, name, quantity }) => ({
    storageid,
    name,
    quantity: units(quantity),
  })),
})

/** One movement with the balance after it, in base units; `entered` is as the person typed it. */
export const presentMovement = (row: LedgerRow) => ({
  seq: row.seq,
  kind: row.kind,
  quantity: units(row.quantity),
  balance: units(row.balance),
  entered:
    row.enteredquantity === null ? null : { quantity: units(row.enteredquantity), unit: row.enteredunit },
  inventoryclass: row.inventoryclass,
  storage: row.storageid ? { id: row.storageid, name: row.storage ?? '(unknown)' } : null,
  job: row.jobid ? { id: row.jobid, reference: row.reference ?? '(unknown)' } : null,
  materialid: row.materialid,
  document: row.document,
  note: row.note,
  user: row.user,
  date: row.createdutc,
  effectivedate: row.effectivedate,
  reverses: row.reverses,
  reversedby: row.reversedby,
})

export const presentBooked = ({ seq, quantity, balance }: Booked) => ({
  seq,
  quantity: units(quantity),
  balance: units(balance),
})

import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, MAX_DECIMAL, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { readBill } from '#server/stock/bill.ts'
import { explode } from '#server/stock/explode.ts'

export type WantedInput = {
  inventoryid: string
  code: string
  name: string
  baseunit: string
  /** As the product’s list has it; the base unit for what comes in through another input. */
  unit: string
  /** Base units. */
  quantity: Quantity
  archived: boolean
}

/** What a line’s estimated quantity takes, from stock: an input that is made itself is one of them, what is in it is not. */
export function wantedInputs(db: TenantDb, line: MaterialRow): WantedInput[] {
  const { inventoryid, estimated, unitratio } = line
  if (!inventoryid || estimated === 0) return []
  const bill = readBill(db, [inventoryid])
  const all = asQuantity(MAX_DECIMAL)
  const kept = new Map([...bill].filter(([id]) => id !== inventoryid).map(([id]) => [id, all]))
  const quantity = toBase(estimated, parseRatio(unitratio))
  const needs = explode(bill, new Map([[inventoryid, quantity]]), kept)
  const ids = [...needs].filter(([id, need]) => id !== inventoryid && !need.phantom).map(([id]) => id)
  const units = new Map(listInputs(db, inventoryid).map((input) => [input.inventoryid, input.unitname]))
  const order = [...units.keys()]
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return itemsById(db, ids)
    .map(({ id, code, name, baseunit, archived }) => ({
      inventoryid: id,
      code,
      name,
      baseunit,
      unit: units.get(id) ?? baseunit,
      quantity: needs.get(id)!.gross,
      archived: archived === 1,
    }))
    .sort((a, b) => place(a.inventoryid) - place(b.inventoryid))
}

import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { type Bill, readBill } from '#server/stock/bill.ts'
import { explode } from '#server/stock/explode.ts'
import { MAX_DECIMAL } from '#views/ui/field-rules.ts'

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

type Product = Pick<MaterialRow, 'inventoryid' | 'estimated' | 'consumed' | 'unitratio'>

/** For how much of a product its inputs are planned: what came on top of an approved estimate says only how much is made. */
export const plannedQuantity = ({ estimated, consumed }: Pick<MaterialRow, 'estimated' | 'consumed'>) =>
  estimated === 0 ? consumed : estimated

/** By item, in base units: what a line’s quantity takes from stock of what a bill that holds its item says. */
export function explodeLine(bill: Bill, product: Product): Map<string, Quantity> {
  const { inventoryid, unitratio } = product
  const made = plannedQuantity(product)
  if (!inventoryid || made === 0) return new Map()
  const all = asQuantity(MAX_DECIMAL)
  const kept = new Map([...bill].filter(([id]) => id !== inventoryid).map(([id]) => [id, all]))
  const quantity = toBase(made, parseRatio(unitratio))
  const needs = explode(bill, new Map([[inventoryid, quantity]]), kept)
  return new Map(
    [...needs].flatMap(([id, need]): [string, Quantity][] =>
      id === inventoryid || need.phantom ? [] : [[id, need.gross]],
    ),
  )
}

/** What a line’s quantity takes, from stock: an input that is made itself is one of them, what is in it is not. */
export function wantedInputs(db: TenantDb, line: Product): WantedInput[] {
  const { inventoryid } = line
  if (!inventoryid) return []
  const needs = explodeLine(readBill(db, [inventoryid]), line)
  const units = new Map(listInputs(db, inventoryid).map((input) => [input.inventoryid, input.unitname]))
  const order = [...units.keys()]
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return itemsById(db, [...needs.keys()])
    .map(({ id, code, name, baseunit, archived }) => ({
      inventoryid: id,
      code,
      name,
      baseunit,
      unit: units.get(id) ?? baseunit,
      quantity: needs.get(id)!,
      archived: archived === 1,
    }))
    .sort((a, b) => place(a.inventoryid) - place(b.inventoryid))
}

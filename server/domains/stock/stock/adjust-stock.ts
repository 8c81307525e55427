import { listItemContexts, listReferences, listUnitContexts } from '#db/queries/work/material-context.ts'
import type { Tx } from '#db/tenants.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { invalid } from '#server/errors.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asQuantity, type Quantity, type Rate } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { type BookedMovement, bookMovement } from '#server/stock/book.ts'

type Adjustment = {
  inventoryid: string
  quantity: Quantity | null
  unit?: string
  storageid?: string | null
  effectivedate?: string | null
  note?: string
  /** What one of the unit cost without VAT. */
  cost?: Rate | null
}

/** @throws 400 by field, also when the account blocks negative stock */
export function adjustStock(tx: Tx, kind: 'inbound' | 'outbound', input: Adjustment): BookedMovement {
  const { inventoryid, quantity, effectivedate, note } = input
  const [item] = listItemContexts(tx.db, [inventoryid])
  if (!item) throw invalid({ inventoryid: 'This item could not be found.' })
  if (!quantity || quantity < 0) throw invalid({ quantity: 'The quantity must be above zero.' })
  const { cost } = input
  if (cost && (cost < 0 || kind === 'outbound'))
    throw invalid({ cost: 'A cost is that of what comes in, and is not below zero.' })
  const { unit, unitratio } = resolveLineUnit(item, input.unit, listUnitContexts(tx.db, [inventoryid]))
  const base = toBase(quantity, parseRatio(unitratio))
  if (base === 0)
    throw invalid({ quantity: 'This is less than the smallest quantity that stock is kept in.' })
  return bookMovement(tx, {
    inventoryid,
    kind,
    effectivedate,
    note,
    inventoryclass: item.inventoryclass,
    storageid: checkedStorage(tx, input.storageid, item.storageid),
    quantity: asQuantity(kind === 'inbound' ? base : -base),
    entered: { quantity, unit },
    ...(kind === 'inbound' && cost !== null && cost !== undefined
      ? { cost: { cents: extendedAmount(quantity, cost) } }
      : {}),
  })
}

function checkedStorage(tx: Tx, named: string | null | undefined, own: string | null): string | null {
  if (named === undefined) return own
  if (named && !listReferences(tx.db, [named]).some(({ kind }) => kind === 'storageid'))
    throw invalid({ storageid: 'This storage could not be found.' })
  return named
}

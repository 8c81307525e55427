import { listInputs, type NewInput, storeInputs } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asPercent, type Percent, type Quantity } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { BillCircle, readBill } from '#server/stock/bill.ts'
import { formatPercent, formatQuantity } from '#views/format.ts'

export type GivenInput = {
  inventoryid: string | null
  quantity: Quantity | null
  unit?: string
  scrap?: Percent | null
}

/**
 * In this order, in place of what there was.
 * @throws 400 with the fields named by their position (`2.unit`); also for a circle, whose path it says
 */
export function saveInputs(tx: Tx, productid: string, given: readonly GivenInput[]) {
  const { code } = getRecord(tx.db, inventory, productid)
  const before = describeInputs(tx.db, productid)
  storeInputs(tx.db, productid, checkInputs(tx.db, productid, given))
  refuseCircle(tx.db, productid, code)
  const after = describeInputs(tx.db, productid)
  if (before === after) return
  recordHistory(tx, 'inventory', productid, [{ field: 'inputs', oldvalue: before, newvalue: after }])
  tx.publish('RecordChanged', [{ table: 'inventory', id: productid }])
}

const MOST_SCRAP = asPercent(10_000_000)

function checkInputs(db: TenantDb, productid: string, given: readonly GivenInput[]): NewInput[] {
  const ids = given.map(({ inventoryid }) => inventoryid ?? '')
  const items = new Map(itemsById(db, ids).map((item) => [item.id, item]))
  const kept = new Set(listInputs(db, productid).map(({ inventoryid }) => inventoryid))
  const units = Map.groupBy(listItemUnits(db, ids), ({ inventoryid }) => inventoryid)
  return given.map(({ inventoryid, quantity, unit, scrap }, at) => {
    const refuse = (field: string, why: string) => invalid({ [`${at}.${field}`]: why })
    const item = items.get(inventoryid ?? '')
    if (!item) throw refuse('inventoryid', 'Choose an item.')
    const named = `${item.name} [${item.code}]`
    if (ids.indexOf(item.id) < at) throw refuse('inventoryid', `${named} stands in the list twice.`)
    if (item.archived && !kept.has(item.id)) throw refuse('inventoryid', `${named} is archived.`)
    if (quantity === null || quantity <= 0) throw refuse('quantity', 'The quantity must be above zero.')
    if ((scrap ?? 0) < 0 || (scrap ?? 0) > MOST_SCRAP)
      throw refuse('scrap', 'What is lost must be between 0 and 1 000 %.')
    const wanted = unit?.toLowerCase() ?? ''
    const own = units.get(item.id)?.find(({ name }) => name.toLowerCase() === wanted)
    if (wanted && !own && wanted !== item.baseunit.toLowerCase())
      throw refuse('unit', `${named} has no unit “${unit}”.`)
    return { inputid: item.id, quantity, unitid: own?.id ?? null, scrap: scrap ?? asPercent(0) }
  })
}

/** After the change, in its transaction: so two people cannot close a circle between them. */
function refuseCircle(db: TenantDb, productid: string, code: string) {
  try {
    readBill(db, [productid])
  } catch (error) {
    if (!(error instanceof BillCircle)) throw error
    const codes = new Map(itemsById(db, error.path).map((item) => [item.id, item.code]))
    const path = error.path.map((id) => codes.get(id) ?? id).join(' → ')
    throw new Problem(400, `${code} would be made of itself: ${path}.`, {
      code: 'circle',
      fields: { inputs: `This makes a circle: ${path}.` },
    })
  }
}

const describeInputs = (db: TenantDb, productid: string): string =>
  listInputs(db, productid)
    .map(({ code, quantity, unitname, baseunit, scrap }) => {
      const extra = scrap === 0 ? '' : ` + ${formatPercent(scrap)}`
      return `${code}: ${formatQuantity(quantity, unitname ?? baseunit)}${extra}`
    })
    .join(', ')

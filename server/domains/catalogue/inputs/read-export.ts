import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { ExportRow } from '#server/export/cells.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readInputs } from './read-inputs.ts'

/** Every product in an item once, with its inputs: the form that the import takes. */
export function readExport(c: ClaimHolder, db: TenantDb, itemid: string) {
  const { id, code } = getRecord(db, inventory, itemid)
  const { bill, costs } = readInputs(c, db, id)
  const codes = new Map(itemsById(db, [...bill.keys()]).map((item) => [item.id, item.code]))
  const rows = [...bill.keys()].flatMap((productid) =>
    listInputs(db, productid).map(({ inventoryid, name, quantity, unitname, baseunit, scrap, ...input }) => {
      const cost = costs?.get(inventoryid)?.cost
      const row: ExportRow = [
        ...[codes.get(productid), input.code, name, toDecimal(quantity, 'quantity'), unitname ?? baseunit],
        toDecimal(scrap, 'percent'),
        ...(cost === undefined ? [] : [toDecimal(cost, 'rate')]),
      ]
      return row
    }),
  )
  return { code, rows, costs: costs !== undefined }
}

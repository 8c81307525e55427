import { listInputs } from '#db/queries/catalogue/inputs.ts'
import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { listImportUrl } from '#server/importable-lists.ts'
import { getRecord } from '#server/records.ts'
import type { Bill } from '#server/stock/bill.ts'
import { ItemInputs, type TreeLine } from '#views/catalogue/inputs/tab.tsx'
import { readLabourCosts } from './read-costs.ts'
import { readInputs } from './read-inputs.ts'
import { listProductUses } from './read-uses.ts'

export function inputsTab(c: ClaimHolder, db: TenantDb, itemid: string) {
  const { id, code, baseunit } = getRecord(db, inventory, itemid)
  const { bill, inputs, costs } = readInputs(c, db, id)
  const units = Map.groupBy(
    listItemUnits(
      db,
      inputs.map(({ inventoryid }) => inventoryid),
    ),
    ({ inventoryid }) => inventoryid,
  )
  return (
    <ItemInputs
      id={id}
      code={code}
      unit={baseunit}
      inputs={inputs.map((input) => ({
        ...input,
        units: [input.baseunit, ...(units.get(input.inventoryid) ?? []).map(({ name }) => name)],
      }))}
      cost={
        inputs.length > 0 && costs
          ? { ...costs.get(id)!, labour: readLabourCosts(db, bill).get(id)!.cost }
          : undefined
      }
      tree={inputs.some(({ made }) => made) ? readTree(db, bill, id) : []}
      uses={listProductUses(db, id)}
      fromstock={stockDirection(itemClass(db, id)) < 0}
      can={{
        write: c.can('inventory.write'),
        stock: c.can('stock.read'),
        export: c.can('records.export'),
      }}
      importurl={listImportUrl('bills', 'inventory.write', c)}
    />
  )
}

const itemClass = (db: TenantDb, id: string) => listItemContexts(db, [id])[0]?.inventoryclass ?? null

/** Each product’s inputs once: where it stands again, it says so. */
function readTree(db: TenantDb, bill: Bill, productid: string): TreeLine[] {
  const items = new Map(itemsById(db, [...bill.keys()]).map((item) => [item.id, item]))
  const seen = new Set<string>()
  const below = (id: string): TreeLine[] =>
    listInputs(db, id).map(({ inventoryid, code, name, quantity, unitname, baseunit, scrap }) => {
      const made = (bill.get(inventoryid)?.inputs.length ?? 0) > 0
      const again = made && seen.has(inventoryid)
      seen.add(inventoryid)
      return {
        ...{ id: inventoryid, code, name, quantity, scrap, again },
        unit: unitname ?? baseunit,
        archived: items.get(inventoryid)?.archived === 1,
        inputs: made && !again ? below(inventoryid) : [],
      }
    })
  return below(productid)
}

import { listInputLines } from '#db/queries/work/job-inputs.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { fromBase, parseRatio, toBase } from '#server/money/units.ts'
import { type WantedInput, wantedInputs } from './wanted-inputs.ts'

/** Of one item; base units. Lines are a copy: what an item is made of changes none of them by itself. */
type ComparedInput = {
  inventoryid: string | null
  name: string
  unit: string
  /** By the lines, and by what the product is made of. */
  planned: Quantity
  wanted: Quantity
  lines: MaterialRow[]
  input?: WantedInput
}

export function compareInputs(db: TenantDb, product: MaterialRow): ComparedInput[] {
  const lines = listInputLines(db, product.id)
  const wanted = wantedInputs(db, product)
  const known = new Set(wanted.map(({ inventoryid }) => inventoryid))
  const byItem = Map.groupBy(lines, ({ inventoryid }) => inventoryid)
  const others = lines.filter(({ inventoryid }) => !inventoryid || !known.has(inventoryid))
  return [
    ...wanted.map((input) => {
      const own = byItem.get(input.inventoryid) ?? []
      return {
        inventoryid: input.inventoryid,
        name: input.name,
        unit: input.baseunit,
        planned: sumPlanned(own),
        wanted: input.quantity,
        lines: own,
        input,
      }
    }),
    ...others.map((line) => ({
      inventoryid: line.inventoryid,
      name: line.description,
      unit: line.unit,
      planned: line.estimated,
      wanted: asQuantity(0),
      lines: [line],
    })),
  ]
}

const sumPlanned = (lines: readonly MaterialRow[]) =>
  asQuantity(
    lines.reduce((sum, { estimated, unitratio }) => sum + toBase(estimated, parseRatio(unitratio)), 0),
  )

export const inUnit = (base: Quantity, unitratio: string): Quantity => fromBase(base, parseRatio(unitratio))

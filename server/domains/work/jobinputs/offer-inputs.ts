import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { makesItem } from './bring-inputs.ts'
import { compareInputs } from './compare-inputs.ts'

/** What a person is told who plans a product: its inputs follow when they say so. */
export function offerInputs(db: TenantDb, line: MaterialRow): string | undefined {
  if (!line.inventoryid || !makesItem(line)) return
  const compared = compareInputs(db, line)
  if (compared.every(({ planned, wanted }) => planned === wanted)) return
  return compared.some(({ lines }) => lines.length > 0)
    ? 'Saved. Its inputs are planned for another quantity: open the inputs of its line to change them.'
    : 'Saved. It is made of other items: open the inputs of its line to plan them.'
}

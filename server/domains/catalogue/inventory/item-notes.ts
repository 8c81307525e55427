import type { CrudRow } from '#db/queries/crud.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { figuresNote, readItemFigures } from './item-figures.ts'

/** Beside each item of a picker: its code and model, what one costs and what there is of it. */
export function itemNotes({ can }: ClaimHolder, db: TenantDb, rows: readonly CrudRow[]): Map<string, string> {
  const ids = rows.map(({ record }) => record.id)
  const figures = readItemFigures(db, ids, { price: canSeeItemRates({ can }), stock: can('stock.read') })
  return new Map(
    rows.map(({ title, record: { id, code, make, model, baseunit } }) => {
      const makeAndModel = [make, model].filter(Boolean).join(' ')
      const found = figures.get(id)
      const parts = [
        code,
        makeAndModel === title ? '' : makeAndModel,
        (found && figuresNote(found)) || baseunit,
      ]
      return [id, parts.filter(Boolean).join(' · ')]
    }),
  )
}

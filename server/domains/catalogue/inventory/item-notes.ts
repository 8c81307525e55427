import type { CrudRow } from '#db/queries/crud.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { asRate } from '#server/money/decimal.ts'
import { formatRate, perUnit } from '#views/format.ts'
import { figuresNote, readItemFigures } from './item-figures.ts'

/** Beside each item of a picker: its code and model, what one sells at, or costs where it is bought, and what there is of it. */
export function itemNotes(
  c: ClaimHolder,
  db: TenantDb,
  rows: readonly CrudRow[],
  of?: 'cost',
): Map<string, string> {
  const ids = rows.map(({ record }) => record.id)
  const seesRates = canSeeItemRates(c)
  const seesCost = seesRates && of === 'cost'
  const figures = readItemFigures(db, ids, { price: seesRates && !seesCost, stock: c.can('stock.read') })
  return new Map(
    rows.map(({ title, record: { id, code, make, model, baseunit, rate } }) => {
      const makeAndModel = [make, model].filter(Boolean).join(' ')
      const found = figures.get(id)
      const parts = [
        code,
        makeAndModel === title ? '' : makeAndModel,
        seesCost && `costs ${formatRate(asRate(Number(rate)))}${perUnit(String(baseunit))}`,
        (found && figuresNote(found)) || baseunit,
      ]
      return [id, parts.filter(Boolean).join(' · ')]
    }),
  )
}

import { type StepRow, stepById } from '#db/queries/catalogue/steps.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'

export const presentStep = ({ step, categoryname }: StepRow) => ({
  ...step,
  category: { id: step.category, name: categoryname },
})

export function readStep(db: TenantDb, id: string) {
  const row = stepById(db, id)
  if (!row) throw notFound('step')
  return presentStep(row)
}

import { defaultOrganisation } from '#db/queries/settings/organisations.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Literal, RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'
import { updateRecord } from '#server/records.ts'

/** @throws for taking the flag off the default one */
export function ensureOneDefault(
  tx: Tx,
  values: RecordValues,
  before: { id: string; flagdefault?: unknown } | null,
): RecordValues {
  const current = defaultOrganisation(tx.db)
  if (!current) return { ...values, flagdefault: true }
  const isIt = current.id === before?.id
  if (isIt && values.flagdefault === false)
    throw invalid({ flagdefault: 'Make another organisation the default instead.' })
  if (!isIt && values.flagdefault === true)
    updateRecord(tx, organisations, current.id, { flagdefault: false })
  return values
}

export const refuseDefaultArchive: Literal['onArchive'] = (_tx, record) =>
  record.flagdefault ? 'This is the default organisation. Make another one the default first.' : undefined

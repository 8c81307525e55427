import { type CategoryFieldRow, fieldById } from '#db/queries/catalogue/fields.ts'
import { categories, category_fields } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { presentField } from './present.ts'

type Values = { label?: string; compulsary?: boolean; typeid?: number; archived?: boolean; version?: number }

export function addField(
  tx: Tx,
  { category, ...values }: Values & { id?: string; category: string; label: string },
) {
  if (!getRecord(tx.db, categories, category, 'category').jobcategory)
    throw invalid({ category: 'Only job categories have fields.' })
  return announce(tx, insert(tx, category_fields, { ...values, category }))
}

/** What jobs hold in it stays. @throws 404, 409 */
export function changeField(tx: Tx, id: string, { version, ...values }: Values) {
  const before = fieldById(tx.db, id)
  if (before && version !== undefined && version !== before.field.version)
    throw versionConflict(presentField(before), before.field, values, formatPlainValue)
  return announce(tx, updateRecord(tx, category_fields, id, values))
}

function announce(tx: Tx, field: typeof category_fields.$inferSelect): CategoryFieldRow {
  tx.publish('RecordChanged', [{ table: 'category_fields', id: field.category }])
  return fieldById(tx.db, field.id)!
}

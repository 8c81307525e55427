import type { CategoryItem } from '#db/queries/category-inventory.ts'
import type { FieldRow, JobField } from '#db/queries/fields.ts'
import { asRate, toDecimal } from '#server/money/decimal.ts'

export const presentField = ({ field, categoryname }: FieldRow) => ({
  ...field,
  category: { id: field.category, name: categoryname },
})

/** What a category asks of a job, with what the job holds as text; an empty text is nothing. */
export const presentJobField = ({
  id,
  label,
  compulsary,
  typeid,
  category,
  categoryname,
  value,
}: JobField) => ({
  id,
  label,
  compulsary: compulsary === 1,
  typeid,
  category: { id: category, name: categoryname },
  value: value ?? '',
})

export const presentItem = ({
  inventoryid,
  code,
  name,
  storageid,
  storagename,
  rate,
  ...rest
}: CategoryItem) => ({
  ...rest,
  inventoryid,
  inventory: { id: inventoryid, name, code },
  storage: storageid ? { id: storageid, name: storagename ?? '(unknown)' } : null,
  rate: rate === null ? null : toDecimal(asRate(rate), 'rate'),
})

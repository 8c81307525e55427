import type { CategoryItem } from '#db/queries/catalogue/category-inventory.ts'
import type { FieldRow } from '#db/queries/catalogue/fields.ts'
import { asRate, toDecimal } from '#server/money/decimal.ts'

export const presentField = ({ field, categoryname }: FieldRow) => ({
  ...field,
  category: { id: field.category, name: categoryname },
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

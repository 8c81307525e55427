import { classValues } from '#server/domains/catalogue/inventory/input-classes.ts'
import { flag, id, integer, object, reference, t, text, version } from '#server/http/fields.ts'

/** 0 text, 1 date, 3 number, 4 yes or no (spec 2, section 3). Pages offer text alone. */
const typeid = () =>
  t.Union([t.Literal(0), t.Literal(1), t.Literal(3), t.Literal(4)], {
    error: 'must be 0 (text), 1 (date), 3 (number) or 4 (yes or no)',
  })

export const NewField = object({
  id: t.Optional(reference()),
  category: id(),
  label: text(120, { required: true }),
  compulsary: t.Optional(flag()),
  typeid: t.Optional(typeid()),
})

export const FieldChange = object({
  label: t.Optional(text(120, { required: true })),
  compulsary: t.Optional(flag()),
  typeid: t.Optional(typeid()),
  archived: t.Optional(flag()),
  version: version(),
})

export const FieldList = object({ archived: t.Optional(flag()) })

export const ItemLink = t.Optional(object(classValues))

export const ItemUnlink = object({ inventoryid: t.Optional(id()) })

// The buttons stand in the dialog's form, whose other fields come along.
export const FieldForm = t.Object(
  {
    fieldlabel: t.Optional(text(120)),
    fieldcompulsary: t.Optional(flag()),
    fieldversion: t.Optional(integer(1, 1_000_000_000)),
  },
  { additionalProperties: true },
)

export const ItemForm = t.Object({ inventoryid: t.Optional(id()) }, { additionalProperties: true })

import { listItemUnits, type UnitRow } from '#db/queries/catalogue/units.ts'
import type { Options, ResourceField } from '#server/crud/field.ts'
import { presentResource } from '#server/crud/read.ts'
import { ratioSchema } from '#server/domains/catalogue/units/ratio-field.tsx'
import { unit } from '#server/domains/catalogue/units/resource.ts'
import { object, reference, t, text } from '#server/http/fields.ts'
import { recordLimits } from '#server/record-limits.ts'
import { type GivenUnit, saveUnits } from './save-units.ts'
import type { ItemUnit } from './types.ts'

// What not everybody may see of it is taken out by `redacted`.
const everybody = { can: () => true }

const asRows = (value: unknown) => (value ?? []) as UnitRow[]

export const unitsField = (options: Options): ResourceField => ({
  ...options,
  schema: t.Array(
    object({
      id: t.Optional(reference()),
      name: t.Optional(text(40)),
      ratiotobase: t.Optional(ratioSchema()),
    }),
    {
      maxItems: recordLimits.units[0],
      error: 'must be a list of { name, ratiotobase }',
    },
  ),
  reply: t.Array(
    t.Object({
      id: t.String(),
      version: t.Number(),
      name: t.String(),
      ratiotobase: t.Union([t.Number(), t.String()]),
      lastprice: t.Optional(t.Union([t.Number(), t.Null()])),
    }),
  ),
  json: ({ value }) =>
    asRows(value).map((record) => {
      const found = { title: record.name, record, names: {}, linked: {} }
      const { id, version, name, ratiotobase, lastprice } = presentResource(unit, found, everybody)
      return { id, version, name, ratiotobase, lastprice }
    }),
  redacted: (units) => (units as ItemUnit[]).map(({ lastprice: _, ...rest }) => rest),
  format: () => '',
  input: () => null,
  cell: ({ value }) =>
    asRows(value)
      .map(({ name }) => name)
      .join(', '),
  linked: {
    read: (db, ids) => Map.groupBy(listItemUnits(db, ids), ({ inventoryid }) => inventoryid),
    save: (tx, inventoryid, given) => saveUnits(tx, inventoryid, given as GivenUnit[]),
  },
})

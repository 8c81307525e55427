import {
  flag,
  id,
  listQuery,
  object,
  percent,
  rate,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

const ID = t.String({ maxLength: 100 })
const name = () => text(120, { required: true })

const figures = {
  baserate: t.Optional(rate()),
  markuppercent: t.Optional(percent()),
  markupamount: t.Optional(rate()),
}

export const NewGroup = object({ id: t.Optional(reference()), name: name() })
export const GroupForm = object({ name: name(), version: version() })
export const GroupChange = object({
  name: t.Optional(name()),
  archived: t.Optional(flag()),
  version: version(),
})

export const GroupList = object(listQuery)

export const PreviewQuery = object({
  ...figures,
  price: t.Optional(rate()),
  exclusive: t.Optional(flag()),
  category: t.Optional(reference()),
})

/** An entry is known by its pair, a group and an item: the specification gives it no id. */
export const NewEntry = object({ pricinggroup: ID, inventory: ID, ...figures })
export const EntryChange = object({
  pricinggroup: ID,
  inventory: ID,
  ...figures,
  archived: t.Optional(flag()),
  version: version(),
})
export const ByEntry = t.Object({ id: id(), inventory: id() })
export const NewEntryForm = object({ inventory: t.String({ maxLength: 40 }), ...figures })
export const EntryForm = object({ ...figures, version: version() })

export const Link = object({ client: ID, pricinggroup: ID })
export const Unlink = object({ client: ID, pricinggroup: t.Optional(ID) })
export const LinkForm = object({ client: t.String({ maxLength: 40 }) })

const scope = {
  percent: t.Optional(percent()),
  amount: t.Optional(rate()),
  category: t.Optional(reference()),
  add: t.Optional(flag()),
}

export const BatchBody = object({
  pricinggroup: ID,
  ...scope,
  inventories: t.Optional(t.Array(ID, { maxItems: 10_000 })),
  preview: t.Optional(flag()),
  stamp: t.Optional(text(40)),
})
export const BatchForm = object({ ...scope, stamp: t.Optional(text(40)) })

const optionalId = () => t.Optional(t.String({ maxLength: 40 }))
export const ExplorerQuery = object({ client: optionalId(), inventory: optionalId() })

import { type DeliveryState, deliveryStates } from '#db/schema/tenant/index.ts'
import {
  choice,
  choiceOrAll,
  date,
  documentLines,
  flag,
  id,
  instantField,
  listQuery,
  object,
  quantity,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

const parties = {
  organisation: t.Optional(reference()),
  client: t.Optional(reference()),
  location: t.Optional(reference()),
  storageid: t.Optional(reference()),
  reference: t.Optional(text(120)),
  waybill: t.Optional(text(60)),
  carrier: t.Optional(text(120)),
}

const Lines = t.Array(
  object({ materialid: id(), quantity: quantity(), equipmentid: t.Optional(reference()) }),
  documentLines,
)
const Quantities = t.Array(object({ lineid: id(), quantity: quantity() }), documentLines)

/** `storageid`: goods on consignment, and the place at the client's where they lie. */
export const NewDelivery = object({ boardid: id(), ...parties, lines: Lines })

/**
 * A draft takes its own fields; `status` issues it, proves that it was received, or says what came back (`returns`; all
 * of it without); `restock` puts it into stock, `scrap` takes others in its place. `sold`: of goods on consignment.
 */
export const DeliveryChange = object({
  version: version(),
  status: t.Optional(choice('issued', 'delivered', 'returned')),
  ...parties,
  lines: t.Optional(Lines),
  proof: t.Optional(
    object({
      name: t.Optional(text(120)),
      signature: t.Optional(t.Unknown()),
      time: t.Optional(instantField()),
      remarks: t.Optional(t.Array(object({ lineid: id(), remark: text(200) }), documentLines)),
    }),
  ),
  returns: t.Optional(Quantities),
  sold: t.Optional(Quantities),
  reason: t.Optional(text(200)),
  restock: t.Optional(flag()),
  scrap: t.Optional(flag()),
})

export const DeliveryList = object({
  skip: listQuery.skip,
  take: listQuery.take,
  search: listQuery.search,
  sort: listQuery.sort,
  state: t.Optional(t.Unsafe<DeliveryState | ''>(choiceOrAll(...deliveryStates))),
  client: t.Optional(t.String({ maxLength: 40 })),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

export const GoodsQuery = object({
  search: listQuery.search,
  client: t.Optional(t.String({ maxLength: 40 })),
})

export const LinkedPackage = t.Object({ a: id(), b: id(), c: id() })

const deliverySteps = ['save', 'issue', 'deliver', 'return', 'sell'] as const
export type DeliveryStepName = (typeof deliverySteps)[number]
export const DeliveryStep = t.Object({ id: id(), step: choice(...deliverySteps) })

/** What a browser sends of inputs of one name: one text, or many in their order. */
const texts = () =>
  t.Optional(
    t.Union([t.String({ maxLength: 200 }), t.Array(t.String({ maxLength: 200 }), documentLines)], {
      error: 'must be texts',
    }),
  )

export const NewDeliveryForm = object({
  boardid: id(),
  ...parties,
  materialid: texts(),
  quantity: texts(),
})

export const DeliveryForm = object({
  version: version(),
  ...parties,
  materialid: texts(),
  lineid: texts(),
  quantity: texts(),
  equipmentid: texts(),
  remark: texts(),
  name: t.Optional(text(120)),
  signature: t.Optional(t.String({ maxLength: 300_000 })),
  reason: t.Optional(text(200)),
  becomes: t.Optional(choice('stock', 'mended', 'scrapped')),
})

/** A piece by its barcode or its id; without lines, all that are in none yet. */
export const Packing = object({
  barcode: t.Optional(text(80)),
  equipmentid: t.Optional(reference()),
  lineids: texts(),
})

export const DeliveryDialogQuery = object({
  tab: t.Optional(choice('proof', 'photos', 'return', 'sell')),
})

export const NewDeliveryQuery = object({
  boardid: t.Optional(t.String({ maxLength: 40 })),
  jobid: t.Optional(t.String({ maxLength: 40 })),
  search: listQuery.search,
})

export const DeliveryPhoto = object({ file: t.Optional(t.Any()), filename: text(200, { required: true }) })

import { date, id, integer, object, quantity, rate, reference, t, text } from '#server/http/fields.ts'

const BREAKS = 20

const Breaks = t.Array(object({ quantity: quantity(), price: rate() }), {
  maxItems: BREAKS,
  error: `must be a list of at most ${BREAKS} prices`,
})

/** What one supplier calls an item and asks for it; price, pack and minimum are of `unit`. */
export const SupplierItem = object({
  supplier: reference(),
  code: t.Optional(text(60)),
  name: t.Optional(text(200)),
  unit: t.Optional(text(40)),
  price: t.Optional(rate()),
  packsize: t.Optional(quantity()),
  minimum: t.Optional(quantity()),
  leadtime: t.Optional(
    t.Union([t.Null(), t.Literal(''), integer(0, 730)], { error: 'must be working days' }),
  ),
  breaks: t.Optional(Breaks),
})

export const OfItemSupplier = t.Object({ id: id(), supplierid: id() })

/** `quantity`: from so many on, empty for any; `validfrom`: from that day on, empty for always. Without a price it ends there. */
export const SupplierPrice = object({
  quantity: t.Optional(quantity()),
  validfrom: t.Optional(date()),
  price: t.Optional(rate()),
})

export const OfSupplierPrice = t.Object({ id: id(), supplierid: id(), priceid: id() })

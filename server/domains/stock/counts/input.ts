import {
  choice,
  flag,
  integer,
  object,
  percent,
  quantity,
  rate,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

const lineid = () => t.String({ maxLength: 100 })

/** `tolerance` in percent of what is expected, `toleranceamount` in rand of its worth: above either somebody else counts again. */
export const NewSheetInput = object({
  name: t.Optional(text(100)),
  storageid: t.Optional(reference()),
  category: t.Optional(reference()),
  codes: t.Optional(text(20_000, { multiline: true })),
  blind: t.Optional(flag()),
  tolerance: t.Optional(percent()),
  toleranceamount: t.Optional(rate()),
})

export const CountedInput = object({
  lines: t.Array(object({ lineid: lineid(), counted: quantity(), unit: t.Optional(text(60)) }), {
    minItems: 1,
    maxItems: 500,
  }),
})

/** `wasempty`: as the page showed it. Left so, it says nothing of what somebody else has counted since. */
export const CountedForm = object({
  lineid: lineid(),
  counted: quantity(),
  unit: t.Optional(text(60)),
  wasempty: t.Optional(flag()),
})

export const StepInput = object({
  version: version(),
  state: choice('counting', 'review', 'posted', 'cancelled', 'undone'),
  /** Books what is above the tolerance although nobody counted it again. */
  unconfirmed: t.Optional(flag()),
})

export const SheetList = object({
  skip: t.Optional(integer(0, 10_000_000)),
  take: t.Optional(integer(1, 500)),
})

export const LineChoice = object({ line: t.Optional(lineid()), code: t.Optional(text(120)) })

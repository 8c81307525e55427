import {
  choiceOrAll,
  FileUpload,
  flag,
  listQuery,
  object,
  reference,
  type StaticDecode,
  t,
  text,
} from '#server/http/fields.ts'

export const BankList = object({
  skip: listQuery.skip,
  take: listQuery.take,
  state: t.Optional(choiceOrAll('open', 'booked', 'ignored')),
})

const column = () => t.Optional(text(80))

export const StatementUpload = t.Object({
  ...FileUpload.properties,
  account: text(80, { required: true, label: 'account' }),
  date: column(),
  description: column(),
  reference: column(),
  amount: column(),
  moneyin: column(),
  moneyout: column(),
  fee: column(),
  balance: column(),
  unproven: t.Optional(flag()),
})

/** Either of the two. */
export const BookLine = object({ number: t.Optional(text(40)), client: t.Optional(reference()) })

export type StatementFields = StaticDecode<typeof StatementUpload>

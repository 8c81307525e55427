import { type Static, type TObject, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const strict = { additionalProperties: false } as const
const uuid = () => t.String({ pattern: '^[0-9a-fA-F-]{36}$' })
const day = () => t.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
const oneOf = <T extends string>(...values: T[]) => t.Union(values.map((value) => t.Literal(value)))

export const XeroLine = t.Object(
  {
    Description: t.String({ minLength: 1, maxLength: 4_000 }),
    Quantity: t.Number(),
    UnitAmount: t.Number(),
    LineAmount: t.Number(),
    AccountCode: t.String({ minLength: 1 }),
    TaxType: t.String({ minLength: 1 }),
    TaxAmount: t.Number(),
  },
  strict,
)

const document = {
  Contact: t.Object({ ContactID: uuid() }, strict),
  Date: day(),
  LineAmountTypes: oneOf('Exclusive'),
  CurrencyCode: oneOf('ZAR'),
  Status: oneOf('AUTHORISED'),
  Reference: t.Optional(t.String()),
  LineItems: t.Array(XeroLine, { minItems: 1 }),
}

export const XeroInvoice = t.Object(
  {
    Type: oneOf('ACCREC', 'ACCPAY'),
    InvoiceNumber: t.String({ minLength: 1, maxLength: 255 }),
    DueDate: day(),
    ...document,
  },
  strict,
)

export const XeroCreditNote = t.Object(
  {
    Type: oneOf('ACCRECCREDIT', 'ACCPAYCREDIT'),
    CreditNoteNumber: t.String({ minLength: 1, maxLength: 255 }),
    ...document,
  },
  strict,
)

export const XeroPayment = t.Object(
  {
    Invoice: t.Object({ InvoiceID: uuid() }, strict),
    Account: t.Object({ AccountID: uuid() }, strict),
    Date: day(),
    Amount: t.Number({ exclusiveMinimum: 0 }),
    Reference: t.Optional(t.String()),
  },
  strict,
)

export const XeroAllocation = t.Object(
  {
    Invoice: t.Object({ InvoiceID: uuid() }, strict),
    Amount: t.Number({ exclusiveMinimum: 0 }),
    Date: day(),
  },
  strict,
)

export const XeroContact = t.Object(
  {
    Name: t.String({ minLength: 1, maxLength: 255 }),
    ContactNumber: t.Optional(t.String({ maxLength: 50 })),
    AccountNumber: t.Optional(t.String({ maxLength: 50 })),
    EmailAddress: t.Optional(t.String({ maxLength: 255 })),
    TaxNumber: t.Optional(t.String({ maxLength: 50 })),
  },
  strict,
)

export type SentLine = Static<typeof XeroLine>

const words: Record<string, string> = {
  AccountCode: 'an account code',
  TaxType: 'a tax type',
  Description: 'a description',
  InvoiceNumber: 'a number',
  CreditNoteNumber: 'a number',
  Name: 'a name',
}

/** A sentence for each thing that Xero would not take. */
export const findXeroFaults = (schema: TObject, value: unknown): string[] => [
  ...new Set(
    [...Value.Errors(schema, value)].map(({ path, message, schema: { maxLength } }) => {
      const field = path.split('/').at(-1) ?? ''
      const line = /\/LineItems\/(\d+)\//.exec(path)?.[1]
      const where = line === undefined ? '' : ` of line ${Number(line) + 1}`
      if (maxLength !== undefined && /less or equal/.test(message))
        return `Xero takes at most ${maxLength} characters as ${words[field] ?? field}${where}.`
      return `Xero needs ${words[field] ?? field}${where}.`
    }),
  ),
]

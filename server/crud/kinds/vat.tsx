import { date, object, t } from '#server/http/fields.ts'
import { type Percent, toDecimal } from '#server/money/decimal.ts'
import { findVatChangesFault, readVatChanges, writtenChanges } from '#server/money/vat-changes.ts'
import { VatChangesInput, VatText } from '#views/crud/vat.tsx'
import type { Options, ResourceField } from '../field.ts'
import { orNull } from '../reply-schema.ts'
import { percentField } from './figures.tsx'

type VatRate = Options & { check: (value: Percent | null) => string | undefined }

/** A VAT rate that its list shows with all changes of it. */
export const vatField = (options: VatRate): ResourceField => ({
  ...percentField(options),
  cell: ({ value, found }) => (
    <VatText
      vat={value as number | null}
      changes={readVatChanges(found.record.vatchanges as string)}
      standard={Boolean(found.record.vatnumber)}
    />
  ),
})

/** What holds in place of a rate from a day on. */
export const vatChangesField = ({ check, ...options }: VatRate): ResourceField => ({
  importable: false,
  ...options,
  schema: t
    .Transform(
      t.Array(object({ since: date(), vat: t.Union([t.Null(), t.Number(), t.String({ maxLength: 20 })]) }), {
        maxItems: 100,
        error: 'must be a list of `since` and `vat`',
      }),
    )
    .Decode((rows) => writtenChanges(rows.map(({ since, vat }) => ({ since: since ?? '', vat }))))
    .Encode((value) => value as never),
  form: {
    schema: { vatchanges: t.Optional(texts()), vatpercents: t.Optional(texts()) },
    read: ({ vatchanges, vatpercents }) => {
      if (vatchanges === undefined) return
      const rates = [vatpercents ?? []].flat() as string[]
      return writtenChanges(
        ([vatchanges].flat() as string[]).map((since, at) => ({ since, vat: rates[at]?.trim() || null })),
      )
    },
  },
  check: (value: string) => findVatChangesFault(value, check),
  reply: t.Array(t.Object({ since: t.String(), vat: orNull(t.Number()) })),
  json: ({ value }) =>
    readVatChanges(value as string).map(({ since, vat }) => ({
      since,
      vat: vat === null ? null : toDecimal(vat, 'percent'),
    })),
  format: (value) =>
    readVatChanges(value as string)
      .map(({ since, vat }) => `${vat === null ? 'none' : `${toDecimal(vat, 'percent')} %`} from ${since}`)
      .join(', '),
  input: ({ label, name, hint, value }) => (
    <VatChangesInput label={label} name={name} hint={hint} changes={readVatChanges(value as string)} />
  ),
  cell: () => null,
})

const texts = () =>
  t.Union([t.String({ maxLength: 20 }), t.Array(t.String({ maxLength: 20 }), { maxItems: 100 })], {
    error: 'must be a text or several',
  })

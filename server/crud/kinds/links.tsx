import { type LinkTable, listLinks, listNamed, type NamedRecord, replaceLinks } from '#db/queries/links.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { t } from '#server/http/fields.ts'
import { CheckList } from '#views/crud/checklist.tsx'
import type { Options, ResourceField } from '../field.ts'
import { Named } from '../reply-schema.ts'
import { control } from './texts.tsx'

type Links = Options & {
  through: LinkTable
  none: string
}

export const linksField = ({ through, none, ...options }: Links): ResourceField => ({
  ...options,
  choices: through.to,
  schema: ids(),
  reply: t.Array(Named),
  json: ({ value }) => value,
  format: joinNames,
  input: (c) => (
    <CheckList
      {...control(c)}
      options={c.options}
      chosen={asNamed(c.value).map(({ id }) => id)}
      none={none}
    />
  ),
  cell: ({ value }) => joinNames(value),
  linked: {
    read: (db, owners) => listLinks(db, through, owners),
    save: (tx, owner, wanted, name) => save(tx, through, owner, wanted as string[], name),
  },
})

const asNamed = (value: unknown) => (value ?? []) as NamedRecord[]
const joinNames = (value: unknown) =>
  asNamed(value)
    .map(({ name }) => name)
    .join(', ')

function save(tx: Tx, through: LinkTable, owner: string, wanted: string[], name: string) {
  const before = listLinks(tx.db, through, [owner]).get(owner) ?? []
  const after = listNamed(tx.db, through.to, wanted)
  if (after.length < wanted.length) throw invalid({ [name]: 'One of these records could not be found.' })
  if (joinNames(before) === joinNames(after) && before.length === after.length) return null
  replaceLinks(tx.db, through, owner, wanted)
  return { oldvalue: joinNames(before), newvalue: joinNames(after) }
}

/** A form sends one text for one tick, a list for several, and an empty text beside them so that none can be told. */
const ids = () =>
  t
    .Transform(
      t.Union([t.String({ maxLength: 40 }), t.Array(t.String({ maxLength: 40 }), { maxItems: 500 })], {
        error: 'must be a list of ids',
      }),
    )
    .Decode((value) => [...new Set([value].flat().filter(Boolean))])
    .Encode((value) => value)

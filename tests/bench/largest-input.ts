import type { Schema } from '#tests/attack/support.ts'
import type { ManyIds } from './hold-data.ts'

type Bounded = Schema & {
  maxLength?: number
  maxItems?: number
  patternProperties?: unknown
}

/** Of lists and objects whose schema names no bound: the bounds of the body hold alone. */
const UNBOUNDED = 500

/** The largest body that a schema takes, whose references are records that are there. */
export function largestInput(schema: Bounded | undefined, ids: ManyIds, name = '', at = 0): unknown {
  if (!schema) return
  const { type, properties, items, anyOf, additionalProperties } = schema
  if ('const' in schema) return schema.const
  if (anyOf) return largestOf(anyOf.map((one) => largestInput(one, ids, name, at)))
  if (type === 'array')
    // A body that is itself a list is one of lines of jobs.
    return Array.from({ length: schema.maxItems ?? UNBOUNDED }, (_, n) =>
      largestInput(items, ids, name || 'materials', n),
    )
  if (type === 'object' || properties) {
    const named = Object.entries(properties ?? {}).filter(
      ([key]) => name !== '' || (key !== 'id' && key !== 'version'),
    )
    const open = schema.patternProperties || typeof additionalProperties === 'object'
    return Object.fromEntries([
      ...named.map(([key, part]) => [key, largestInput(part, ids, key === 'id' ? name : key, at)]),
      ...Array.from({ length: open ? UNBOUNDED : 0 }, (_, n) => [`name${n}`, 'see']),
    ])
  }
  if (type === 'string') return largestText(schema, ids, name, at)
  if (type === 'boolean') return true
  // The lanes, roles and sizes whose bounds no schema names begin at 1.
  return type === 'null' ? null : 1
}

/** What lists of a body hold, where the table has another name. */
const kept: Record<string, string> = { fields: 'categoryfields' }

/** Fields that take no free text, by name. */
const SPECIAL: [RegExp, string][] = [
  [/email$/, `${'long-name-'.repeat(5)}x@${'example-'.repeat(6)}com.test`],
  [/^vatnumber$/, '4123456789'],
  [/^(ratiotobase|amount|quantity|counted|paymentdays)$/, '10'],
  [/^primaryphone$/, '021 555 0100'],
  [/^prefix$/, 'JOB-'],
  [/^unit$|^baseunit$/, ''],
  [/^reason$/, 'cancelled'],
  [/^role$|^lane$/, '2'],
  [/(minutes|hours)$/, '8:00'],
  [/^(start|finish|end)utc$|^time$/, '2026-11-02T08:00:00Z'],
  [/^(date|(new)?startdate|enddate|start|finish)$/, '2026-11-20'],
  [/^(expires|duedate)$/, '2999-12-24'],
  [/^((new)?rate|price|average|picked|used|percent|most|cost|finished)$|days$/, '10'],
  [/^(to|cc|bcc)$/, 'somebody@example.test'],
  [/^hour$/, '7'],
  [/^vatchanges$/, ''],
  [/^smtpserver$/, 'mail.example.test'],
  [/^url$/, 'https://203.0.114.1/'],
  [/^claims?$/, 'jobs.read'],
]

const largestOf = (values: unknown[]) =>
  values.toSorted((a, b) => (JSON.stringify(b) ?? '').length - (JSON.stringify(a) ?? '').length)[0]

let written = 0

function largestText({ pattern, maxLength = 40 }: Bounded, ids: ManyIds, name: string, at: number): string {
  const [, special] = SPECIAL.find(([field]) => field.test(name)) ?? []
  if (special !== undefined) return special
  const table = [
    name,
    kept[name] ?? name,
    `${name}s`,
    name.replace(/id$/, ''),
    name.replace(/ids?$/, 's'),
    name.replace(/y$/, 'ies'),
  ]
    .concat(name === 'inventoryid' ? 'inventory' : [])
    .find((one) => one in ids)
  const known = (table ? (ids[table] ?? []) : []).filter((id) => !pattern || new RegExp(pattern).test(id))
  if (known.length > 0) return known[at % known.length] as string
  const words = 'Replace the valve & test <it> '
  // Names, codes and barcodes may each be there once.
  const long = `${written++} ${words.repeat(Math.ceil(maxLength / words.length))}`
    .slice(0, maxLength)
    .trimEnd()
  const tried = [long, '2026-11-21', '1', '#336699', 'a', '']
  return tried.find((one) => !pattern || new RegExp(pattern).test(one)) ?? ''
}

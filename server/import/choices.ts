import { headsOf, plainHead } from './labels.ts'
import { fieldsOf, isRequired, listOf } from './lists.ts'
import { nounOf } from './nouns.ts'

/** Where one field's value comes from, as a person chose it. Empty words mean "nothing". */
export type Choice = {
  column: string
  /** A second column, joined by a space. */
  and: string
  /** The value where the cell is empty, or of every row when there is no column. */
  fallback: string
  /** A percentage that is written as a fraction: 0,05 for 5 %. */
  fraction: boolean
}
/** `key`: the column by which other lists name a row. `empty`: the word for an empty cell. */
export type Choices = { fields: Record<string, Choice>; key: string; empty: string }

/** What reading a file tells of one column: its head, the first values that are there, and what they look like. */
export type Column = { name: string; samples: string[]; filled: number; fractions: boolean }

const NONE: Choice = { column: '', and: '', fallback: '', fraction: false }

export const choiceOf = ({ fields }: Choices, field: string): Choice => fields[field] ?? NONE

/**
 * Which column fills which field: as the last time, where the file still has the column; else by what its head
 * says. A column that no field took by its own name may be guessed for one more field.
 */
export function guessChoices(
  noun: string,
  columns: readonly Column[],
  { empty = '', last }: { empty?: string; last?: Choices } = {},
): Choices {
  const names = columns.map(({ name }) => name)
  const fields: Choices['fields'] = {}
  const taken = new Set<string>()
  for (const field of fieldsOf(noun)) {
    const before = last && choiceOf(last, field)
    if (!before || (before.column !== '' && !names.includes(before.column))) continue
    fields[field] = { ...before, and: names.includes(before.and) ? before.and : '' }
    if (before.column) taken.add(before.column)
  }
  for (const { field, column } of byHead(noun, columns)) {
    if (fields[field]?.column || taken.has(column.name)) continue
    // What was left open the last time with this very column in viewer was left open on purpose.
    if (last && fields[field] && !fields[field].fallback && wasThere(last, column.name)) continue
    taken.add(column.name)
    fields[field] = { ...NONE, ...fields[field], column: column.name, ...details(noun, field, column, names) }
  }
  for (const field of fieldsOf(noun).filter((one) => isRequired(noun, one)))
    fillNeeded(noun, field, columns, fields)
  const key = last && names.includes(last.key) ? last.key : keyOf(noun, names)
  return { fields, key, empty: last?.empty || empty }
}

/** What is needed takes a column that fits it from a field that is not. */
function fillNeeded(noun: string, field: string, columns: readonly Column[], fields: Choices['fields']) {
  if (fields[field]?.column || fields[field]?.fallback) return
  const heads = headsOf(noun, field)
  const column = columns.find(({ name }) => heads.includes(plainHead(name)))
  const owner = Object.keys(fields).find((one) => fields[one]?.column === column?.name)
  if (!column || !owner || isRequired(noun, owner)) return
  fields[owner] = { ...NONE, ...fields[owner], column: '', and: '' }
  fields[field] = { ...NONE, column: column.name }
}

const wasThere = ({ fields, key }: Choices, column: string) =>
  key === column || Object.values(fields).some((one) => one.column === column || one.and === column)

/** Every fit of a head and a field, the surest first: its own words before any others. */
function byHead(noun: string, columns: readonly Column[]) {
  const fits = fieldsOf(noun).flatMap((field, order) => {
    const heads = headsOf(noun, field)
    return columns.flatMap((column) => {
      const rank = heads.indexOf(plainHead(column.name))
      return rank < 0 ? [] : [{ field, column, rank: Math.min(rank, 2), order, exact: rank }]
    })
  })
  return fits.sort((a, b) => a.rank - b.rank || a.exact - b.exact || a.order - b.order)
}

function details(noun: string, field: string, column: Column, names: readonly string[]) {
  const kind = nounOf(noun).fields[field]
  const fraction = (kind === 'discount' || kind === 'percent') && column.fractions
  const last =
    /^first.?name$/i.test(column.name) && names.find((name) => /^(last.?name|surname)$/i.test(name))
  return { fraction, and: listOf(noun)?.joined?.includes(field) && last ? last : '' }
}

/** A list's own number of its rows, such as `supplierID`, which other lists repeat. */
function keyOf(noun: string, names: readonly string[]): string {
  if (!listOf(noun)?.keyed) return ''
  const first = names[0] ?? ''
  return /(^id$|[a-z]ID$|_id$|\bid$)/.test(first) || plainHead(first) === 'id' ? first : ''
}

/** The same as a mapping file says it, for `readMapping`. */
export function mappingOf(noun: string, file: string, choices: Choices): unknown {
  const fields = Object.entries(choices.fields).flatMap(([field, choice]): [string, object][] => {
    const { column, and, fallback, fraction } = choice
    if (!column) return fallback ? [[field, { value: fallback }]] : []
    const source = {
      columns: and ? [column, and] : [column],
      ...(fallback ? { default: fallback } : {}),
      ...(fraction ? { transform: 'percent' } : {}),
    }
    return [[field, source]]
  })
  const key = listOf(noun)?.keyed && choices.key ? { key: choices.key } : {}
  return { empty: choices.empty, files: [{ file, noun, ...key, fields: Object.fromEntries(fields) }] }
}

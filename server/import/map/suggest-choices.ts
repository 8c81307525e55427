import type { SourceColumn } from '#server/import/read/inspect-file.ts'
import { classNames } from '#server/stock/direction.ts'
import { type ColumnChoices, chosenColumn, NO_COLUMN } from './column-choices.ts'
import { acceptedHeaders, normaliseHeader } from './headers.ts'
import { findImportList, importFields, isRequiredField } from './import-lists.ts'
import { getRecordType } from './record-types.ts'

type Fields = ColumnChoices['fields']

/** As the last time, where the file still has the column; else by its header. */
export function suggestChoices(
  recordType: string,
  columns: readonly SourceColumn[],
  { empty = '', last }: { empty?: string; last?: ColumnChoices } = {},
): ColumnChoices {
  const names = columns.map(({ name }) => name)
  const fields = last ? repeatChoices(recordType, names, last) : {}
  const taken = new Set(Object.values(fields).flatMap(({ column }) => column || []))
  for (const { field, column } of rankMatches(recordType, columns)) {
    if (fields[field]?.column || taken.has(column.name)) continue
    // What was left open the last time with this very column in the file was left open on purpose.
    if (last && fields[field] && !fields[field].fallback && usesColumn(last, column.name)) continue
    taken.add(column.name)
    fields[field] = {
      ...NO_COLUMN,
      ...fields[field],
      column: column.name,
      ...choiceDetails(recordType, field, column, names),
    }
  }
  for (const field of importFields(recordType).filter((one) => isRequiredField(recordType, one)))
    fillRequired(recordType, field, columns, fields)
  const key = last && names.includes(last.key) ? last.key : suggestKey(recordType, names)
  return { fields, key, empty: last?.empty || empty }
}

/** What stands in place of a column is of that file alone: a file of other columns begins without. */
function repeatChoices(recordType: string, names: readonly string[], last: ColumnChoices): Fields {
  const fields: Fields = {}
  const isSameShape = Object.values(last.fields).every(({ column }) => !column || names.includes(column))
  for (const field of importFields(recordType)) {
    const before = chosenColumn(last, field)
    if (before.column !== '' && !names.includes(before.column)) continue
    const fallback = isSameShape ? before.fallback : ''
    fields[field] = { ...before, fallback, and: names.includes(before.and) ? before.and : '' }
  }
  return fields
}

function fillRequired(recordType: string, field: string, columns: readonly SourceColumn[], fields: Fields) {
  if (fields[field]?.column || fields[field]?.fallback) return
  const headers = acceptedHeaders(recordType, field)
  const column = columns.find(({ name }) => headers.includes(normaliseHeader(name)))
  const owner = Object.keys(fields).find((one) => fields[one]?.column === column?.name)
  if (!column || !owner || isRequiredField(recordType, owner)) return
  fields[owner] = { ...NO_COLUMN, ...fields[owner], column: '', and: '' }
  fields[field] = { ...NO_COLUMN, column: column.name }
}

const usesColumn = ({ fields, key }: ColumnChoices, column: string) =>
  key === column || Object.values(fields).some((one) => one.column === column || one.and === column)

function rankMatches(recordType: string, columns: readonly SourceColumn[]) {
  const matches = importFields(recordType).flatMap((field, order) => {
    const headers = acceptedHeaders(recordType, field)
    return columns.flatMap((column) => {
      const rank = headers.indexOf(normaliseHeader(column.name))
      return rank < 0 || !isPlausible(recordType, field, column, rank)
        ? []
        : [{ field, column, rank: Math.min(rank, 2), order, exact: rank }]
    })
  })
  return matches.sort((a, b) => a.rank - b.rank || a.exact - b.exact || a.order - b.order)
}

const OWN_NAMES = 2
const PLACES = ['location', 'storageid', 'defaultstorageid', 'parent']

/** “Type” and “Bin” are heads of many columns: what stands in them must be a class, and no bare number a place. */
function isPlausible(recordType: string, field: string, { samples }: SourceColumn, rank: number): boolean {
  if (getRecordType(recordType).fields[field] === 'class') return samples.every(isClass)
  const isNumber = (text: string) => /^[\d.,\s/:-]+$/.test(text)
  return rank < OWN_NAMES || !PLACES.includes(field) || samples.length === 0 || !samples.every(isNumber)
}

const isClass = (text: string) =>
  Object.entries(classNames).some(
    ([number, name]) => text === number || text.toLowerCase() === name.toLowerCase(),
  )

function choiceDetails(recordType: string, field: string, column: SourceColumn, names: readonly string[]) {
  const kind = getRecordType(recordType).fields[field]
  const fraction = (kind === 'discount' || kind === 'percent') && column.fractions
  const lastName =
    /^first.?name$/i.test(column.name) && names.find((name) => /^(last.?name|surname)$/i.test(name))
  const isJoined = findImportList(recordType)?.joined?.includes(field)
  return { fraction, and: isJoined && lastName ? lastName : '' }
}

/** A list's own number of its rows, such as `supplierID`, which other lists repeat. */
function suggestKey(recordType: string, names: readonly string[]): string {
  if (!findImportList(recordType)?.keyed) return ''
  const first = names[0] ?? ''
  return /(^id$|[a-z]ID$|_id$|\bid$)/.test(first) || normaliseHeader(first) === 'id' ? first : ''
}

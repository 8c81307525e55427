import type { MappableTypes } from './mapping.ts'
import { getRecordType, recordTypes } from './record-types.ts'

export const mappableTypes: MappableTypes = Object.fromEntries(
  Object.entries(recordTypes).map(([name, { fields, required }]) => [
    name,
    { fields: Object.keys(fields), required },
  ]),
)

/** Without references in a table of their own. */
export const storedColumns = (recordType: string): string[] =>
  Object.entries(getRecordType(recordType).fields).flatMap(([name, field]) =>
    getRecordType(recordType).unstored?.includes(name) || (typeof field === 'object' && 'many' in field)
      ? []
      : [name],
  )

/** The record type that a field refers to, or `users`, which no list imports; undefined for a plain value. */
export function referencedType(recordType: string, field: string): string | undefined {
  const definition = getRecordType(recordType).fields[field]
  return typeof definition === 'object' && 'references' in definition ? definition.references : undefined
}

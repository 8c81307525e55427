import { importFields } from './import-lists.ts'
import { commonSynonyms, type FieldNames } from './synonyms.ts'
import { synonymsByType } from './synonyms-by-type.ts'

const findFieldNames = (recordType: string, field: string): FieldNames =>
  synonymsByType[recordType]?.[field] ?? commonSynonyms[field] ?? { label: field, synonyms: [] }

export const fieldLabel = (recordType: string, field: string): string =>
  findFieldNames(recordType, field).label

/** Without what people add to a header: case, accents, spaces, signs, a unit in brackets. */
export const normaliseHeader = (header: string): string =>
  header
    .replace(/\([^)]*\)/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9%]/g, '')

export function acceptedHeaders(recordType: string, field: string): string[] {
  const { label, synonyms } = findFieldNames(recordType, field)
  return [label, field, ...synonyms].map(normaliseHeader)
}

export const templateHeaders = (recordType: string): string[] =>
  importFields(recordType).map((field) => fieldLabel(recordType, field))

import { importFields } from './import-lists.ts'
import { commonSynonyms, type FieldNames } from './synonyms.ts'
import { synonymsByType } from './synonyms-by-type.ts'

/** What a field that brings no synonyms is called in all lists has those of its kind. */
function findFieldNames(recordType: string, field: string): FieldNames {
  const own = synonymsByType[recordType]?.[field]
  const common = commonSynonyms[field]
  return (own?.synonyms.length ? own : (common ?? own)) ?? { label: field, synonyms: [] }
}

export function fieldLabel(recordType: string, field: string): string {
  const { word, label } = findFieldNames(recordType, field)
  return word ?? label
}

/** Without what people add to a header: case, accents, spaces, signs, a unit in brackets. */
export const normaliseHeader = (header: string): string =>
  header
    .replace(/\([^)]*\)/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9%]/g, '')

export function acceptedHeaders(recordType: string, field: string): string[] {
  const { label, word, synonyms } = findFieldNames(recordType, field)
  return [label, field, ...(word ? [word] : []), ...synonyms].map(normaliseHeader)
}

export const templateHeaders = (recordType: string): string[] =>
  importFields(recordType).map((field) => fieldLabel(recordType, field))

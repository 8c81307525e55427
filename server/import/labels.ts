import { fieldsOf } from './lists.ts'

import { common, type Words } from './words-common.ts'
import { own } from './words-own.ts'

const wordsOf = (noun: string, field: string): Words =>
  own[noun]?.[field] ?? common[field] ?? { label: field }

/** What a field is called as a column's head, in templates, exports and on the mapping page. */
export const labelOf = (noun: string, field: string): string => wordsOf(noun, field).label

/** A head without what people add to it: case, accents, spaces, signs, a unit in brackets. */
export const plainHead = (head: string): string =>
  head
    .replace(/\([^)]*\)/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9%]/g, '')

/** The heads that mean a field, best first. */
export function headsOf(noun: string, field: string): string[] {
  const { label, also = [] } = wordsOf(noun, field)
  return [label, field, ...also].map(plainHead)
}

/** The heads of a template, in the fields' order. */
export const templateHeads = (noun: string): string[] => fieldsOf(noun).map((field) => labelOf(noun, field))

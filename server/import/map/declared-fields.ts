import type { ResourceFields } from '#server/crud/field.ts'
import type { FieldDeclaration, FieldDeclarations } from '#server/record-fields.ts'
import type { RecordField } from './record-type.ts'
import { type FieldNames, fieldNames } from './synonyms.ts'

const importable = (fields: FieldDeclarations) =>
  Object.entries(fields).filter(([, { importable }]) => importable)

function toRecordField(field: FieldDeclaration): RecordField {
  if (field.kind === 'text') return { text: field.max, multiline: field.rows !== undefined }
  if (field.kind === 'email') return { text: field.max, email: true }
  if (field.kind === 'reference') return { references: field.to }
  if (field.kind === 'list') return { references: field.of, many: true }
  return field.kind
}

export const declaredFields = (fields: FieldDeclarations): Record<string, RecordField> =>
  Object.fromEntries(importable(fields).map(([name, field]) => [name, toRecordField(field)]))

export const declaredNames = (
  fields: FieldDeclarations,
  words: Readonly<Record<string, string>> = {},
): Record<string, FieldNames> =>
  Object.fromEntries(
    importable(fields).map(([name, { label, synonyms = [] }]) => [
      name,
      { ...fieldNames(label, ...synonyms), word: words[name] },
    ]),
  )

export const importableFields = (fields: ResourceFields): FieldDeclarations =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, importable, label, synonyms }]) =>
      kind && importable ? [[name, { ...kind, label, importable: true, synonyms }]] : [],
    ),
  )

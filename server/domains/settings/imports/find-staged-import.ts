import { importById } from '#db/queries/settings/imports.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import {
  type ColumnChoices,
  findImportList,
  type ImportList,
  importFields,
  isRequiredField,
  type StagedImport,
} from '#server/import/index.ts'
import { getImports } from './running-imports.ts'

/** @throws 404 for no list, 403 for one that this person may not import */
export function allowedList(c: Context, name: string): ImportList {
  const list = findImportList(name)
  if (!list) throw notFound('list')
  if (!c.can(list.claim)) throw forbidden()
  return list
}

export function findStagedImport(c: Context<{ list: string; id: string }>): StagedImport {
  allowedList(c, c.params.list)
  const staged = getImports(c.services).stagedImports.read(c.person.accountid, c.params.id)
  if (staged?.recordType !== c.params.list) throw notFound('file')
  return staged
}

export function findDone(c: Context<{ list: string; id: string }>) {
  allowedList(c, c.params.list)
  const done = c.read((db) => importById(db, c.params.id))
  if (done?.noun !== c.params.list) throw notFound('import')
  return done
}

/** @throws 400 by field, for a column that the file does not have and for what is needed and nothing fills */
export function checkChoices({ recordType, inspection }: StagedImport, { fields, key }: ColumnChoices) {
  const known = new Set(['', ...inspection.columns.map(({ name }) => name)])
  const wrong: Record<string, string> = {}
  for (const field of importFields(recordType)) {
    const { column = '', and = '', fallback = '' } = fields[field] ?? {}
    if (!known.has(column) || !known.has(and)) wrong[`column-${field}`] = 'The file has no such column.'
    else if (isRequiredField(recordType, field) && !column && !fallback)
      wrong[`column-${field}`] = 'This is needed: choose its column, or what it is for every row.'
  }
  if (!known.has(key)) wrong.key = 'The file has no such column.'
  if (Object.keys(wrong).length) throw invalid(wrong)
}

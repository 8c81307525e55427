import { importById } from '#db/queries/settings/imports.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Choices } from '#server/import/choices.ts'
import type { Draft, Drafts } from '#server/import/drafts.ts'
import { fieldsOf, isRequired, type List, listOf } from '#server/import/lists.ts'

/** A list that this person may bring in. @throws 404 for one that is none, 403 */
export function allowedList(c: Context, name: string): List {
  const list = listOf(name)
  if (!list) throw notFound('list')
  if (!c.can(list.claim)) throw forbidden()
  return list
}

/** A file on its way into this list. @throws 404, 403 */
export function findDraft(c: Context<{ list: string; id: string }>, drafts: Drafts): Draft {
  allowedList(c, c.params.list)
  const draft = drafts.read(c.person.accountid, c.params.id)
  if (draft?.noun !== c.params.list) throw notFound('file')
  return draft
}

/** What an import of this list did. @throws 404, 403 */
export function findDone(c: Context<{ list: string; id: string }>) {
  allowedList(c, c.params.list)
  const done = c.read((db) => importById(db, c.params.id))
  if (done?.noun !== c.params.list) throw notFound('import')
  return done
}

/** @throws 400 by field, for a column that the file does not have and for what is needed and nothing fills */
export function checkChoices({ noun, look }: Draft, { fields, key }: Choices) {
  const known = new Set(['', ...look.columns.map(({ name }) => name)])
  const wrong: Record<string, string> = {}
  for (const field of fieldsOf(noun)) {
    const { column = '', and = '', fallback = '' } = fields[field] ?? {}
    if (!known.has(column) || !known.has(and)) wrong[`column-${field}`] = 'The file has no such column.'
    else if (isRequired(noun, field) && !column && !fallback)
      wrong[`column-${field}`] = 'This is needed: choose its column, or what it is for every row.'
  }
  if (!known.has(key)) wrong.key = 'The file has no such column.'
  if (Object.keys(wrong).length) throw invalid(wrong)
}

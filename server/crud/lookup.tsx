import { type CrudQuery, type CrudRow, type CrudTable, createReading, listRows } from '#db/queries/crud.ts'
import type { Counted } from '#db/queries/lists.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { object, type TSchema, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, redirect } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { CreateDialog } from '#views/crud/create-dialog.tsx'
import { withQuery } from '#views/ui/links.ts'
import { PickerOptions } from '#views/ui/picker.tsx'
import { givenFields } from './create-fields.ts'
import { type Lacking, wayOut } from './lacking.ts'

const SHOWN = 20

export type LookUp = {
  noun: string
  name: string
  path: string
  claim: Claim
  reading: CrudQuery
  search: readonly string[]
  sort: string
  /** What stands beside each name; without it the code and the city. */
  notes?: (c: Context, db: TenantDb, rows: readonly CrudRow[]) => ReadonlyMap<string, string>
  /** What else may be asked for, which `notes` go by. */
  asked?: Record<string, TSchema>
  /** What else is meant by these words, after what they found. */
  alsomeant?: (db: TenantDb, search: string) => readonly CrudRow[]
  /** What is not found can be made at once by whoever has the right. The first field takes what was typed. */
  create?: { claim: Claim; fields: readonly CreateField[]; lacking?: Lacking }
}

export type CreateField = {
  name: string
  label: string
  hint?: string
  required?: boolean
  seenby?: readonly Claim[]
  money?: boolean
  /** A box, ticked at first. */
  flag?: boolean
}

type Found = { search?: string }
type Choice = { id: string; name: string; note?: string; create?: string }

function findChoices(c: Context, about: LookUp, { search }: Found): Counted & { choices: Choice[] } {
  return c.read((db) => {
    const { reading, search: searched, sort, notes } = about
    const { rows: found, ...counted } = listRows(db, reading, {
      ...{ search, searched, sort, take: SHOWN },
      beginning: search,
    })
    const known = new Set(found.map(({ record }) => record.id))
    const meant = about.alsomeant?.(db, search ?? '').filter(({ record }) => !known.has(record.id)) ?? []
    const rows = [...found, ...meant]
    const noted = notes?.(c, db, rows)
    const choices: Choice[] = rows.map((row) => ({
      id: row.record.id,
      name: row.title,
      note: noted ? noted.get(row.record.id) : placeNote(row),
    }))
    return {
      choices: [...choices, ...offerMissing(c, about, choices, search)],
      ...counted,
      total: Math.max(counted.total, meant.length),
    }
  })
}

const placeNote = ({ title, record: { code, city } }: CrudRow) =>
  [code === title ? '' : code, city].filter(Boolean).join(' · ')

function offerMissing(c: Context, about: LookUp, found: readonly Choice[], search = ''): Choice[] {
  const typed = search.trim().toLowerCase()
  const isKnown = found.some(({ name }) => name.toLowerCase() === typed)
  if (isKnown || !about.create || !c.can(about.create.claim)) return []
  return offerCreate(about.name, about.noun, search)
}

/** What was typed, as the choice that makes it. */
export function offerCreate(kind: string, noun: string, search = ''): Choice[] {
  const typed = search.trim()
  if (!typed) return []
  const url = withQuery(`/lookup/${kind}/create`, { search: typed })
  return [{ id: '', name: `Create ${noun} “${typed}”`, create: url }]
}

export function lookupRoutes(about: LookUp): Route[] {
  const { noun, name, path, claim, create, asked = {} } = about
  const query = object({ search: t.Optional(text(200)), ...asked })
  const summary = `Finds by what is typed: ${noun}.`
  return [
    page(`GET /lookup/${name}`, { claim, query, summary }, (c) => {
      const { choices, total, more } = findChoices(c, about, c.query)
      const options = choices.map(({ id, name, ...choice }) => ({ value: id, label: name, ...choice }))
      return fragment(<PickerOptions options={options} more={wordsFor(noun, total, more)} />, {
        whole: () => redirect(withQuery(path, { search: c.query.search })),
      })
    }),

    api(`GET /api/lookup/${name}`, { claim, query, summary }, (c) => {
      const { choices, ...counted } = findChoices(c, about, c.query)
      return dataReply(choices, counted)
    }),

    ...(create
      ? [
          page(
            `GET /lookup/${name}/create`,
            {
              claim: create.claim,
              query: createQuery(name),
              summary: `The small form that makes what was typed: ${noun}.`,
            },
            (c) =>
              fragment(
                <CreateDialog
                  noun={noun}
                  api={`/api/${name}`}
                  fields={filledFields(create.fields, c)}
                  lacking={create.lacking && wayOut(c, create.lacking)}
                  given={givenFields(name).flatMap((name) => {
                    const value = (c.query as Record<string, string>)[name]
                    return value ? { name, value } : []
                  })}
                />,
                { whole: () => redirect(`${path}/new`) },
              ),
          ),
        ]
      : []),
  ]
}

const createQuery = (name: string) =>
  object({
    search: t.Optional(text(200)),
    ...Object.fromEntries(givenFields(name).map((field) => [field, t.Optional(text(40))])),
  })

/** One word may be a code as well as a name. */
const filledFields = (
  fields: readonly CreateField[],
  { can, query: { search = '' } }: Context<unknown, Found>,
) =>
  fields
    .filter(({ seenby }) => !seenby || seenby.some(can))
    .map((field, at) => ({
      ...field,
      value: at === 0 || (field.name === 'code' && field.required && !/\s/.test(search)) ? search : '',
    }))

export const tableLookupRoutes = (table: CrudTable, about: Omit<LookUp, 'reading'>): Route[] =>
  lookupRoutes({ ...about, reading: createReading(table, {}) })

export function wordsFor(noun: string, total: number, more = false): string | undefined {
  if (total === 0) return `No ${noun} matches.`
  const others = `${more ? 'At least ' : ''}${total - SHOWN} more`
  return total > SHOWN ? `${others}: type on to narrow them down.` : undefined
}

import { importKeys, keyRows } from '#db/queries/settings/import.ts'
import type { TenantDb } from '#db/types.ts'
import { nounOf, refersTo } from './nouns.ts'

type At = (field: string) => string

/** What an account has of one noun: ids by key, for "already there", and by a single field, for references. */
export type Known = {
  find(at: At): { id?: string; field: string } | null
  /** A field that no two records may share, and another record that has its value. */
  taken(at: At, id: string | undefined): string | undefined
  add(at: At, id: string): void
  look(text: string): string[]
}

const folded = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()

/** Records by some of their fields. Only what is asked for is built: most imports ask for one key and no more. */
type Index = { put(at: At, id: string): void; get(key: string): string | string[] | undefined }

export function knownOf(db: TenantDb, noun: string): Known {
  const { table, keys, unique = [] } = nounOf(noun)
  const columns = [...new Set([...keys.flat(), ...unique])]
  const rows: { at: At; id: string }[] = []
  // A noun without a key, such as a line, is never known again.
  if (keys.length)
    for (const row of keyRows(db, table, columns)) rows.push({ at: (field) => row[field] ?? '', id: row.id })
  const built = new Map<string, Index>()
  const index = (fields: readonly string[]): Index => {
    const name = fields.join(' ')
    const known = built.get(name)
    if (known) return known
    const fresh = indexOf(fields)
    for (const { at, id } of rows) fresh.put(at, id)
    built.set(name, fresh)
    return fresh
  }
  // References are written as a code, a name or a reference, never as the key of another record.
  const named = [...new Set(keys.flat())].filter((field) => !refersTo(noun, field))
  let remembered: Map<string, string> | undefined
  return {
    add(at, id) {
      rows.push({ at, id })
      for (const one of built.values()) one.put(at, id)
    },
    find(at) {
      const fields = keys.find((group) => folded(at(group[0]!)))
      if (!fields) return null
      const id = [index(fields).get(keyText(fields, at))].flat()[0]
      return { id, field: fields.at(-1) === 'client' ? 'name' : fields.at(-1)! }
    },
    taken: (at, id) =>
      unique.find((field) => {
        const by = folded(at(field)) && [index([field]).get(folded(at(field)))].flat()[0]
        return by && by !== id
      }),
    look(text) {
      for (const field of named) {
        const ids = index([field]).get(folded(text))
        if (ids) return [...new Set([ids].flat())]
      }
      // As exports write an account code: with its description behind it.
      const code = text.includes(' - ')
        ? index([named[0] ?? 'name']).get(folded(text.split(' - ')[0]))
        : undefined
      if (noun === 'accountcodes' && code) return [...new Set([code].flat())]
      // What its own list called it, when it came in by an earlier import.
      remembered ??= new Map(importKeys(db, noun).map(({ key, recordid }) => [folded(key), recordid]))
      const id = remembered.get(folded(text))
      return id ? [id] : []
    },
  }
}

function indexOf(fields: readonly string[]): Index {
  const ids = new Map<string, string | string[]>()
  return {
    put(at, id) {
      if (!folded(at(fields[0]!))) return
      const key = keyText(fields, at)
      const there = ids.get(key)
      if (there === undefined) ids.set(key, id)
      else if (Array.isArray(there)) there.push(id)
      else ids.set(key, [there, id])
    },
    get: (key) => ids.get(key),
  }
}

const keyText = (fields: readonly string[], at: At) =>
  fields.length === 1 ? folded(at(fields[0]!)) : JSON.stringify(fields.map((field) => folded(at(field))))

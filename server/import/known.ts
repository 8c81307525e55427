import { keyRows } from '#db/queries/import.ts'
import type { TenantDb } from '#db/types.ts'
import { nounOf } from './nouns.ts'

/** What an account has of one noun: ids by key, for "already there", and by a single field, for references. */
export type Known = {
  find(at: (field: string) => string): { id?: string; key: string; field: string } | null
  add(at: (field: string) => string, id: string): void
  look(text: string): string[]
}

const folded = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()

export function knownOf(db: TenantDb, noun: string): Known {
  const { table, keys } = nounOf(noun)
  const byKey = new Map<string, string>()
  const byField = new Map<string, Set<string>>()
  const add = (at: (field: string) => string, id: string) => {
    for (const fields of keys) {
      if (!folded(at(fields[0]!))) continue
      byKey.set(keyText(fields, at), id)
      // References are written as a code, a name or a reference, never as the key of another record.
      for (const field of fields.filter((name) => typeof nounOf(noun).fields[name] === 'string'))
        byField.set(
          `${field} ${folded(at(field))}`,
          (byField.get(`${field} ${folded(at(field))}`) ?? new Set()).add(id),
        )
    }
  }
  const columns = [...new Set(keys.flat())]
  for (const row of keyRows(db, table, columns)) add((field) => row[field] ?? '', row.id)
  return {
    add,
    find(at) {
      const fields = keys.find((group) => folded(at(group[0]!)))
      if (!fields) return null
      const key = keyText(fields, at)
      return { id: byKey.get(key), key, field: fields.at(-1) === 'client' ? 'name' : fields.at(-1)! }
    },
    look(text) {
      for (const field of columns) {
        const ids = byField.get(`${field} ${folded(text)}`)
        if (ids) return [...ids]
      }
      return []
    },
  }
}

const keyText = (fields: readonly string[], at: (field: string) => string) =>
  JSON.stringify(fields.map((field) => [field, folded(at(field))]))

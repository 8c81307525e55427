import { importKeys, keyRows } from '#db/queries/settings/import.ts'
import type { TenantDb } from '#db/types.ts'
import { referencedType } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import { compositeKey, createKeyIndex, type FieldReader, foldKey, type KeyIndex } from './key-index.ts'

export type ExistingRecords = {
  findByKey(at: FieldReader): { id?: string; field: string } | null
  findTakenField(at: FieldReader, id: string | undefined): string | undefined
  add(at: FieldReader, id: string): void
  /** Those that a reference may mean: by code, name, or what an earlier import called them. */
  lookUp(text: string): string[]
}

export function indexExistingRecords(db: TenantDb, recordType: string): ExistingRecords {
  const { keys, unique = [] } = getRecordType(recordType)
  const indexes = createIndexes(readKeyRows(db, recordType))
  const first = (fields: readonly string[], key: string) => [indexes.by(fields).get(key)].flat()[0]
  return {
    add: indexes.add,
    findByKey(at) {
      const fields = keys.find((group) => foldKey(at(group[0]!)))
      if (!fields) return null
      const id = first(fields, compositeKey(fields, at))
      return { id, field: fields.at(-1) === 'client' ? 'name' : fields.at(-1)! }
    },
    findTakenField: (at, id) =>
      unique.find((field) => {
        const owner = foldKey(at(field)) && first([field], foldKey(at(field)))
        return owner && owner !== id
      }),
    lookUp: createLookUp(db, recordType, indexes),
  }
}

type KeyRow = { at: FieldReader; id: string }

function readKeyRows(db: TenantDb, recordType: string): KeyRow[] {
  const { table, keys, unique = [] } = getRecordType(recordType)
  // A record type without a key, such as a line, never matches an existing record.
  if (keys.length === 0) return []
  const columns = [...new Set([...keys.flat(), ...unique])]
  return keyRows(db, table, columns).map((row) => ({ at: (field) => row[field] ?? '', id: row.id }))
}

type Indexes = { by(fields: readonly string[]): KeyIndex; add(at: FieldReader, id: string): void }

/** Only the indexes that are asked for are built: most imports ask for one key and no more. */
function createIndexes(rows: KeyRow[]): Indexes {
  const built = new Map<string, KeyIndex>()
  return {
    by(fields) {
      const name = fields.join(' ')
      const existing = built.get(name)
      if (existing) return existing
      const index = createKeyIndex(fields)
      for (const { at, id } of rows) index.add(at, id)
      built.set(name, index)
      return index
    },
    add(at, id) {
      rows.push({ at, id })
      for (const index of built.values()) index.add(at, id)
    },
  }
}

function createLookUp(db: TenantDb, recordType: string, indexes: Indexes) {
  const fields = [...new Set(getRecordType(recordType).keys.flat())].filter(
    (field) => !referencedType(recordType, field),
  )
  let earlier: Map<string, string> | undefined
  return (text: string): string[] => {
    for (const field of fields) {
      const ids = indexes.by([field]).get(foldKey(text))
      if (ids) return [...new Set([ids].flat())]
    }
    // Exports write an account code with its description behind it.
    if (recordType === 'accountcodes' && text.includes(' - ')) {
      const code = indexes.by([fields[0] ?? 'name']).get(foldKey(text.split(' - ')[0]))
      if (code) return [...new Set([code].flat())]
    }
    earlier ??= new Map(importKeys(db, recordType).map(({ key, recordid }) => [foldKey(key), recordid]))
    const id = earlier.get(foldKey(text))
    return id ? [id] : []
  }
}

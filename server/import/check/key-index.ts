export type FieldReader = (field: string) => string

export type KeyIndex = {
  add(at: FieldReader, id: string): void
  get(key: string): string | string[] | undefined
}

export const foldKey = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()

export const compositeKey = (fields: readonly string[], at: FieldReader) =>
  fields.length === 1 ? foldKey(at(fields[0]!)) : JSON.stringify(fields.map((field) => foldKey(at(field))))

export function createKeyIndex(fields: readonly string[]): KeyIndex {
  const ids = new Map<string, string | string[]>()
  return {
    add(at, id) {
      if (!foldKey(at(fields[0]!))) return
      const key = compositeKey(fields, at)
      const same = ids.get(key)
      if (same === undefined) ids.set(key, id)
      else if (Array.isArray(same)) same.push(id)
      else ids.set(key, [same, id])
    },
    get: (key) => ids.get(key),
  }
}

export type StoredObject = { name: string; bytes: number; modifiedutc: string }

/**
 * Where copies lie. Names are paths with slashes. An object is there whole or not at all.
 * Each of them @throws PlaceProblem with a sentence for a person
 */
export type CopyPlace = {
  /** False: with `unlessThere` something stood under that name, and still does. */
  put(name: string, bytes: Uint8Array, options?: { unlessThere?: boolean }): Promise<boolean>
  get(name: string): Promise<Uint8Array | null>
  /** What lies directly in a folder, by name. */
  list(folder: string): Promise<StoredObject[]>
  remove(name: string): Promise<void>
  close(): void
}

export class PlaceProblem extends Error {}

export const lastName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

export const byObjectName = (a: StoredObject, b: StoredObject) => (a.name < b.name ? -1 : 1)

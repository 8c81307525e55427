import type { Limit } from './bandwidth-limit.ts'
import type { CopyKey } from './copy-key.ts'
import { type CopyPlace, PlaceProblem } from './places/place.ts'
import { BrokenObject, seal, unseal, WrongKey } from './seal.ts'

/** A place as one that knows the key reads and writes it. `shown`: its address for people. */
export type Store = { place: CopyPlace; key: CopyKey | null; shown: string; limit: Limit }

export async function putSealed(
  { place, key, limit }: Store,
  name: string,
  bytes: Uint8Array,
  options: { unlessThere?: boolean } = {},
): Promise<boolean> {
  const sealed = await seal(key, name, bytes)
  await limit(sealed.length)
  return place.put(name, sealed, options)
}

/** `about`: what it is, for a sentence. @throws PlaceProblem when it is not there, or not as it was written */
export async function getSealed(store: Store, name: string, about: string): Promise<Uint8Array> {
  const bytes = await store.place.get(name)
  if (!bytes) throw new PlaceProblem(`${about} is missing at ${store.shown}: ${name}.`)
  try {
    return await unseal(store.key, name, bytes)
  } catch (error) {
    if (error instanceof WrongKey) throw new PlaceProblem(needsKey(store.shown))
    if (!(error instanceof BrokenObject)) throw error
    throw new PlaceProblem(
      `${about} was altered or cut off at ${store.shown}: ${name} is not as it was written.`,
    )
  }
}

export const needsKey = (shown: string) =>
  `The copies at ${shown} are encrypted. Name the file of their key with --replicate-key.`

export const toJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

export const fromJson = <T>(bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as T

import { isWriting } from '#db/transact.ts'

type Entry<V> = { value: V; weight: number }

/** Values weigh 1 by default; the least recently used is forgotten first. */
export class Lru<K, V> {
  readonly #entries = new Map<K, Entry<V>>()
  #weight = 0

  constructor(
    private readonly max: number,
    private readonly weightOf: (value: V, key: K) => number = () => 1,
  ) {}

  get weight() {
    return this.#weight
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return
    // Until it is half full nothing is forgotten soon, and a look-up costs a third.
    if (this.#weight * 2 > this.max) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry.value
  }

  set(key: K, value: V) {
    this.delete(key)
    const weight = this.weightOf(value, key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.max) return
      this.delete(oldest)
    }
  }

  delete(key: K) {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}

/** Beside the source itself, such as an open file: one account can never answer for another. A write fills none. */
export function cachedBy<S extends object>(max: number, versionOf: (source: S) => unknown = () => 0) {
  const caches = new WeakMap<S, Lru<string, { version: unknown; value: unknown }>>()

  return <T>(source: S, key: string, make: (source: S) => T): T => {
    let cache = caches.get(source)
    if (!cache) {
      cache = new Lru(max)
      caches.set(source, cache)
    }
    const version = versionOf(source)
    const hit = cache.get(key)
    if (hit && hit.version === version) return hit.value as T
    const value = make(source)
    if (!isWriting(source)) cache.set(key, { version, value })
    return value
  }
}

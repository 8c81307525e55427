import { type LocationParent, listLocationParents } from '#db/queries/contacts/locations.ts'
import type { TenantDb } from '#db/types.ts'

const foldName = (text: string) => text.trim().toLowerCase()
const NOBODYS = 'no client'

/** A location among all of an account: several clients may have a place of the same name. */

/** Locations as lists name them: by a name that is theirs alone, else by name and client, as `Yard - Acme`. */
export type LocationNames = {
  label(id: string): string
  /** Those that a text may mean; of several with its name that of the same client. `but` is no answer if another is. */
  find(text: string, near: { client: string | null; but?: string }): LocationParent[]
  add(place: LocationParent): void
}

export function readLocationNames(db: TenantDb): LocationNames {
  const byId = new Map<string, LocationParent>()
  const byName = new Map<string, LocationParent[]>()
  const named = (name: string) => byName.get(foldName(name)) ?? []
  const add = (place: LocationParent) => {
    byId.set(place.id, place)
    const same = byName.get(foldName(place.name))
    if (same) same.push(place)
    else byName.set(foldName(place.name), [place])
  }
  for (const row of listLocationParents(db)) add(row)
  return {
    add,
    label(id) {
      const place = byId.get(id)
      if (!place) return ''
      return named(place.name).length === 1 ? place.name : `${place.name} - ${place.clientname ?? NOBODYS}`
    },
    find(text, { client, but }) {
      const all = named(text).length ? named(text) : withClient(text, named)
      const others = all.filter(({ id }) => id !== but)
      const found = others.length ? others : all
      const near = found.filter((one) => one.client === client)
      return found.length > 1 && near.length === 1 ? near : found
    },
  }
}

/** A name with a client behind it. Both may have a dash of their own, so each one is tried. */
function withClient(text: string, named: (name: string) => LocationParent[]): LocationParent[] {
  const parts = text.split(' - ')
  return parts.slice(1).flatMap((_, at) => {
    const [name, client] = [parts.slice(0, at + 1), parts.slice(at + 1)].map((some) => some.join(' - '))
    return named(name ?? '').filter(
      (place) => foldName(place.clientname ?? NOBODYS) === foldName(client ?? ''),
    )
  })
}

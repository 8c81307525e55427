import { useMemo, useSyncExternalStore } from 'react'

/** `path`: what brings it, with whatever query; `also`: what brings pieces of it as well. */
export type AgedPart = { name: string; path: string; also?: string }
export type OldPart = { name: string; utc: string }

/** What one place shows: by part when it was true (UTC, ISO 8601), undefined while it is kept up to date. */
type Place = { parts: readonly AgedPart[]; ages: Map<AgedPart, string | undefined>; tell: () => void }

/** Some cards, one lane, some rows, what is older than what is shown. */
const isPiece = /[?&](ids=|lane=|ranges=|skip=[1-9])/

const places = new Set<Place>()

/** `stored`: what the service worker says of an answer that it kept. */
export function noteAge(asked: string, stored: string | undefined): void {
  for (const place of places)
    for (const part of place.parts) {
      const [path] = asked.split('?')
      if (path !== part.path && path !== part.also) continue
      // A piece that is fresh leaves the rest as old as it was.
      setAge(place, part, isPiece.test(asked) ? oldest(place.ages.get(part), stored) : stored)
    }
}

const oldest = (...ages: (string | undefined)[]) => ages.filter(Boolean).sort()[0]

function setAge(place: Place, part: AgedPart, age: string | undefined): void {
  const isNews = place.ages.get(part) !== age
  place.ages.set(part, age)
  if (isNews) place.tell()
}

/** What was fresh is as it was when the line went. */
globalThis.addEventListener?.('offline', () => {
  const now = new Date().toISOString()
  for (const place of places) for (const [part, age] of place.ages) setAge(place, part, age ?? now)
})

/** Of these parts, which are the same at each drawing, those that are shown and not up to date. */
export function useAges(parts: readonly AgedPart[]): OldPart[] {
  const { place, subscribe, count } = useMemo(() => openAgedPlace(parts), [parts])
  useSyncExternalStore(subscribe, count, count)
  return parts.flatMap((part) => {
    const utc = place.ages.get(part)
    return utc ? { name: part.name, utc } : []
  })
}

/** Until the listener that `subscribe` takes is taken back, what comes is noted in it. */
export function openAgedPlace(parts: readonly AgedPart[]) {
  let changes = 0
  const place: Place = { parts, ages: new Map(), tell: () => {} }
  const subscribe = (listen: () => void) => {
    place.tell = () => {
      changes++
      listen()
    }
    places.add(place)
    return () => void places.delete(place)
  }
  return { place, subscribe, count: () => changes }
}

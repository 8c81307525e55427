import { useSyncExternalStore } from 'react'

/** When each reading that the page shows was true (UTC, ISO 8601): undefined while it is kept up to date. */
const ages = new Map<string, string | undefined>()
const listeners = new Set<() => void>()
let changes = 0

/** `stored`: what the service worker says of an answer that it kept. */
export function noteAge(path: string, stored: string | null): void {
  const before = ages.get(path)
  ages.set(path, stored ?? undefined)
  if (before !== ages.get(path)) tellAll()
}

function tellAll(): void {
  changes++
  for (const listener of listeners) listener()
}

/** What was fresh is as it was when the line went. */
globalThis.addEventListener?.('offline', () => {
  for (const [path, age] of ages) ages.set(path, age ?? new Date().toISOString())
  tellAll()
})

/** `path`: with whatever query; ending in a slash, with all that lies below. */
export type AgedPart = { name: string; path: string }

const isAt = (path: string, asked: string) =>
  asked === path || asked.startsWith(path.endsWith('/') ? path : `${path}?`)

/** Of these parts, those that are not up to date, each as old as the oldest that it shows. */
export function useAges(parts: readonly AgedPart[]): { name: string; utc: string }[] {
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => changes,
    () => 0,
  )
  return parts.flatMap(({ name, path }) => {
    const [utc] = [...ages].flatMap(([asked, age]) => (age && isAt(path, asked) ? age : [])).sort()
    return utc ? { name, utc } : []
  })
}

import { addCopy, listKnownCopies, removeCopy, replacePieces, writeSubject } from '#db/queries/offsite.ts'
import { DAY_MS, MINUTE_MS } from '#server/instants.ts'
import type { Copier } from './copier.ts'
import {
  type CopiedFile,
  type CopyAt,
  type CopyManifest,
  copiesFolder,
  type NamedPieces,
  namedBy,
  piecesFolder,
} from './copy-manifest.ts'
import { listCopies, listPieces } from './known-copies.ts'
import { PlaceProblem } from './places/place.ts'
import { fromJson, getSealed, toJson } from './store.ts'

/** All of a day, then the last of each day for a month and of each month for a year; by UTC. */
const ALL_MS = DAY_MS
const DAILY_MS = 31 * DAY_MS
const MONTHLY_MS = 366 * DAY_MS
const SKEW_MS = 15 * MINUTE_MS
const CLOCK = 'clock'

/** Which go. The newest stays, however old it is. */
export function chooseOldCopies(copies: readonly CopyAt[], now: Date): CopyAt[] {
  const kept = new Set<string>()
  const newestFirst = copies.toReversed()
  return newestFirst.filter(({ madeutc }, at) => {
    const age = now.getTime() - Date.parse(madeutc)
    if (at === 0 || age <= ALL_MS) return false
    const period = age <= DAILY_MS ? madeutc.slice(0, 10) : age <= MONTHLY_MS ? madeutc.slice(0, 7) : null
    if (period === null || kept.has(period)) return true
    kept.add(period)
    return false
  })
}

/** Copies first, then the pieces that none names any more. Returns how many pieces are missing. */
export async function thinOut(copier: Copier, subject: string): Promise<number> {
  const { db, store, clock } = copier
  const { place } = store
  await refuseWrongClock(copier)
  const old = chooseOldCopies(await listCopies(place, subject), clock())
  for (const { name } of old) {
    await place.remove(`${copiesFolder(subject)}/${name}`)
    removeCopy(db, subject, name)
  }
  const there = new Set(await listPieces(place, subject))
  const named = await listNamedPieces(copier, subject, there)
  const missing = [...named].filter((name) => !there.has(name))
  for (const name of there) if (!named.has(name)) await place.remove(`${piecesFolder(subject)}/${name}`)
  replacePieces(
    db,
    subject,
    [...there].filter((name) => named.has(name)),
  )
  const thinnedutc = clock().toISOString()
  // What is still here is put there again.
  const again = missing.length > 0 ? { content: '', mark: '', changedutc: thinnedutc } : {}
  writeSubject(db, subject, { thinnedutc, ...again })
  return missing.length
}

/** By a clock that is wrong everything may look old. */
async function refuseWrongClock({ store, clock }: Copier) {
  const now = clock()
  await store.place.put(`${CLOCK}/now`, toJson(now.toISOString()))
  const written = (await store.place.list(CLOCK)).at(-1)
  const apart = Math.abs(Date.parse(written?.modifiedutc ?? now.toISOString()) - now.getTime())
  if (apart <= SKEW_MS) return
  throw new PlaceProblem(
    `The clock of this machine and that of ${store.shown} are ${Math.round(apart / MINUTE_MS)} minutes apart: copies are made, but no old one is removed until both are right.`,
  )
}

async function listNamedPieces(
  copier: Copier,
  subject: string,
  there: ReadonlySet<string>,
): Promise<Set<string>> {
  const named = new Set<string>()
  const lists = new Set<string>()
  for (const one of await readNames(copier, subject)) {
    for (const piece of one.pieces) named.add(piece)
    for (const list of one.lists) lists.add(list)
  }
  for (const list of lists) {
    named.add(list)
    if (!there.has(list)) continue
    const path = `${piecesFolder(subject)}/${list}`
    const files = fromJson<CopiedFile[]>(await getSealed(copier.store, path, 'A list of uploads'))
    for (const { pieces } of files) for (const piece of pieces) named.add(piece)
  }
  return named
}

/** What each copy names; of those that this folder made it is known. */
async function readNames({ db, store }: Copier, subject: string): Promise<NamedPieces[]> {
  const known = new Map(listKnownCopies(db, subject).map(({ name, pieces }) => [name, pieces]))
  const read = async ({ name }: CopyAt): Promise<NamedPieces> => {
    const noted = known.get(name)
    if (noted) return JSON.parse(noted) as NamedPieces
    const path = `${copiesFolder(subject)}/${name}`
    const named = namedBy(fromJson<CopyManifest>(await getSealed(store, path, `The copy ${name}`)))
    addCopy(db, subject, name, named)
    return named
  }
  const all: NamedPieces[] = []
  for (const copy of await listCopies(store.place, subject)) all.push(await read(copy))
  return all
}

import { randomUUIDv7 } from 'bun'
import { forgetPlace, readPlaceState, writePlaceState } from '#db/queries/offsite.ts'
import type { OffsiteDb } from '#db/types.ts'
import type { Copier } from './copier.ts'
import { COPY_FORMAT, showMoment } from './copy-manifest.ts'
import { lastName, PlaceProblem } from './places/place.ts'
import { BrokenObject, seal, unseal, WrongKey } from './seal.ts'
import { fromJson, getSealed, needsKey, putSealed, type Store, toJson } from './store.ts'

export const PLACE_MARK = 'joblane-copies.json'
const KEY_TEST = 'key'
const WRITERS = 'writers'
/** Claims that stay to be seen. */
const KEPT = 20

type PlaceMark = { format: number; id: string; encrypted: boolean; key: string }

/** Null: there are no copies. @throws PlaceProblem when they cannot be read with the key at hand */
export async function readPlaceMark({ place, key, shown }: Store): Promise<PlaceMark | null> {
  const bytes = await place.get(PLACE_MARK)
  if (!bytes) return null
  const mark = parse(bytes)
  if (!mark) throw new PlaceProblem(`The file ${PLACE_MARK} at ${shown} cannot be read.`)
  if (mark.format > COPY_FORMAT)
    throw new PlaceProblem(`The copies at ${shown} were written by a newer Joblane. Use that version.`)
  if (mark.encrypted && !key) throw new PlaceProblem(needsKey(shown))
  if (mark.encrypted) await checkKey(mark, key, shown)
  return mark
}

async function checkKey({ key: test }: PlaceMark, key: Store['key'], shown: string) {
  try {
    await unseal(key, KEY_TEST, Buffer.from(test, 'base64'))
  } catch (error) {
    if (!(error instanceof BrokenObject || error instanceof WrongKey)) throw error
    throw new PlaceProblem(`The key does not fit: the copies at ${shown} were encrypted with another one.`)
  }
}

function parse(bytes: Uint8Array): PlaceMark | null {
  try {
    return fromJson<PlaceMark>(bytes)
  } catch {
    return null
  }
}

/**
 * Marks an empty place as ours, or finds that it is. Whoever copies there holds the newest claim: a second copy of this
 * machine, or one that was put back to an earlier state, has an older one.
 */
export async function claimPlace(copier: Copier, { takeOver = false } = {}) {
  const { db, store } = copier
  const mark = (await readPlaceMark(store)) ?? (await markPlace(copier, takeOver))
  if (store.key && !mark.encrypted)
    throw new PlaceProblem(
      `The copies at ${store.shown} are not encrypted. Name an empty place for those with a key.`,
    )
  const place = { id: mark.id, address: store.shown, encrypted: mark.encrypted }
  if (readPlaceState(db).id === mark.id) writePlaceState(db, place)
  else forgetPlace(db, { ...place, claim: '', nextclaim: '' })
  await claimNext(copier, takeOver)
}

async function markPlace({ db, store }: Copier, takeOver: boolean): Promise<PlaceMark> {
  const { id: before, address } = readPlaceState(db)
  if (before && address === store.shown && !takeOver)
    throw new PlaceProblem(
      `The copies that were at ${store.shown} are gone. If its disk is not mounted, mount it; to begin anew there, start once with --replicate-take-over.`,
    )
  const key = store.key ? Buffer.from(await seal(store.key, KEY_TEST, toJson('key'))).toString('base64') : ''
  const mark = { format: COPY_FORMAT, id: randomUUIDv7(), encrypted: store.key !== null, key }
  if (await store.place.put(PLACE_MARK, toJson(mark), { unlessThere: true })) return mark
  return (await readPlaceMark(store)) as PlaceMark
}

type Claim = { token: string; madeutc: string }

async function claimNext({ db, store, clock }: Copier, takeOver: boolean) {
  const { names, newest } = await readClaims(store)
  if (newest && !takeOver) refuseStranger(db, store, newest)
  const ordinal = Number(lastName(names.at(-1) ?? '0')) + 1
  const claim = { token: randomUUIDv7(), madeutc: clock().toISOString() }
  // Before it: a run that is cut off in between knows its own claim again.
  writePlaceState(db, { nextclaim: claim.token })
  const path = `${WRITERS}/${String(ordinal).padStart(10, '0')}`
  if (!(await putSealed(store, path, toJson(claim), { unlessThere: true })))
    throw strangerProblem(store, claim)
  writePlaceState(db, { claim: claim.token, nextclaim: '' })
  for (const name of names.slice(0, -KEPT)) await store.place.remove(name)
}

/** @throws PlaceProblem when another program copies there since */
export async function checkClaim({ db, store }: Copier) {
  const { newest } = await readClaims(store)
  if (newest) refuseStranger(db, store, newest)
}

async function readClaims(store: Store): Promise<{ names: string[]; newest: Claim | null }> {
  const names = (await store.place.list(WRITERS)).map(({ name }) => name)
  const last = names.at(-1)
  const newest = last ? fromJson<Claim>(await getSealed(store, last, 'The claim of who copies there')) : null
  return { names, newest }
}

function refuseStranger(db: OffsiteDb, store: Store, newest: Claim) {
  const { claim, nextclaim } = readPlaceState(db)
  if (newest.token !== claim && newest.token !== nextclaim) throw strangerProblem(store, newest)
}

const strangerProblem = ({ shown }: Store, { madeutc }: Claim) =>
  new PlaceProblem(
    `Another installation, or another copy of this one, copies to ${shown} since ${showMoment(madeutc)}. Stop that one and start once with --replicate-take-over, or name another place.`,
  )

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tenantPath } from '#db/data-folder.ts'
import { PLATFORM } from '#db/queries/offsite.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { tenantMark } from '#db/snapshot.ts'
import { type Config, WrongSetting } from '#server/config.ts'
import { DEFAULT_ZONE } from '#server/zone.ts'
import type { ArchivedAccount } from '../archive/manifest.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { type OpenedArchive, withStagingFolder } from '../archive/staging-folder.ts'
import { catchFaults, checkAccount } from '../check.ts'
import { findAccountByName } from '../folder.ts'
import { PLACE_MARK, readPlaceMark } from './claim-place.ts'
import { type CopyAt, parseMoment, showMoment } from './copy-manifest.ts'
import { fetchCopy, findCopy } from './fetch-copy.ts'
import { listCopies } from './known-copies.ts'
import { openStore } from './open-store.ts'
import { PlaceProblem } from './places/place.ts'
import type { Store } from './store.ts'

type Wanted = { from: string; account?: string; at?: string }
type FetchedCopies = OpenedArchive & {
  /** What `joblane check` would say of them, a sentence for each account. */
  faults: string[]
  /** Accounts that were wanted with all others and are not among them, a sentence each. */
  lost: string[]
}

export const isPlace = (from: string) => /^(s3|sftp):\/\//i.test(from) || existsSync(join(from, PLACE_MARK))

/** Fetches copies beside the data folder, as a backup would lie there, and checks them. @throws PlaceProblem, WrongSetting */
export async function withCopies<T>(
  config: Config,
  { from, account, at }: Wanted,
  run: (copies: FetchedCopies) => Promise<T>,
): Promise<T> {
  const store = openStore(from, '--from', config, (hostkey) => {
    console.log(`The key of the host is ${hostkey}. Name it with ?hostkey=${hostkey} to accept no other.`)
    return true
  })
  try {
    if (!(await readPlaceMark(store)))
      throw new WrongSetting(`There are no copies of Joblane at ${store.shown}.`)
    const moment = at && parseMoment(at, DEFAULT_ZONE)
    return await withStagingFolder(config.data, async (folder) => {
      const fetched = await fetchAll(store, folder, account, moment)
      return run({ folder, ...fetched })
    })
  } finally {
    store.place.close()
  }
}

async function fetchAll(store: Store, folder: string, wanted: string | undefined, at: string | undefined) {
  const platform = await findCopy(store, PLATFORM, at)
  if (!platform) throw new WrongSetting(noneThen(store, at))
  await fetchOrSayWayOn(store, PLATFORM, platform, folder, '')
  const names = readPlatform(folder, (db) => (wanted ? [findAccountByName(db, wanted)] : accountNames(db)))
  const [accounts, times]: [ArchivedAccount[], string[]] = [[], []]
  const [faults, lost]: [string[], string[]] = [[], []]
  for (const { id, name } of names)
    try {
      const { madeutc } = await fetchAccount(store, { id, name, at, alone: wanted !== undefined }, folder)
      accounts.push({ ...tenantMark(tenantPath(folder, id)), name })
      times.push(madeutc)
      const found = catchFaults(() => checkAccount(folder, { id }))
      if (found.length > 0) faults.push(`${name}: ${found.join('; ')}`)
    } catch (error) {
      if (wanted || !(error instanceof LostCopy)) throw error
      lost.push(`${name}: ${error.message}`)
    }
  const madeutc = times.sort().at(-1) ?? platform.madeutc
  const kind = wanted ? ('account' as const) : ('installation' as const)
  return { manifest: { format: 1, joblane: '', kind, accounts, madeutc, files: [] }, faults, lost }
}

type WantedAccount = { id: string; name: string; at: string | undefined; alone: boolean }

async function fetchAccount(store: Store, { id, name, at, alone }: WantedAccount, folder: string) {
  const copy = await findCopy(store, id, at)
  const byitself = alone ? '' : `--account ${id} `
  if (!copy) {
    const first = (await listCopies(store.place, id)).at(0)
    const later = first ? `--from, or take its first copy: ${byitself}--at ${first.madeutc}` : '--from'
    const none = noneThen(store, at)
    throw new LostCopy(
      `${alone ? `Of ${name} t${none.slice(1)}` : none} Name another place or a backup with ${later}.`,
    )
  }
  await fetchOrSayWayOn(store, id, copy, folder, byitself)
  console.log(`Fetched ${name} as of ${showMoment(copy.madeutc)}`)
  return copy
}

/** One subject cannot be brought back from this copy; others may be. */
class LostCopy extends Error {}

/** @throws LostCopy with what can be done, or PlaceProblem when the place as a whole does not answer */
async function fetchOrSayWayOn(
  store: Store,
  subject: string,
  copy: CopyAt,
  folder: string,
  byitself: string,
) {
  try {
    await fetchCopy(store, subject, copy, folder)
  } catch (error) {
    if (!(error instanceof PlaceProblem)) throw error
    await readPlaceMark(store)
    const copies = await listCopies(store.place, subject)
    const before = copies.findLast(({ ordinal }) => ordinal < copy.ordinal)
    const way = before ? `--from, or take the copy before it: ${byitself}--at ${before.madeutc}` : '--from'
    throw new LostCopy(`${error.message} Name another place or a backup with ${way}.`)
  }
}

const noneThen = ({ shown }: Store, at: string | undefined) =>
  at ? `There is no copy of ${showMoment(at)} or before at ${shown}.` : `There is no copy at ${shown}.`

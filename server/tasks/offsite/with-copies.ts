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
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

type Wanted = { from: string; account?: string; at?: string }
type FetchedCopies = OpenedArchive & {
  /** What `joblane check` would say of them, a sentence for each account. */
  faults: string[]
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

async function fetchAll(store: Store, folder: string, account: string | undefined, at: string | undefined) {
  const chosen = await chooseAccounts(store, folder, account, at)
  const accounts: ArchivedAccount[] = []
  const faults: string[] = []
  for (const { id, copy } of chosen) {
    const { name } = await fetchCopy(store, id, copy, folder)
    console.log(`Fetched ${name} as of ${showMoment(copy.madeutc)}`)
    accounts.push({ ...tenantMark(tenantPath(folder, id)), name })
    const found = catchFaults(() => checkAccount(folder, { id }))
    if (found.length > 0) faults.push(`${name}: ${found.join('; ')}`)
  }
  const madeutc =
    chosen
      .map(({ copy }) => copy.madeutc)
      .sort()
      .at(-1) ?? ''
  const kind = account ? ('account' as const) : ('installation' as const)
  return { manifest: { format: 1, joblane: '', kind, accounts, madeutc, files: [] }, faults }
}

async function chooseAccounts(
  store: Store,
  folder: string,
  wanted: string | undefined,
  at: string | undefined,
): Promise<{ id: string; copy: CopyAt }[]> {
  const platform = await findCopy(store, PLATFORM, at)
  if (!platform) throw new WrongSetting(noneThen(store, at))
  await fetchCopy(store, PLATFORM, platform, folder)
  const names = readPlatform(folder, (db) => (wanted ? [findAccountByName(db, wanted)] : accountNames(db)))
  const chosen: { id: string; copy: CopyAt }[] = []
  for (const { id, name } of names) {
    const copy = await findCopy(store, id, at)
    if (copy) chosen.push({ id, copy })
    else if (wanted) throw new WrongSetting(`Of ${name} ${noneThen(store, at).replace(/^T/, 't')}`)
    else console.log(`Of ${name} there is no copy${at ? ' of that time' : ' yet'}: it is left out.`)
  }
  return chosen
}

const noneThen = ({ shown }: Store, at: string | undefined) =>
  at ? `There is no copy of ${showMoment(at)} or before at ${shown}.` : `There is no copy at ${shown}.`

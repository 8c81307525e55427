import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type DataFolder, lockDataFolder, tenantPath } from '#db/data-folder.ts'
import { lockPath } from '#db/missing-files.ts'
import { platformPath } from '#db/platform.ts'
import { type AccountName, accountNames } from '#db/queries/platform/registry.ts'
import { START_ANEW } from '#server/access/secret-key.ts'
import { type Config, readConfig, WrongSetting } from '#server/config.ts'
import type { ArchivedAccount, Manifest } from './archive/manifest.ts'
import {
  bringInCopy,
  mirrorPeople,
  placeAccountFiles,
  readGuestAccount,
  registerCopiedAccount,
} from './archive/place-account.ts'
import { readPlatform } from './archive/snapshot.ts'
import { type OpenedArchive, withBackup } from './archive/staging-folder.ts'
import { fileTimestamp, readArgs, requireExisting } from './args.ts'
import { requireFolder, withFolder } from './folder.ts'
import { showMoment } from './offsite/copy-manifest.ts'
import { isPlace, withCopies } from './offsite/with-copies.ts'

/**
 * `restore --from … [--account …|--all] [--at …] [--replace | --as NAME]`: without `--replace` nothing is overwritten,
 * with it put aside. `--as` puts one account beside itself, read-only, to look into.
 */
export async function restore(args: string[]): Promise<void> {
  const spec = {
    from: 'needed',
    account: 'text',
    all: 'switch',
    at: 'text',
    replace: 'switch',
    as: 'text',
  } as const
  const { values, rest } = readArgs(args, spec)
  if (values.as && values.replace) throw new WrongSetting('Either --as or --replace.')
  if (values.account && values.all) throw new WrongSetting('Either --account or --all.')
  const config = readConfig(process.env, rest)
  if (isPlace(values.from)) return restoreCopies(config, values)
  if (values.at) throw new WrongSetting('--at is for off-site copies: a backup is of one moment.')
  await withBackup(requireExisting(values.from), config.data, (backup) => place(config, backup, values))
}

/** @throws once everything stands there that could be fetched, when it was not sound or not all */
async function restoreCopies(config: Config, values: Chosen & { from: string; at?: string }) {
  refuseFullFolder(config, values)
  const { faults, lost } = await withCopies(config, values, async (copies) => {
    await place(config, copies, { ...values, create: true })
    return copies
  })
  const wrong = [
    ...(faults.length > 0 ? [`Restored as it was copied, and not sound: ${faults.join(' ')}`] : []),
    ...(lost.length > 0 ? [`Not restored: ${lost.join(' ')}`] : []),
  ]
  if (wrong.length > 0) throw new Error(wrong.join(' '))
  console.log('Checked: sound')
}

/** What is refused once all is fetched is refused before, which may take hours. */
function refuseFullFolder(config: Config, { account, as, replace }: Chosen) {
  const { data } = config
  if (existsSync(lockPath(data))) whileLocked(config, () => {})
  if (replace) return
  const isthere = existsSync(platformPath(data))
  if (as) requireFolder(data)
  if (!as && !account) moveExisting(data, listFilled(data), null)
  if (as || !account || !isthere) return
  const known = readPlatform(data, accountNames)
  for (const { id } of findNamed(known, account)) moveExisting(data, listAccountFiles(data, id), null)
}

/** But for the secret, which stays where none comes. */
function listFilled(data: string): string[] {
  const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : [])
  return [
    ...filesIn(data).filter((name) => /^(platform\.sqlite.*|files)$/.test(name)),
    ...filesIn(join(data, 'tenants')).map((name) => join('tenants', name)),
  ]
}

function listAccountFiles(data: string, id: string): string[] {
  const name = basename(tenantPath(data, id))
  const there = readdirSync(join(data, 'tenants')).filter((one) => one.startsWith(name))
  const uploads = existsSync(join(data, 'files', id)) ? [join('files', id)] : []
  return [...there.map((one) => join('tenants', one)), ...uploads]
}

/** `create`: one account may be all that a folder holds. */
type Chosen = { account?: string; as?: string; replace: boolean; create?: boolean }

async function place(config: Config, backup: OpenedArchive, { account, as, replace, create }: Chosen) {
  const aside = replace ? join(config.data, `replaced-${fileTimestamp()}`) : null
  if (as) return restoreBeside(config, backup, account, as)
  if (account || backup.manifest.kind === 'account')
    await restoreAccount(config, backup, account, aside, { create })
  else restoreAll(config, backup, aside)
  if (aside && existsSync(aside)) console.log(`What stood there before is kept in ${aside}`)
}

function restoreAll(config: Config, { folder, manifest }: OpenedArchive, aside: string | null) {
  whileLocked(config, () => {
    const { data } = config
    const brings = ['secret.key'].filter(
      (name) => existsSync(join(folder, name)) && existsSync(join(data, name)),
    )
    const there = [...listFilled(data), ...brings]
    moveExisting(data, there, aside)
    for (const { id } of manifest.accounts) placeAccountFiles(folder, data, id, null)
    placeSecret(folder, data)
    // Last, because without its platform file a folder is refused.
    cpSync(platformPath(folder), `${platformPath(data)}.coming`)
    renameSync(`${platformPath(data)}.coming`, platformPath(data))
  })
  console.log(
    `Restored ${manifest.accounts.length} accounts as of ${showMoment(manifest.madeutc)} into ${config.data}`,
  )
  if (!existsSync(join(config.data, 'secret.key')))
    console.log(`The backup came without secret.key: put that file there, or ${START_ANEW}.`)
}

async function restoreAccount(
  config: Config,
  { folder, manifest }: OpenedArchive,
  wanted: string | undefined,
  aside: string | null,
  options: { create?: boolean },
) {
  const account = wanted ? pick(manifest, wanted) : manifest.accounts[0]!
  const { data } = config
  const isnew = !existsSync(platformPath(data))
  await withFolder(
    config,
    async (open) => {
      const known = open.platform.read(accountNames).some(({ id }) => id === account.id)
      const record = known ? null : readGuestAccount(folder, account.id)
      moveExisting(data, listAccountFiles(data, account.id), aside)
      placeAccountFiles(folder, data, account.id, null)
      // An account that is known here has its people here: they may have changed since the backup.
      if (record) await registerCopiedAccount(open, record)
      else await mirrorPeople(open, account.id)
    },
    options,
  )
  // Its mail password was saved under it.
  if (isnew) placeSecret(folder, data)
  console.log(`Restored ${account.name} as of ${showMoment(manifest.madeutc)} into ${data}`)
}

function placeSecret(from: string, data: string) {
  const [secret, to] = [join(from, 'secret.key'), join(data, 'secret.key')]
  if (existsSync(secret) && !existsSync(to)) cpSync(secret, to)
}

async function restoreBeside(
  config: Config,
  { folder, manifest }: OpenedArchive,
  wanted: string | undefined,
  name: string,
) {
  if (!wanted && manifest.accounts.length !== 1)
    throw new WrongSetting(`Say which account with --account: ${namesIn(manifest)}.`)
  const account = wanted ? pick(manifest, wanted) : manifest.accounts[0]!
  await withFolder(config, (open) => bringInCopy(open, folder, account.id, name, { asof: manifest.madeutc }))
  console.log(
    `${account.name} as of ${showMoment(manifest.madeutc)} stands beside the present one as ${name}, to read`,
  )
}

const namesIn = ({ accounts }: Manifest) => accounts.map(({ name, id }) => `${name} (${id})`).join(', ')

function pick(manifest: Manifest, wanted: string): ArchivedAccount {
  const { accounts } = manifest
  const found = findNamed(accounts, wanted)
  if (found.length === 1) return found[0]!
  throw new WrongSetting(
    `The backup has ${found.length || 'no'} accounts "${wanted}". It holds ${namesIn(manifest)}.`,
  )
}

function findNamed<A extends AccountName>(accounts: readonly A[], wanted: string): A[] {
  const folded = wanted.trim().toLowerCase()
  return accounts.filter(({ id, name }) => id === folded || name.toLowerCase() === folded)
}

/** @throws when that was not asked for */
function moveExisting(data: string, names: string[], aside: string | null) {
  if (names.length === 0) return
  if (!aside)
    throw new WrongSetting(
      `${join(data, names[0]!)} is there already. Add --replace to put it aside and restore.`,
    )
  for (const name of names) {
    mkdirSync(dirname(join(aside, name)), { recursive: true })
    renameSync(join(data, name), join(aside, name))
  }
}

function whileLocked(config: Config, run: (dataFolder: DataFolder) => void) {
  const dataFolder = lockDataFolder(config.data, {
    acceptRollback: config.acceptrollback,
    acceptMissingFiles: true,
  })
  try {
    run(dataFolder)
  } finally {
    dataFolder.release()
  }
}

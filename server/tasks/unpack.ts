import { existsSync, readdirSync } from 'node:fs'
import { accountNames } from '#db/queries/platform/registry.ts'
import { needsSetup } from '#server/access/first-start.ts'
import { readSecretKey } from '#server/access/secret-key.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import type { ArchivedAccount } from './archive/manifest.ts'
import {
  bringInCopy,
  placeAccountFiles,
  readGuestAccount,
  registerCopiedAccount,
} from './archive/place-account.ts'
import { withBackup } from './archive/staging-folder.ts'
import { readArgs, requireExisting } from './args.ts'
import { type OpenFolder, withFolder } from './folder.ts'

export async function unpack(args: string[]): Promise<void> {
  const { values, plain, rest } = readArgs(args, { from: 'text', as: 'text' }, 1)
  const from = values.from ?? plain[0]
  if (!from) throw new WrongSetting('--from is needed.')
  const config = readConfig(process.env, rest)
  await withBackup(requireExisting(from), config.data, async ({ folder, manifest }) => {
    if (manifest.kind !== 'account')
      throw new WrongSetting(`${from} is a backup of a whole folder: use restore.`)
    const account = manifest.accounts[0]!
    const create = isEmptyFolder(config.data)
    const bringInto = async (open: OpenFolder) => {
      // As the first start would, so that the next one finds it.
      if (create) readSecretKey(open.dataFolder.path, { acceptNew: true })
      const name = await bringIn(open, folder, account, values.as)
      return { name, unowned: open.platform.read(needsSetup) }
    }
    const { name, unowned } = await withFolder(config, bringInto, { create })
    console.log(`Unpacked ${name} into ${config.data}`)
    console.log(unowned ? firstWayIn(name) : WAY_IN)
  })
}

/** There is none, or nothing is in it: one with files of something else is not made a data folder. */
const isEmptyFolder = (path: string) => !existsSync(path) || readdirSync(path).length === 0

const firstWayIn = (name: string) =>
  `Nobody runs this installation yet: start it, open /setup and enter the code that it prints. With the e-mail address that you have in ${name} you get into it too.`

const WAY_IN =
  'Its people sign in with the passwords they have. Whoever came without one chooses "Forgot your password?" on the sign-in page, which needs a mail server (JOBLANE_SMTP).'

async function bringIn(open: OpenFolder, folder: string, account: ArchivedAccount, name: string | undefined) {
  if (name) return bringInCopy(open, folder, account.id, name)
  const known = open.platform.read(accountNames).some(({ id }) => id === account.id)
  if (known)
    throw new WrongSetting(
      `${account.name} is in this folder already. Bring it in as a copy with --as "New name".`,
    )
  const record = readGuestAccount(folder, account.id)
  placeAccountFiles(folder, open.dataFolder.path, account.id, null)
  await registerCopiedAccount(open, record)
  return account.name
}

/** @throws with what is not as it was written */
export async function verify(args: string[]): Promise<void> {
  const { plain, rest } = readArgs(args, {}, 1)
  if (!plain[0]) throw new WrongSetting('Name the archive or the backup folder to verify.')
  readConfig({}, rest)
  await withBackup(requireExisting(plain[0]), requireExisting(plain[0]), async ({ manifest }) => {
    const names = manifest.accounts.map(({ name }) => name).join(', ')
    console.log(`Sound: ${manifest.files.length} files of ${manifest.madeutc}, with ${names}.`)
  })
}

import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { saysDiskFull } from '#db/disk-fault.ts'
import { readConfig, WrongSetting } from '#server/config.ts'
import { makeSnapshot, readPlatform, type SnapshotScope } from './archive/snapshot.ts'
import { withStagingFolder } from './archive/staging-folder.ts'
import { writeTar } from './archive/tar.ts'
import { fileTimestamp, readArgs } from './args.ts'
import { findAccountByName, requireFolder } from './folder.ts'

const ARCHIVE = /\.(joblane|tar)$/

/** `backup --to … [--account …] [--with-secret]`: a folder, or one archive when the name ends in `.joblane` or `.tar`. */
export async function backup(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, { to: 'needed', account: 'text', 'with-secret': 'switch' })
  const { data } = readConfig(process.env, rest)
  const which = chooseScope(data, values.account)
  const made = await save(data, resolve(values.to), { ...which, withSecret: values['with-secret'] })
  console.log(`Backed up ${which.account?.name ?? data} to ${made}`)
}

export async function pack(args: string[]): Promise<void> {
  const { values, rest } = readArgs(args, { to: 'needed', account: 'needed' })
  const { data } = readConfig(process.env, rest)
  if (!ARCHIVE.test(values.to)) throw new WrongSetting('--to must name a file that ends in .joblane.')
  const which = chooseScope(data, values.account)
  const made = await save(data, resolve(values.to), which)
  console.log(`Packed ${which.account?.name} into ${made}`)
}

function chooseScope(data: string, wanted: string | undefined): SnapshotScope {
  requireFolder(data)
  return wanted ? { account: readPlatform(data, (db) => findAccountByName(db, wanted)) } : {}
}

/** Nothing stands at the target until it is whole. */
async function save(data: string, target: string, which: SnapshotScope): Promise<string> {
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  const to = isFolder ? join(target, `joblane-${fileTimestamp()}`) : target
  if (existsSync(to))
    throw new WrongSetting(`${to} is there already, and is left as it is. Choose another name.`)
  mkdirSync(dirname(to), { recursive: true })
  const saved = withStagingFolder(to, async (folder) => {
    const content = join(folder, 'content')
    const names = await makeSnapshot(data, content, which)
    if (ARCHIVE.test(to)) {
      await writeTar(join(folder, 'archive'), content, names)
      renameSync(join(folder, 'archive'), to)
    } else renameSync(content, to)
    rmSync(content, { recursive: true, force: true })
    return to
  })
  return saved.catch((error) => {
    if (!saysDiskFull(error)) throw error
    throw new WrongSetting(
      `The disk of ${dirname(to)} is full: nothing was kept there. Make room, or name another place with --to.`,
    )
  })
}

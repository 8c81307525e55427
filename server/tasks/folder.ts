import { existsSync } from 'node:fs'
import { type DataFolder, lockDataFolder } from '#db/data-folder.ts'
import { openPlatform, type Platform, platformPath } from '#db/platform.ts'
import { type AccountName, accountNames } from '#db/queries/platform/registry.ts'
import { openTenants, type Tenants } from '#db/tenants.ts'
import type { PlatformDb } from '#db/types.ts'
import { type Config, WrongSetting } from '#server/config.ts'

export type OpenFolder = { dataFolder: DataFolder; platform: Platform; tenants: Tenants }

export const noFolder = (data: string) =>
  `There is no data folder of Joblane at ${data}. Name one with --data, or start the program once.`

/** @throws WrongSetting */
export function requireFolder(data: string) {
  if (!existsSync(platformPath(data))) throw new WrongSetting(noFolder(data))
}

/** @throws DataFolderRefused when a server uses it, WrongSetting when there is none */
export async function withFolder<T>(
  { data, acceptrollback }: Config,
  run: (folder: OpenFolder) => Promise<T>,
  options: { create?: boolean } = {},
): Promise<T> {
  if (!options.create) requireFolder(data)
  const dataFolder = lockDataFolder(data, { acceptRollback: acceptrollback })
  try {
    const platform = openPlatform(data)
    const tenants = openTenants({ dataFolder })
    try {
      return await run({ dataFolder, platform, tenants })
    } finally {
      tenants.closeAll()
      platform.close()
    }
  } finally {
    dataFolder.release()
  }
}

/** @throws WrongSetting when there is none, or several of that name */
export function findAccountByName(db: PlatformDb, wanted: string): AccountName {
  const all = accountNames(db)
  const folded = wanted.trim().toLowerCase()
  const found = all.filter(({ id, name }) => id === folded || name.toLowerCase() === folded)
  if (found.length === 1) return found[0]!
  const known = all.map(({ name }) => name).join(', ')
  throw new WrongSetting(
    found.length
      ? `There are ${found.length} accounts named "${wanted}": give the id, one of ${found.map(({ id }) => id).join(', ')}.`
      : `There is no account "${wanted}". There are ${known || 'none'}.`,
  )
}

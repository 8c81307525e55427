import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { schemaVersion } from './migrate.ts'
import { platformPath } from './platform.ts'
import { closeFile, openReadOnly } from './sqlite.ts'

export const lockPath = (folder: string) => join(folder, 'cell.sqlite')

/** What is missing beside the data of accounts, and what to do about it, in a sentence; null of a whole or a new folder. */
export function findMissingFile(folder: string): string | null {
  const platform = platformPath(folder)
  const accounts = hasTenantFiles(folder)
  if (!existsSync(platform) && !accounts) return null
  if (!existsSync(platform))
    return `The data folder ${folder} holds accounts, but platform.sqlite is missing, which knows their people. Put that file back, or bring a backup back with "joblane restore --replace".`
  if (isEmptyFile(platform, accounts))
    return `The file ${platform} is empty. Put the right one back, or bring a backup back with "joblane restore --replace".`
  if (!existsSync(lockPath(folder)) || statSync(lockPath(folder)).size === 0)
    return `The data folder ${folder} holds data, but cell.sqlite is missing or empty, which says that the accounts belong here. Put that file back. Without it, and also if this is a backup: copy the folder with "joblane backup" unless it is one, and bring the copy into a new folder with "joblane restore".`
  return null
}

const hasTenantFiles = (folder: string) =>
  existsSync(join(folder, 'tenants')) &&
  readdirSync(join(folder, 'tenants')).some((name) => name.endsWith('.sqlite'))

/** A first start that was cut short leaves a file without tables, but never one beside accounts. */
function isEmptyFile(path: string, besideAccounts: boolean): boolean {
  if (statSync(path).size === 0) return true
  if (!besideAccounts) return false
  const file = openReadOnly(path)
  try {
    return schemaVersion(file) === 0
  } finally {
    closeFile(file)
  }
}

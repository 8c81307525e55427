import { existsSync } from 'node:fs'
import { refuseMissingFiles, tenantPath } from '#db/data-folder.ts'
import { schemaVersion } from '#db/migrate.ts'
import { platformMigrations } from '#db/migrations/platform.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { platformPath } from '#db/platform.ts'
import { type AccountName, accountNames } from '#db/queries/platform/registry.ts'
import { countUnstored, findBadLanes, findWrongTotals, jobCount, seriesGaps } from '#db/queries/self-check.ts'
import { findIntegrityFaults, tenantMark } from '#db/snapshot.ts'
import { closeFile, openReadOnly, type SqlFile } from '#db/sqlite.ts'
import { type TenantDb, withClock } from '#db/types.ts'
import { readConfig } from '#server/config.ts'
import { describeError } from '#server/log.ts'
import { checkStock } from '#server/stock/check.ts'
import { readPlatform } from './archive/snapshot.ts'
import { requireFolder } from './folder.ts'

/** @throws when something is wrong, so that the exit status says it */
export async function check(args: string[]): Promise<void> {
  const { data } = readConfig(process.env, args)
  refuseMissingFiles(data)
  requireFolder(data)
  const platform = catchFaults(() => checkFile(platformPath(data), platformMigrations.length, () => []))
  printFaults('platform', platform, '')
  if (platform.length) throw new Error('The platform file is not sound.')
  const accounts = readPlatform(data, accountNames)
  const wrong = accounts.filter((account) => {
    let jobs = ''
    const faults = catchFaults(() => {
      const found = checkAccount(data, account)
      if (found.length === 0) jobs = jobsIn(data, account.id)
      return found
    })
    printFaults(account.name, faults, jobs)
    return faults.length > 0
  })
  if (wrong.length) throw new Error(`Not sound: ${wrong.map(({ name }) => name).join(', ')}.`)
}

/** What is wrong with the file of an account in a folder, a sentence each. */
export function checkAccount(data: string, { id }: Pick<AccountName, 'id'>): string[] {
  const path = tenantPath(data, id)
  if (!existsSync(path)) return [`the file ${path} is missing`]
  return checkFile(path, tenantMigrations.length, ({ db }) => [
    ...wrongOwner(path, id),
    ...rules(withClock(db, () => new Date())),
  ])
}

const wrongOwner = (path: string, id: string) => {
  const { id: found } = tenantMark(path)
  return found === id ? [] : [`the file holds the data of account ${found}`]
}

/** SQLite's own checks first: what they find makes every other figure doubtful. */
function checkFile(path: string, knows: number, more: (file: SqlFile) => string[]): string[] {
  const faults = findIntegrityFaults(path)
  if (faults.length) return faults
  const file = openReadOnly(path)
  try {
    const has = schemaVersion(file)
    if (has === 0) return [`the file ${path} is empty`]
    if (has > knows)
      return [`written by a newer version of Joblane (schema ${has}, this program knows ${knows})`]
    // An older file is brought forward when it is next opened; its rules may not fit this program yet.
    return has < knows ? [] : more(file)
  } finally {
    closeFile(file)
  }
}

function rules(db: TenantDb): string[] {
  return [
    ...checkStock(db).map(
      ({ kind, inventoryid, at, ledger, found }) =>
        `stock, ${kind} of item ${inventoryid} at ${at || 'no place'}: ${found} stands where the ledger says ${ledger} (${kind === 'value' ? 'cents' : 'millionths'})`,
    ),
    ...findBadLanes(db).map(
      ({ board, status, strangers, twice }) =>
        `lane ${status} of ${board} lists ${strangers} jobs that are elsewhere and ${twice} twice`,
    ),
    ...findWrongTotals(db),
    ...seriesGaps(db).map(
      ({ organisation, kind, documents, first, last }) =>
        `${kind} numbers of ${organisation}: ${documents} documents from ${first} to ${last}`,
    ),
    ...(countUnstored(db)
      ? [`${countUnstored(db)} issued documents without a number or without their PDF`]
      : []),
  ]
}

export function catchFaults(run: () => string[]): string[] {
  try {
    return run()
  } catch (error) {
    return [describeError(error)]
  }
}

function jobsIn(data: string, id: string): string {
  const file = openReadOnly(tenantPath(data, id))
  try {
    return `, ${jobCount(file.db as TenantDb)} jobs, schema ${schemaVersion(file)}`
  } finally {
    closeFile(file)
  }
}

function printFaults(name: string, faults: string[], more: string) {
  console.log(
    faults.length
      ? `${name}: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}: ${faults.join('; ')}`
      : `${name}: sound${more}`,
  )
}

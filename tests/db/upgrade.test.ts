import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataFolder, lockDataFolder, tenantPath } from '#db/data-folder.ts'
import { type Migration, migrate, schemaVersion } from '#db/migrate.ts'
import { platformMigrations } from '#db/migrations/platform.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { findIntegrityFaults } from '#db/snapshot.ts'
import { closeFile, copyFile, openFile, type SqlFile } from '#db/sqlite.ts'
import { openTenantFile } from '#db/tenant-file.ts'
import { openTenants } from '#db/tenants.ts'
import { checkAccount } from '#server/tasks/check.ts'
import { type EarlierRows, earlierPlatformRows, earlierTenantRows } from './earlier-rows.ts'

let folder: string
let dataFolder: DataFolder
let emptyTenants: EmptyFiles
let emptyPlatforms: EmptyFiles
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-upgrade-'))
  dataFolder = lockDataFolder(join(folder, 'data'))
  emptyTenants = createEmptyFiles(join(folder, 'empty-tenant.sqlite'), tenantMigrations)
  emptyPlatforms = createEmptyFiles(join(folder, 'empty-platform.sqlite'), platformMigrations)
})
afterAll(() => {
  emptyTenants.close()
  emptyPlatforms.close()
  dataFolder.release()
  rmSync(folder, { recursive: true })
})

type EmptyFiles = { steps: Migration[]; copyOf(version: number, to: string): void; close(): void }

/** One file that goes from version to version, asked for upwards: to begin each anew took a third of the time. */
function createEmptyFiles(path: string, steps: Migration[]): EmptyFiles {
  const file = openFile(path, { create: true })
  file.raw.run('PRAGMA synchronous = OFF')
  return {
    steps,
    copyOf(version, to) {
      migrate(file, steps.slice(0, version))
      copyFile(file, to)
    },
    close: () => closeFile(file),
  }
}

/** A file of an earlier version, with the rows that it wrote. Returns how many of each table. */
function makeEarlier(path: string, empty: EmptyFiles, version: number, rows: EarlierRows[]) {
  empty.copyOf(version, path)
  const file = openFile(path)
  try {
    file.raw.run('PRAGMA synchronous = OFF')
    for (const { since, upto = empty.steps.length, sql } of rows)
      if (since <= version && version <= upto) file.raw.exec(sql)
    return countRows(file)
  } finally {
    closeFile(file)
  }
}

/** The last two are how FTS5 keeps its words: fewer rows once it has merged them. */
const isWritten = (table: string) =>
  !/^(sqlite_|tenant$)|_(search|figures)|_stays$|^search_index_(data|idx)$/.test(table)

function countRows({ raw }: SqlFile): Record<string, number> {
  const tables = raw.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return Object.fromEntries(
    tables
      .filter(({ name }) => isWritten(name))
      .map(({ name }) => [
        name,
        raw.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()?.n ?? 0,
      ])
      .filter(([, n]) => n !== 0),
  )
}

/** Tables whose rows are in another one now. */
const moved: Record<string, string> = { supplier_item_breaks: 'supplier_prices' }

/** A step may add rows, as the rights that an old role is given for what is new. */
const findLost = (before: Record<string, number>, after: Record<string, number>) =>
  Object.keys(before).filter((table) => (after[moved[table] ?? table] ?? 0) < before[table]!)

const first = <T>(file: SqlFile, sql: string) => file.raw.query<T, []>(sql).get()

const versions = (steps: Migration[]) => steps.map(({ name }, at) => [name, at + 1] as const)

describe('an account’s file written by the version of', () => {
  test.each(versions(tenantMigrations))(
    '%s is brought up to this one, sound, with all its rows and figures',
    (_, version) => {
      const id = Bun.randomUUIDv7()
      const path = tenantPath(dataFolder.path, id)
      const before = makeEarlier(path, emptyTenants, version, earlierTenantRows)
      const { sqlite } = openTenantFile(dataFolder, id, {
        create: false,
        clock: () => new Date(),
        publish: () => {},
      })
      try {
        expect(schemaVersion(sqlite)).toBe(tenantMigrations.length)
        expect(findLost(before, countRows(sqlite))).toEqual([])
        expect(first(sqlite, 'SELECT sum(quotedcents) AS quoted, sum(usedcents) AS used FROM jobs')).toEqual({
          quoted: 15_750,
          used: 13_500,
        })
        expect(
          first(sqlite, 'SELECT sum(totalcents) AS total, sum(paidcents) AS paid FROM invoices'),
        ).toEqual({ total: 10350, paid: 10000 })
        expect(first(sqlite, 'SELECT balance, valuebalance FROM stock_ledger ORDER BY seq DESC')).toEqual({
          balance: 8_000_000,
          valuebalance: 9600,
        })
      } finally {
        closeFile(sqlite)
      }
      expect(checkAccount(dataFolder.path, { id })).toEqual([])
    },
  )
})

describe('a platform file written by the version of', () => {
  test.each(versions(platformMigrations))(
    '%s is brought up to this one, sound, with all its rows',
    (_, version) => {
      const path = join(folder, `platform-${version}.sqlite`)
      const before = makeEarlier(path, emptyPlatforms, version, earlierPlatformRows)
      const file = openFile(path)
      try {
        expect(migrate(file, platformMigrations)).toBe(platformMigrations.length - version)
        expect(findLost(before, countRows(file))).toEqual([])
      } finally {
        closeFile(file)
      }
      expect(findIntegrityFaults(path)).toEqual([])
    },
  )
})

test('a file of a later version is refused by one sentence, and left as it is', async () => {
  const id = Bun.randomUUIDv7()
  const path = tenantPath(dataFolder.path, id)
  makeEarlier(path, emptyTenants, tenantMigrations.length, earlierTenantRows)
  const file = openFile(path)
  file.raw.run(`PRAGMA user_version = ${tenantMigrations.length + 1}`)
  closeFile(file)
  const before = await Bun.file(path).bytes()
  const tenants = openTenants({ dataFolder })
  expect(() => tenants.read(id, () => 0)).toThrow(
    `was written by a newer version of Joblane (schema ${tenantMigrations.length + 1}, this program knows ${tenantMigrations.length})`,
  )
  tenants.closeAll()
  expect(await Bun.file(path).bytes()).toEqual(before)
})

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from '#db/data-folder.ts'
import { closeFile, openFile, prepared, type SqlFile } from '#db/sqlite.ts'
import { openTenants } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'

/** More than one request runs, fewer than the people of an account in a day. */
const ASKED = 300
/** More files than may keep so many each. */
const FILES = 20

let folder: string
let files: SqlFile[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-statements-'))
  files = Array.from({ length: FILES }, (_, n) =>
    openFile(join(folder, `${n}.sqlite`), { create: true, shortwrites: true }),
  )
})
afterAll(() => {
  for (const file of files) closeFile(file)
  rmSync(folder, { recursive: true })
})

const ask = ({ db }: { db: SqlFile['db'] | TenantDb }) => {
  for (let n = 0; n < ASKED; n++) expect(prepared<{ n: number }>(db, `SELECT ${n} AS n`).get()?.n).toBe(n)
}

function madeBy(run: () => void): number {
  const spy = spyOn(Database.prototype, 'prepare')
  try {
    run()
    return spy.mock.calls.filter(([text]) => /^SELECT \d+ AS n$/.test(text)).length
  } finally {
    spy.mockRestore()
  }
}

test('what the people of one account ask for is prepared once', () => {
  const [file] = files as [SqlFile]
  expect([madeBy(() => ask(file)), madeBy(() => ask(file))]).toEqual([ASKED, 0])
})

test('of many accounts those used longest ago give up theirs, and go on answering', () => {
  for (const file of files) ask(file)
  const [first, last] = [files[0] as SqlFile, files.at(-1) as SqlFile]
  expect(madeBy(() => ask(last))).toBe(0)
  expect(madeBy(() => ask(first))).toBe(ASKED)
  for (const file of files.slice(0, FILES - 1)) closeFile(file)
  files = [last]
  ask(last)
  expect(madeBy(() => ask(last))).toBe(0)
})

test('a glance into an open file keeps none of the statements that it was the first to need', () => {
  const dataFolder = lockDataFolder(join(folder, 'data'))
  const tenants = openTenants({ dataFolder })
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  const glance = () => tenants.glance(id, (db) => ask({ db }))
  expect([madeBy(glance), madeBy(glance)]).toEqual([ASKED, ASKED])
  expect([madeBy(() => tenants.read(id, (db) => ask({ db }))), madeBy(glance)]).toEqual([ASKED, 0])
  tenants.closeAll()
  dataFolder.release()
})

test('what is looked for as a file opens keeps no statement', () => {
  const dataFolder = lockDataFolder(join(folder, 'opened'))
  const tenants = openTenants({ dataFolder })
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  tenants.close(id)
  tenants.onOpen((_, db) => ask({ db }))
  const read = () => tenants.read(id, (db) => ask({ db }))
  expect([madeBy(read), madeBy(read)]).toEqual([2 * ASKED, 0])
  tenants.closeAll()
  dataFolder.release()
})

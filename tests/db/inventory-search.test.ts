import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { findItemIds } from '#db/queries/catalogue/inventory.ts'
import { closeFile, copyFile, openFile, type SqlFile } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-search-'))
afterAll(() => rmSync(folder, { recursive: true }))

const add = ({ raw }: SqlFile, id: string, code: string, model = '') =>
  raw.run(`INSERT INTO inventory (id, createdutc, updatedutc, code, model) VALUES (?, '', '', ?, ?)`, [
    id,
    code,
    model,
  ])
const found = ({ db }: SqlFile, search: string) =>
  [...findItemIds(db as TenantDb, { search, archived: true }).values()].flat().sort()

test('items of a file from before the search are found after its migration', () => {
  const file = openFile(join(folder, 'old.sqlite'), { create: true })
  migrate(file, tenantMigrations.slice(0, 1))
  add(file, 'a', 'OLD-1', 'Crème')
  migrate(file, tenantMigrations)
  expect(found(file, 'creme')).toEqual(['a'])
  closeFile(file)
})

test('what is renamed is found by its new words alone, what is gone no more, also in a copy', () => {
  const file = openFile(join(folder, 'new.sqlite'), { create: true })
  migrate(file, tenantMigrations)
  for (const id of ['a', 'b', 'c']) add(file, id, `CODE-${id}`, `Model ${id}`)
  file.raw.run("DELETE FROM inventory WHERE id = 'a'")
  file.raw.run("UPDATE inventory SET model = 'Schraube' WHERE id = 'b'")
  expect(found(file, 'model')).toEqual(['c'])
  expect(found(file, 'schraub')).toEqual(['b'])
  // The copy packs its rows anew, and may number those without a key of their own otherwise.
  const to = join(folder, 'copy.sqlite')
  copyFile(file, to)
  const copy = openFile(to)
  expect([found(copy, 'schraub'), found(copy, 'model'), found(copy, 'code')]).toEqual([
    ['b'],
    ['c'],
    ['b', 'c'],
  ])
  copy.raw.run("UPDATE inventory SET model = 'Moer' WHERE id = 'c'")
  expect([found(copy, 'moer'), found(copy, 'model')]).toEqual([['c'], []])
  expect(copy.raw.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  closeFile(copy)
  closeFile(file)
})

import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { hasUnindexed, indexSlice } from '#db/queries/search/index-slice.ts'
import type { SearchKindName } from '#db/queries/search/kinds.ts'
import { findMatches } from '#db/queries/search/matches.ts'
import { closeFile, openFile, type SqlFile } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-search-'))
afterAll(() => rmSync(folder, { recursive: true }))

const all = { boards: [], locations: null, removed: false, owners: [] }
const found = ({ db }: SqlFile, kind: SearchKindName, search: string) =>
  findMatches(db as TenantDb, kind, search, all, 10).map(({ title }) => title)

const add = ({ raw }: SqlFile, table: 'clients' | 'suppliers', id: string, name: string, city = '') =>
  raw.run(`INSERT INTO ${table} (id, createdutc, updatedutc, name, city) VALUES (?, '', '', ?, ?)`, [
    id,
    name,
    city,
  ])

const indexAll = ({ db }: SqlFile, take: number) => {
  for (let slices = 0; hasUnindexed(db as TenantDb); slices++) {
    expect(slices).toBeLessThan(50)
    indexSlice(db as TenantDb, take)
  }
}

test('records from before the index are found after its slices, newest first, new ones at once', () => {
  const file = openFile(join(folder, 'old.sqlite'), { create: true })
  migrate(file, tenantMigrations.slice(0, 8))
  for (const n of [1, 2, 3, 4, 5]) add(file, 'clients', `a${n}`, `The Crème ${n}`)
  add(file, 'suppliers', 'c1', 'Creme Imports')
  migrate(file, tenantMigrations)
  add(file, 'clients', 'b1', 'A new creme')
  expect(found(file, 'client', 'creme')).toEqual(['A new creme'])
  indexSlice(file.db as TenantDb, 2)
  file.raw.run("UPDATE clients SET name = 'The renamed' WHERE id IN ('a1', 'a5')")
  file.raw.run("DELETE FROM clients WHERE id = 'a2'")
  indexAll(file, 2)
  expect(found(file, 'client', 'creme')).toEqual(['A new creme', 'The Crème 4', 'The Crème 3'])
  expect(found(file, 'client', 'renamed')).toHaveLength(2)
  expect(found(file, 'supplier', 'creme')).toEqual(['Creme Imports'])
  closeFile(file)
})

test('the slices make the same words as the triggers, of every kind', () => {
  const file = openFile(join(folder, 'same.sqlite'), { create: true })
  migrate(file, tenantMigrations)
  file.raw.run('PRAGMA foreign_keys = OFF')
  file.raw.exec(`
    INSERT INTO jobs (id, createdutc, updatedutc, created, boardid, reference, description, customerreference) VALUES ('1', '', '', '', 'b', 'J1', 'words', 'cust');
    INSERT INTO clients (id, createdutc, updatedutc, name, code, city, contactname) VALUES ('2', '', '', 'n', 'c', 'd', 'e');
    INSERT INTO inventory (id, createdutc, updatedutc, code, make, model, materialname, materialcode, barcode) VALUES ('3', '', '', 'c', 'm', 'o', ' ', 'x', 'y');
    INSERT INTO locations (id, createdutc, updatedutc, name, city, contactname) VALUES ('4', '', '', 'n', 'c', 'd');
    INSERT INTO suppliers (id, createdutc, updatedutc, name, code, city, contactname) VALUES ('5', '', '', 'n', 'c', 'd', 'e');
    INSERT INTO invoices (id, createdutc, updatedutc, organisation, reference) VALUES ('6', '', '', 'o', 'ref');
    INSERT INTO equipment (id, createdutc, updatedutc, name, code, barcode, model, serial) VALUES ('7', '', '', 'n', 'c', 'b', 'm', 's');
    INSERT INTO documents (id, createdutc, updatedutc, entity, referenceid, filename, original, media, "group", size, sha256) VALUES ('8', '', '', 'jobs', '1', 'f', '', 'm', 'g', 1, 's');
    UPDATE clients SET vatnumber = 'v', registrationnumber = 'r';
    UPDATE suppliers SET vatnumber = 'v';
    INSERT INTO supplierinvoices (id, createdutc, updatedutc, kind, supplier, organisation, number, date, vatdate, note, netcents, vatcents, totalcents) VALUES ('9', '', '', 'invoice', '5', 'o', 'n', '', '', 'note', 0, 0, 0);
  `)
  const words = () =>
    file.raw.query('SELECT recordid, title, words FROM search_words ORDER BY recordid').all()
  const byTriggers = words()
  expect(byTriggers).toHaveLength(9)
  file.raw.run('DELETE FROM search_words')
  for (const kind of [1, 2, 3, 4, 5, 6, 7, 8, 12])
    file.raw.run("INSERT INTO search_unindexed VALUES (?, '~')", [kind])
  indexAll(file, 10)
  expect(words()).toEqual(byTriggers)
  closeFile(file)
})

test('what begins with the words comes first; each word counts; what is renamed, archived or gone is not found', () => {
  const file = openFile(join(folder, 'new.sqlite'), { create: true })
  migrate(file, tenantMigrations)
  add(file, 'clients', 'a', 'Marina Works', 'Durban')
  add(file, 'clients', 'b', 'New Marina')
  add(file, 'clients', 'c', 'Old Marina', 'Durban')
  expect(found(file, 'client', 'marina')).toEqual(['Marina Works', 'Old Marina', 'New Marina'])
  expect(found(file, 'client', 'durban marina')).toEqual(['Old Marina', 'Marina Works'])
  expect(found(file, 'client', 'ma')).toEqual(['Marina Works'])
  expect(found(file, 'client', '  new  marina')).toEqual(['New Marina'])
  add(file, 'clients', 'd', 'Marina, but new')
  expect(found(file, 'client', 'new marina')).toEqual(['New Marina', 'Marina, but new'])
  file.raw.run("DELETE FROM clients WHERE id = 'd'")
  expect(found(file, 'client', '"* OR %')).toEqual([])
  file.raw.run("UPDATE clients SET name = 'Harbour' WHERE id = 'a'")
  file.raw.run("UPDATE clients SET archived = 1 WHERE id = 'b'")
  file.raw.run("DELETE FROM clients WHERE id = 'c'")
  expect(found(file, 'client', 'marina')).toEqual([])
  file.raw.run("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)")
  closeFile(file)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared, prepareTemporary, tableChanges } from '#db/sqlite.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const file = <T>(run: (db: TenantDb) => T) => server.services.tenants.read(server.accountid, run)
const changes = () => file((db) => tableChanges(db)!)
const write = (text: string, values: string[] = []) =>
  server.services.tenants.write(server.accountid, SYSTEM, (tx) => prepared(tx.db, text).run(values))

async function changedBy(run: () => unknown, tables: string[]): Promise<string[]> {
  const { made } = changes().watch(() => undefined)
  await run()
  return tables.filter((table) => !changes().stands({ ...made, tables: [table] }))
}

const readBy = (text: string) => changes().watch(() => file((db) => prepared(db, text).all())).made.tables

test('a statement reads the tables that SQLite opens for it', () => {
  expect(
    readBy('SELECT c.name FROM clients c WHERE EXISTS (SELECT 1 FROM jobs WHERE client = c.id)'),
  ).toEqual(expect.arrayContaining(['clients', 'jobs']))
  expect(readBy('SELECT count(*) FROM notes')).toContain('notes')
  expect(readBy("SELECT rowid FROM search_index WHERE search_index MATCH 'a'")).toContain('search_index')
  expect(readBy("SELECT value FROM json_each('[1]')")).toEqual([])
})

test('it reads the columns that it takes, and those that its indexes are of', () => {
  expect(readBy("SELECT reference, description FROM jobs WHERE id = 'a'")).toEqual([
    'jobs',
    'jobs(description,id,reference)',
  ])
  expect(readBy("SELECT 1 FROM jobs WHERE client = 'a' ORDER BY created")).toEqual([
    'jobs',
    'jobs(client,created)',
  ])
  // An index of some rows follows from columns that it does not hold, and so does what SQLite generates.
  expect(
    readBy('SELECT seq FROM jobs INDEXED BY jobs_lane WHERE template = 0 AND status BETWEEN 1 AND 4'),
  ).toEqual(['jobs', 'jobs(*)'])
  expect(readBy("SELECT code FROM clients WHERE id = 'a'")).toEqual(['clients', 'clients(*)'])
})

test('an update changes what reads one of its columns', async () => {
  const [names, times, all] = ['workers(id,name)', 'workers(id,updatedutc)', 'workers(*)']
  readBy("SELECT name FROM workers WHERE id = 'a'")
  readBy("SELECT updatedutc FROM workers WHERE id = 'a'")
  const tables = ['workers', names, times, all]
  const by = (text: string) => changedBy(() => write(text), tables)
  expect(await by('UPDATE workers SET updatedutc = updatedutc')).toEqual([times, all])
  expect(await by('update "workers" set "name" = trim(name), `updatedutc` = updatedutc WHERE 1')).toEqual([
    names,
    times,
    all,
  ])
  expect(await by("UPDATE workers SET code = iif(code IS DISTINCT FROM 'a, b = c', code, '')")).toEqual([all])
  expect(await by('UPDATE workers SET (name, code) = (name, code)')).toEqual(['workers'])
  expect(await by('UPDATE workers AS w SET name = name')).toEqual(['workers'])
  expect(await by('UPDATE OR IGNORE workers SET name = name')).toEqual(['workers'])
  expect(await by("DELETE FROM workers WHERE id = 'none'")).toEqual(['workers'])
})

test('a statement changes its table and those that its triggers change, and no others', async () => {
  const tables = ['clients(*)', 'search_words(id,title)', 'search_index', 'jobs(*)', 'notes']
  readBy('SELECT title FROM search_words WHERE id = 1')
  expect(await changedBy(() => write("UPDATE clients SET name = 'Other'"), tables)).toEqual([
    'clients(*)',
    'search_words(id,title)',
    'search_index',
  ])
  expect(await changedBy(() => write('UPDATE clients SET updatedutc = updatedutc'), tables)).toEqual([
    'clients(*)',
  ])
  // SQLite empties a table without opening it.
  expect(await changedBy(() => write('DELETE FROM lane_stays'), ['lane_stays', 'jobs'])).toEqual([
    'lane_stays',
  ])
})

test('what no statement of ours changes may have changed all', async () => {
  const byHand = () => file((db) => prepareTemporary(db, 'DELETE FROM lane_stays WHERE 0').run([]))
  expect(await changedBy(byHand, ['notes', 'clients'])).toEqual(['notes', 'clients'])
  const reopened = () => server.services.tenants.close(server.accountid)
  expect(await changedBy(reopened, ['notes', 'clients'])).toEqual(['notes', 'clients'])
})

test('a read within a read is part of it, and what asks for the change number asks for all', () => {
  const { made } = changes().watch(() =>
    changes().watch(() => file((db) => prepared(db, 'SELECT 1 FROM notes').all())),
  )
  expect(made.tables).toContain('notes')
  expect(changes().watch(() => changes().askedAll()).made.tables).toBe('all')
})

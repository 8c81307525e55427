import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { locations } from '#db/schema/tenant/index.ts'
import { prepared, queryPlan } from '#db/sqlite.ts'
import { accented, byName, byWords, sortsEqual, wordKeys } from '#db/word-order.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const sorted = (texts: readonly string[]) =>
  server.services.tenants.read(server.accountid, (db) =>
    prepared<{ text: string }>(
      db,
      `SELECT value AS text FROM json_each(?) ORDER BY ${byWords('value')}, value`,
    )
      .all([JSON.stringify(texts)])
      .map(({ text }) => text),
  )

test('numbers stand by what they count, at the beginning of a text and at its end', () => {
  const order = [
    '1',
    '2',
    '9',
    '10',
    '3M',
    '75',
    '0100',
    'M8x20',
    'R',
    'R-2',
    'r-9',
    'R-10',
    'Rack 2',
    'Rack 10',
  ]
  const expected = [
    '1',
    '2',
    '3M',
    '9',
    '10',
    '75',
    '0100',
    'M8x20',
    'R',
    'R-2',
    'r-9',
    'R-10',
    'Rack 2',
    'Rack 10',
  ]
  expect(sorted(order.toReversed())).toEqual(expected)
})

test('letters stand by what they are, whatever their case and accents', () => {
  const expected = [
    'Abel',
    'ábel 2',
    'Ångström',
    'boek',
    'Bólido',
    'Bottom-Dollar',
    'Élan',
    'Ernst',
    'Mère',
    'Šimon',
    'zebra',
    'Zulu',
  ]
  expect(sorted(expected.toReversed())).toEqual(expected)
})

const indexed = [
  ['clients', 'name', 'archived = 0', 'id'],
  ['suppliers', 'name', 'archived = 0', 'id'],
  ['locations', 'name', 'archived = 0', 'id'],
  ['equipment', 'name', 'archived = 0', 'id'],
  ['inventory', 'code', 'category = 1 AND archived = 0', 'inventoryclass'],
] as const

test.each(indexed)('%s are read in that order from their index', (table, column, where, then) => {
  const plan = server.services.tenants.read(server.accountid, (db) =>
    queryPlan(db, `SELECT id FROM ${table} WHERE ${where} ORDER BY ${byName(column)}, ${then} LIMIT 50`),
  )
  expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([])
})

test('one location among many is found by its name from that index', () => {
  const plan = server.services.tenants.read(server.accountid, (db) => {
    const where = and(sortsEqual(locations.name, 'Yard 7'), eq(locations.archived, false))
    return queryPlan(db, db.select({ id: locations.id }).from(locations).where(where).toSQL().sql)
  })
  expect(plan.join()).toContain('INDEX locations_name (<expr>=? AND plainname=? AND <expr>=?')
})

test('the lists of every domain go by it, both ways', async () => {
  const { admin } = server.people
  const names = ['Zulu Signs 10', 'Étoile', 'zulu signs 9', 'Ernst', 'Zulu Signs']
  const expected = ['Ernst', 'Étoile', 'Zulu Signs', 'zulu signs 9', 'Zulu Signs 10']
  for (const table of ['clients', 'suppliers', 'locations', 'equipment', 'storage', 'divisions']) {
    for (const name of names) await admin.post(`/api/${table}`, { name })
    const listed = async (query: string) =>
      (await admin.get(`/api/${table}?${query}`)).body.data.map(({ name }: { name: string }) => name)
    expect([table, await listed('take=500')]).toEqual([table, expected])
    expect([table, await listed('sort=-name')]).toEqual([table, expected.toReversed()])
  }
  for (const code of ['10', '9', '2', 'R-10', 'R-9', '1']) await admin.post('/api/inventory', { code })
  const codes = (await admin.get('/api/inventory?sort=code')).body.data.map(
    ({ code }: { code: string }) => code,
  )
  expect(codes).toEqual(['1', '2', '9', '10', 'R-9', 'R-10'])
})

const letters = Object.values(accented).flatMap((all) => [...all, ...all.toUpperCase()])

const fold = (name: string) =>
  [...name.replace(/[0-9]+$/, '')]
    .map(
      (letter) =>
        Object.keys(accented).find((plain) => accented[plain]?.includes(letter.toLowerCase())) ?? letter,
    )
    .join('')

const folded = [
  ['clients', 'name'],
  ['suppliers', 'name'],
  ['locations', 'name'],
  ['equipment', 'name'],
  ['inventory', 'code'],
  ['inventory', 'itemname'],
] as const

type Folded = { text: string; plain: string; byrule: string }

test.each(folded)('of %s the letters of every %s stand folded, whoever wrote it', async (table, column) => {
  const { admin } = server.people
  const written = column === 'itemname' ? 'materialname' : column
  const coded = () => (table === 'inventory' ? { code: crypto.randomUUID() } : {})
  const post = async (name: string) =>
    (await admin.post(`/api/${table}`, { ...coded(), [written]: name })).body.data
  for (let from = 0; from < letters.length; from += 10)
    await post(`${column} ${letters.slice(from, from + 10).join('')} ${from}`)
  const [first, second] = [await post(`Plain ${column} 5`), await post(`Öpen ${column} 6`)]
  const rename = (id: string, name: string) => admin.patch(`/api/${table}/${id}`, { [written]: name })
  await rename(first.id, `Ĳ ḓ Šow ${column} 71`)
  await rename(second.id, `Open ${column} 6`)
  const rows = server.services.tenants.read(server.accountid, (db) =>
    prepared<Folded>(
      db,
      `SELECT ${column} AS text, plain${column} AS plain, ${wordKeys(column)[1]} AS byrule FROM ${table}`,
    ).all(),
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { text, plain, byrule } of rows)
    expect([text, plain, byrule]).toEqual([text, fold(text), fold(text)])
  expect(rows.map(({ text }) => text)).toContain(`Ĳ ḓ Šow ${column} 71`)
})

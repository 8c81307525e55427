import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { importPages } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const servers: TestServer[] = []
let server: TestServer
let pages: ReturnType<typeof importPages>
beforeEach(async () => {
  server = await startTestServer()
  servers.push(server)
  pages = importPages(server)
})
afterAll(async () => {
  for (const one of servers) await one.stop()
})

const rows = <Row>(sql: string): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all())
const ann = () =>
  rows<{ id: string; city: string; version: number }>('SELECT id, city, version FROM clients')[0]!
const importCity = async (city: string) =>
  (await pages.importList('clients', `Code,Name,City\nA1,Ann,${city}\n`)).url
const undo = (url: string) => pages.undo(url)
const edit = (note: string) =>
  expectOk(server.people.admin.patch(`/api/clients/${ann().id}`, { note, version: ann().version }))

describe('an import that others came after', () => {
  test('goes back when they went back, in whatever order they lay in one another', async () => {
    const [first, second, third] = [
      await importCity('Durban'),
      await importCity('Pretoria'),
      await importCity('Paarl'),
    ]
    expect(await undo(first)).toContain('1 client was changed since')
    expect(await undo(third)).toContain('1 as before')
    expect(await undo(second)).toContain('1 as before')
    const again = await importCity('Upington')
    expect(await undo(again)).toContain('1 as before')
    expect(ann()).toMatchObject({ city: 'Durban' })
    expect(await undo(first)).toContain('1 removed')
    expect(rows('SELECT id FROM clients')).toEqual([])
  })

  test('keeps what a person changed, before they went back or after', async () => {
    const [first, second] = [await importCity('Durban'), await importCity('Pretoria')]
    await edit('Pays late.')
    expect(await undo(second)).toContain('1 kept')
    expect(await undo(first)).toContain('1 client was changed since')
    const third = await importCity('Paarl')
    expect(await undo(third)).toContain('1 as before')
    await edit('Pays.')
    expect(await undo(first)).toContain('1 client was changed since')
    expect(ann()).toMatchObject({ city: 'Pretoria' })
  })

  test('raises the version with every step, so that no open form saves over it', async () => {
    await importCity('Durban')
    const second = await importCity('Pretoria')
    const seen = ann().version
    await undo(second)
    const late = await server.people.admin.patch(`/api/clients/${ann().id}`, { city: 'X', version: seen })
    expect([late.status, ann().city]).toEqual([409, 'Durban'])
  })
})

test('five thousand items are given other words, found by them, and are what they were again', async () => {
  const list = (word: string) =>
    `Code,Material name,Barcode,Rate\n${Array.from({ length: 5_000 }, (_, n) => `C${n},${word} ${n},B${n},${n}.25`).join('\n')}\n`
  await pages.importList('inventory', list('Anvil'))
  const before = rows('SELECT id, code, materialname, barcode, rate FROM inventory ORDER BY code')
  const { url, trial } = await pages.importList('inventory', list('Ysterpyp'))
  expect(trial).toEqual([0, 5_000, 0, 0])
  const found = async (word: string) =>
    (await expectOk(server.people.admin.get(`/api/inventory?search=${word}&take=1`))) as unknown[]
  expect([await found('anvil'), (await found('terpyp 4711')).length]).toEqual([[], 1])
  expect(await undo(url)).toContain('5000 as before')
  expect(rows('SELECT id, code, materialname, barcode, rate FROM inventory ORDER BY code')).toEqual(before)
  expect([(await found('anvil 4711')).length, await found('ysterpyp')]).toEqual([1, []])
  expect(rows('SELECT DISTINCT version FROM inventory WHERE archived = 0')).toEqual([{ version: 3 }])
})

test('goods, jobs and their lines go back in the order in which a person takes them back, and come in again', async () => {
  await expectOk(server.people.admin.post('/api/boards', { name: 'Orders' }))
  const lists = [
    ['clients', 'Code,Name\nA1,Ann\n'],
    ['inventory', 'Code,Name,Class\nBOLT,Bolt,Merchandise\n'],
    ['counts', 'Item,Counted\nBOLT,50\n'],
    [
      'jobs',
      'Reference,Board,Client,Status\nX1,Orders,A1,Complete\nX2,Orders,A1,Archived\nX3,Orders,A1,Invoiced\n',
    ],
    ['materials', 'Job,Item,Estimated,Consumed,Rate\nX1,BOLT,4,4,10\nX2,BOLT,3,3,10\nX3,BOLT,1,1,10\n'],
  ] as const
  for (let turn = 0; turn < 2; turn++) {
    const brought: string[] = []
    for (const [list, csv] of lists) {
      const { url, trial } = await pages.importList(list, csv)
      expect([list, ...trial]).toEqual([list, list === 'jobs' || list === 'materials' ? 3 : 1, 0, 0, 0])
      brought.push(url)
    }
    expect(rows('SELECT quantity FROM stock_onhand')).toContainEqual({ quantity: 50_000_000 })
    const done = rows<{ completed: string }>(
      "SELECT completed FROM jobs WHERE status IN (4, 5, 6) AND reference LIKE 'X_'",
    )
    expect(done.map(({ completed }) => completed)).toEqual(Array(3).fill(expect.any(String)))
    const elsewhere = await expectOk(server.people.admin.get('/api/jobs/reference/X3'))
    expect(elsewhere).toMatchObject({ status: 5, stage: 'invoiced', paid: false, nextstep: null })
    for (const url of brought.reverse()) expect(await undo(url)).toContain('removed')
    expect(rows("SELECT id FROM jobs WHERE reference LIKE 'X_' OR status < 98")).toEqual([])
    expect(rows('SELECT id FROM clients')).toEqual([])
    expect(rows("SELECT id FROM inventory WHERE NOT archived OR code = 'BOLT'")).toEqual([])
    expect(rows('SELECT quantity FROM stock_onhand WHERE quantity <> 0')).toEqual([])
  }
  const { admin } = server.people
  expect((await admin.get('/api/jobs/past')).body.total).toBe(0)
  // What history keeps of them is found by nobody, not even where removed jobs are listed.
  expect(rows('SELECT count(*) AS kept FROM jobs WHERE status = 98')).toEqual([{ kept: 6 }])
  expect((await admin.post('/api/jobs/past', { status: '98' })).body.total).toBe(0)
  expect((await expectOk(admin.get('/api/search?q=X1'))).kinds ?? []).toEqual([])
})

test('one of many rows shows on its page how far it is, and what became of it', async () => {
  const { url } = await pages.importList('clients', 'Code,Name\nA1,Ann\nB1,Ben\nC1,Cas\n')
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
    prepared(tx.db, 'UPDATE imports SET rows = 20001').run(),
  )
  const [ben] = rows<{ id: string }>("SELECT id FROM clients WHERE name = 'Ben'")
  const place = { name: 'Ben’s yard', client: ben!.id }
  const { id } = await expectOk(server.people.admin.post('/api/locations', place))
  const begin = async () => (await pages.call('POST', `${url}/undo`)).headers.get('hx-redirect')
  expect(await begin()).toBe(url)
  expect(await pages.waitUntilDone(url)).toMatch(/role="alert".*1 location refers/s)
  expect(rows('SELECT id FROM clients')).toHaveLength(3)
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) =>
    prepared(tx.db, 'DELETE FROM locations WHERE id = ?').run([id]),
  )
  expect(await begin()).toBe(url)
  const page = await pages.waitUntilDone(url)
  expect([page.includes('Taken back by'), page.includes('3 removed'), page.includes('role="alert"')]).toEqual(
    [true, true, false],
  )
  expect(rows('SELECT id FROM clients')).toEqual([])
})

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { prepared } from '#db/sqlite.ts'
import type { Tenants } from '#db/tenants.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { ImportQueue } from '#server/import/run/import-queue.ts'
import { type StagedImport, StagedImportStore } from '#server/import/run/staged-imports.ts'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
})
afterAll(() => server.stop())

const rows = <Row>(sql: string): Row[] =>
  server.services.tenants.read(server.accountid, (db) => prepared<Row>(db, sql).all())

test('columns chosen anew while a trial runs are what is tried, and what comes in', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => `Alias ${n},Proper ${n}`)
  const { url } = await pages.upload('divisions', ['Alias,Proper', ...many].join('\n'))
  const first = await pages.columns(url, { 'column-name': 'Alias' })
  const second = await pages.columns(url, { 'column-name': 'Proper' })
  await pages.call('POST', url, first)
  await pages.call('POST', url, second)
  expect(previewCounts(await pages.waitUntilDone(url))).toEqual([3_000, 0, 0, 0])
  await pages.run(url)
  expect(rows('SELECT substr(name, 1, 6) AS name, count(*) AS n FROM divisions GROUP BY 1')).toEqual([
    { name: 'Proper', n: 3_000 },
  ])
})

test('two records that are there are not given one barcode by the same list', async () => {
  await pages.importList('storage', 'Name,Barcode\nShelf,1\nBin,2\n')
  const { url } = await pages.upload('storage', 'Name,Barcode\nShelf,9\nBin,9\n')
  const page = await pages.dryRun(url)
  expect(page).toContain('“9” is that of another record already.')
  expect(rows('SELECT barcode FROM storage ORDER BY barcode')).toEqual([{ barcode: '1' }, { barcode: '2' }])
})

test('a file that another upload takes away meanwhile is no trouble', async () => {
  const folder = join(server.folder, 'data/imports', server.accountid)
  await pages.importList('suppliers', 'Name\nFirst of all\n')
  // Listed with the others, and not there when it is looked at.
  symlinkSync('nowhere', join(folder, 'gone.list.new'))
  await pages.importList('suppliers', 'Name\nAfter it\n')
  expect(rows("SELECT name FROM suppliers WHERE name = 'After it'")).toHaveLength(1)
})

test('many lists at once all come in', async () => {
  const lists = Array.from({ length: 7 }, (_, n) => `Name\nSupplier ${n}\n`)
  await Promise.all(lists.map((csv) => pages.importList('suppliers', csv)))
  expect(rows("SELECT count(*) AS n FROM suppliers WHERE name LIKE 'Supplier %'")).toEqual([{ n: 7 }])
})

test('imports are taken back two at a time, one of each account', async () => {
  const { tenants } = server.services
  await Promise.all([1, 2, 3, 4].map((n) => pages.importList('divisions', `Name\nTaken back ${n}\n`)))
  await importPages(server, server.other).importList('divisions', 'Name\nTaken back 5\n')
  const brought = "SELECT id FROM imports WHERE noun = 'divisions' AND filename = 'list.csv' AND added = 1"
  const ids = rows<{ id: string }>(brought).map(({ id }) => id)
  const others = tenants.read(server.other.accountid, (db) => prepared<{ id: string }>(db, brought).all())
  const held = { now: 0, most: 0, ours: 0, mostOurs: 0 }
  const order: string[] = []
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const counting: Tenants = {
    ...tenants,
    async longWrite(accountid, ...given) {
      const ours = accountid === server.accountid ? 1 : 0
      order.push(ours ? 'ours' : 'other')
      held.most = Math.max(held.most, ++held.now)
      held.ours += ours
      held.mostOurs = Math.max(held.mostOurs, held.ours)
      begun[ours].resolve()
      try {
        // The first of each account waits for the other's, which comes only if both have a turn.
        await Promise.all(begun.map(({ promise }) => promise))
        return await tenants.longWrite(accountid, ...given)
      } finally {
        held.now--
        held.ours -= ours
      }
    },
  }
  const refusal = () => new Error('too many')
  const turns = new FairQueue({ places: 2, account: 20, person: 10, refusal })
  const queue = new ImportQueue(counting, new StagedImportStore(server.services.config.data), turns)
  const undo = ({ userid, accountid }: Client, id: string) =>
    queue.undo(accountid, { userid, name: 'Admin' }, id)
  await Promise.all([
    ...ids.map((id) => undo(server.people.admin, id)),
    ...others.map(({ id }) => undo(server.other, id)),
  ])
  expect([ids.length, others.length, held]).toEqual([4, 1, { now: 0, most: 2, ours: 0, mostOurs: 1 }])
  // Which of the two threads begins first is the system's to choose.
  expect(order.splice(0, 2).toSorted()).toEqual(['other', 'ours'])
  expect(order).toEqual(['ours', 'ours', 'ours'])
  expect(rows("SELECT id FROM divisions WHERE name LIKE 'Taken back %'")).toEqual([])
})

test('while a long list is saved others are answered, and its own account sees it grow until all of it is there', async () => {
  const many = 20_000
  const items = Array.from({ length: many }, (_, n) => `I${n},Ysterpyp ${n} galvanised,Bosch,M ${n}`)
  const { url } = await pages.upload('inventory', ['Code,Material name,Make,Model', ...items].join('\n'))
  await pages.dryRun(url)
  await pages.call('POST', `${url}/run`, new URLSearchParams())
  const saving = async () => (await (await pages.call('GET', `${url}/progress`)).text()).includes('Saving')
  const seen = new Set<number>()
  let meanwhile = 0
  for (let turn = 0; turn < 2_000; turn++) {
    const before = await saving()
    const made = await server.other.post('/api/divisions', { name: `Division ${turn}` })
    seen.add(rows<{ n: number }>('SELECT count(*) AS n FROM inventory')[0]!.n)
    expect(made.status).toBe(200)
    if (before && (await saving())) meanwhile++
    if (seen.has(many)) break
  }
  expect(meanwhile).toBeGreaterThan(0)
  expect([...seen]).toEqual([...seen].toSorted((a, b) => a - b))
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([0, many])
})

test('a trial run waits for nobody who writes, also of what must be written to be tried', async () => {
  const { tenants } = server.services
  await pages.importList('inventory', 'Code,Name,Class\nHELD,Held,Merchandise\n')
  const { url } = await pages.upload('counts', 'Item,Counted\nHELD,5\n')
  const held = Promise.withResolvers<void>()
  const writing = tenants.longWrite(server.accountid, { userid: null, name: 'test' }, async () => {
    await held.promise
    return { value: 'over', events: [] }
  })
  const columns = await pages.columns(url)
  expect((await pages.call('POST', url, columns)).status).toBe(204)
  expect(previewCounts(await pages.waitUntilDone(url))).toEqual([1, 0, 0, 0])
  held.resolve()
  expect(await writing).toBe('over')
  expect(
    rows("SELECT l.seq FROM stock_ledger l JOIN inventory i ON i.id = l.inventoryid WHERE i.code = 'HELD'"),
  ).toEqual([])
})

test('a trial run that is begun anew takes the place of the one before it', () => {
  const { tenants, config } = server.services
  const refusal = () => new Error('too many')
  const turns = new FairQueue({ places: 2, account: 1, person: 1, refusal })
  const queue = new ImportQueue(tenants, new StagedImportStore(config.data), turns)
  const staged = { id: 'one', inspection: { total: 1 } } as StagedImport
  const start = () => queue.start(server.accountid, { userid: 'u', name: 'U' }, staged, 'dryRun')
  void start()
  void start()
  expect(queue.task(server.accountid, 'one')?.phase).toBe('waiting')
})

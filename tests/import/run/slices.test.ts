import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { SlicedFile, type WriteLock } from '#db/sliced-file.ts'
import { prepared } from '#db/sqlite.ts'
import { validateList } from '#server/import/check/validate-list.ts'
import { suggestChoices } from '#server/import/map/suggest-choices.ts'
import { inspectFile } from '#server/import/read/inspect-file.ts'
import { planList, writePlan } from '#server/import/write/write-list.ts'
import { importPages } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
})
afterAll(() => server.stop())

const MANY = 4_000
const items = (letter: string, many = MANY) =>
  `Code,Material name\n${Array.from({ length: many }, (_, n) => `${letter}${n},Ysterpyp ${letter} ${n}`).join('\n')}\n`
const count = (table: string) =>
  server.services.tenants.read(
    server.accountid,
    (db) => prepared<{ n: number }>(db, `SELECT count(*) AS n FROM ${table}`).get()!.n,
  )
const left = () => ['inventory', 'imports', 'import_parts', 'import_keys', 'search_words'].map(count)

/** Counts slices, and tells how many begin while `run` waits. */
function watchSlices() {
  const { tenants } = server.services
  const write = tenants.longWrite
  const watch = { begun: 0, after: async (_slice: number) => {}, end: () => spy.mockRestore() }
  const spy = spyOn(tenants, 'longWrite').mockImplementation(async (...given) => {
    watch.begun++
    const value = await write(...given)
    await watch.after(watch.begun)
    return value as never
  })
  return watch
}

test('a save waits for a slice of an import or of its undo, never for all of them', async () => {
  const watch = watchSlices()
  const waits: number[] = []
  const { tenants } = server.services
  const { write } = tenants
  // From when the save asks for the file: on its way there a slice may begin at any time.
  const spy = spyOn(tenants, 'write').mockImplementation(async (...given) => {
    const before = watch.begun
    const value = await write(...given)
    waits.push(watch.begun - before)
    return value as never
  })
  let over = false
  const saving = async () => {
    for (let n = 0; !over; n++)
      await expectOk(server.people.admin.post('/api/divisions', { name: `Division ${n}` }))
  }
  const { url } = await pages.upload('inventory', items('A', 4 * MANY))
  await pages.dryRun(url)
  const meanwhile = saving()
  expect(await pages.run(url)).toContain('items came in')
  const slices = watch.begun
  expect(await pages.undo(url)).toContain('removed')
  over = true
  await meanwhile
  watch.end()
  spy.mockRestore()
  expect(waits.length).toBeGreaterThan(4)
  expect([slices > 4, watch.begun - slices > 4]).toEqual([true, true])
  // The one that is being written, and one that was asked for before the save came.
  expect(Math.max(...waits)).toBeLessThanOrEqual(2)
  expect(left()).toEqual([0, 1, expect.any(Number), 0, expect.any(Number)])
})

test('what a crash left half is taken back once its account is opened again', async () => {
  const before = left()
  const bytes = new TextEncoder().encode(items('B'))
  const look = await inspectFile('b.csv', bytes)
  const choices = suggestChoices('inventory', look.ok ? look.value.columns : [])
  const { records, table } = await validateList('inventory', 'b.csv', bytes, choices)
  const list = { id: Bun.randomUUIDv7(), recordType: 'inventory', filename: 'b.csv', choices, records }
  const { tenants } = server.services
  let slices = 0
  const turn = async (): Promise<WriteLock> => {
    if (++slices > 3) throw new Error('killed')
    return { stop: false, end: () => {} }
  }
  const file = new SlicedFile(tenants.fileRef(server.accountid, { userid: null, name: 'test' }), turn)
  const ready = { ...list, rows: table.rows.length, refused: 0, match: 'skip' as const }
  const writing = writePlan(
    file,
    ready,
    file.read((tx) => planList(tx, ready)),
  )
  expect(await writing.catch((error) => error.message)).toBe('killed')
  file.close()
  expect(count('inventory')).toBeGreaterThan(0)
  tenants.close(server.accountid)
  for (let turns = 0; turns < 500 && count('imports') !== before[1]; turns++) await Bun.sleep(20)
  expect(left()).toEqual(before)
})

test('a list that is refused in the middle leaves nothing', async () => {
  const before = left()
  const { url } = await pages.upload('inventory', items('C'))
  await pages.dryRun(url)
  const watch = watchSlices()
  watch.after = async (slice) => {
    if (slice === 3)
      await expectOk(
        server.people.admin.post('/api/inventory', { code: `C${MANY - 1}`, materialname: 'Own' }),
      )
  }
  const page = await pages.run(url)
  watch.end()
  expect(page).toContain('all of it was taken back')
  const [inventory = 0, imports = 0, parts = 0, keys = 0] = before
  expect(left()).toEqual([inventory + 1, imports, parts, keys, expect.any(Number)])
})

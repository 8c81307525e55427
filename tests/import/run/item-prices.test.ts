import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let pages: ReturnType<typeof importPages>
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
})
afterAll(() => server.stop())

const items = async () => {
  const found = (await expectOk(server.people.admin.get('/api/inventory?take=50'))) as {
    code: string
    rate: number
    price: number
    mupercent: number
  }[]
  return found
    .map(({ code, rate, mupercent, price }) => [code, rate, mupercent, price])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

const csv = 'Code,Name,StandardCost,Markup,ListPrice\n'
const first = `${csv}A,Cost and price,100.05,,120\nB,Price alone,,,14.99\nC,Price over a markup,10,50,12.5\nD,Markup alone,100.05,15,\n`

test('an item has the price of the file, whatever is added to its cost', async () => {
  const { trial } = await pages.importList('inventory', first)
  expect(trial).toEqual([4, 0, 0, 0])
  expect(await items()).toEqual([
    ['A', 100.05, 0, 120],
    ['B', 0, 0, 14.99],
    ['C', 10, 50, 12.5],
    ['D', 100.05, 15, 115.06],
  ])
  const { url } = await pages.upload('inventory', first)
  expect(previewCounts(await pages.dryRun(url))).toEqual([0, 0, 4, 0])
})

test('another price of an item that is there is a change, and goes back', async () => {
  const before = await items()
  const { url, trial } = await pages.importList('inventory', `${csv}A,,,,130\nC,,20,,12.5\nD,,,,\n`)
  expect(trial).toEqual([0, 2, 1, 0])
  expect(await items()).toEqual([
    ['A', 100.05, 0, 130],
    ['B', 0, 0, 14.99],
    ['C', 20, 50, 12.5],
    ['D', 100.05, 15, 115.06],
  ])
  expect(await pages.undo(url)).toContain('as before')
  expect(await items()).toEqual(before)
})

test('a price that cannot be is refused by its column, in the try already', async () => {
  const { url } = await pages.upload('inventory', `${csv}E,Too dear,,,2000000000\nF,Below zero,,,-1\n`)
  const page = await pages.dryRun(url)
  expect(previewCounts(page)[3]).toBe(2)
  expect(
    server.services.tenants.read(
      server.accountid,
      (db) =>
        prepared<{ n: number }>(db, "SELECT count(*) AS n FROM inventory WHERE code IN ('E', 'F')").get([])
          ?.n,
    ),
  ).toBe(0)
})

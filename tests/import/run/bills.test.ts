import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
let admin: Client
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
  admin = server.people.admin
  for (const code of ['TABLE', 'TOP', 'LEG', 'PLANK', 'BENCH']) {
    const { id } = await expectOk(
      admin.post('/api/inventory', {
        ...{ code, materialname: code.toLowerCase(), baseunit: 'ea', rate: 10 },
        ...(code === 'PLANK' && { units: [{ name: 'metre', ratiotobase: '3' }] }),
      }),
    )
    ids.set(code, id)
  }
})
afterAll(() => server.stop())

const head = 'Product,Component,Qty,Unit,Scrap %\n'
const inputsOf = (code: string) => expectOk(admin.get(`/api/inventory/${ids.get(code)}/inputs`))

test('bills come in by a file, the same file changes nothing, and an undo takes them back', async () => {
  const csv = `${head}TABLE,TOP,1,,\nTABLE,LEG,4,,10\nTOP,PLANK,"2,5",metre,5\n`
  const { url, trial } = await pages.importList('bills', csv)
  expect(trial).toEqual([3, 0, 0, 0])
  expect(await inputsOf('TABLE')).toMatchObject([
    { code: 'TOP', quantity: 1 },
    { code: 'LEG', quantity: 4, scrap: 10 },
  ])
  expect(await inputsOf('TOP')).toMatchObject([{ code: 'PLANK', quantity: 2.5, unit: 'metre', scrap: 5 }])
  const again = await pages.upload('bills', csv)
  expect(previewCounts(await pages.dryRun(again.url))).toEqual([0, 0, 3, 0])
  expect(await pages.undo(url)).toContain('2 removed')
  expect(await inputsOf('TABLE')).toEqual([])
})

test('what the file does not name stays, and its undo gives back what it changed', async () => {
  await pages.importList('bills', `${head}BENCH,TOP,1,,\nBENCH,LEG,2,,\n`)
  const { url, trial } = await pages.importList('bills', `${head}BENCH,LEG,3,ea,\nBENCH,PLANK,1,,\n`, {
    match: 'update',
  })
  expect(trial).toEqual([1, 1, 0, 0])
  expect(await inputsOf('BENCH')).toMatchObject([
    { code: 'TOP', quantity: 1 },
    { code: 'LEG', quantity: 3 },
    { code: 'PLANK', quantity: 1 },
  ])
  await pages.undo(url)
  expect(await inputsOf('BENCH')).toMatchObject([{ code: 'TOP' }, { code: 'LEG', quantity: 2 }])
})

test('what somebody changed since stays when an import is undone', async () => {
  const { url } = await pages.importList('bills', `${head}TABLE,LEG,4,,\n`)
  await expectOk(
    admin.call('PUT', `/api/inventory/${ids.get('TABLE')}/inputs`, [
      { inventoryid: ids.get('LEG'), quantity: 5 },
    ]),
  )
  expect(await pages.undo(url)).not.toContain('1 removed')
  expect(await inputsOf('TABLE')).toMatchObject([{ code: 'LEG', quantity: 5 }])
  await expectOk(admin.call('PUT', `/api/inventory/${ids.get('TABLE')}/inputs`, []))
})

test('a circle is refused at the row that closes it, with its path; the others can come in', async () => {
  const csv = `${head}TABLE,TOP,1,,\nTOP,PLANK,1,,\nPLANK,LEG,1,,\nPLANK,TABLE,1,,\nLEG,LEG,1,,\nTABLE,LEG,0,,\nTABLE,ZZZ,1,,\nTABLE,TOP,2,,\n`
  const { url } = await pages.upload('bills', csv)
  const page = await pages.dryRun(url)
  const text = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/5 Component This makes a circle: (\w+ → ){3}\w+\./)
  expect(text).toContain('This makes a circle: LEG → LEG.')
  expect(text).toContain('The quantity must be above zero.')
  expect(text).toContain('“ZZZ” is not among the inventory.')
  expect(text).toContain('stands in line 2 already.')
  await pages.run(url, { rows: 'good' })
  expect(await inputsOf('PLANK')).toMatchObject([{ code: 'LEG' }])
  expect(await inputsOf('TABLE')).toMatchObject([{ code: 'TOP', quantity: 1 }])
})

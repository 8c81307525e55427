import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { importPages, previewCounts } from '#tests/import/support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let pages: ReturnType<typeof importPages>
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  pages = importPages(server)
  shop = await createInvoiceFixtures(server)
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  const steel = await add('STEEL', { baseunit: 'm', inventoryclass: 2, rate: 20 })
  const gate = await add('GATE', { baseunit: 'each', inventoryclass: 3, price: 900 })
  const hinge = await add('HINGE', { baseunit: 'each', inventoryclass: 1, price: 90 })
  for (const made of [gate, hinge])
    await expectOk(
      admin().call('PUT', `/api/inventory/${made}/inputs`, [{ inventoryid: steel, quantity: 2 }]),
    )
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const head = 'Reference,Board,Client,Description,Status\n'
const jobOf = async (reference: string): Promise<string> =>
  (await expectOk(admin().get('/api/jobs?take=500'))).find(
    (job: { reference: string }) => job.reference === reference,
  ).id
const linesOf = (jobid: string) => expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
const codes = (data: { code: string }[]) => data.map(({ code }) => code)

const TWO = '2 lines are made without planned inputs'
const ONE = '1 line is made without planned inputs'

test('an import of lines says which are made without planned inputs, and a move of such a job asks', async () => {
  await pages.importList('jobs', `${head}OLD-1,Work shop,Acme,One,1\nOLD-2,Work shop,Acme,Two,1\n`)
  const csv =
    'Job,Item,Description,Quantity,Role,Rate\n' +
    // Two gates of nothing; one with its steel; what is taken from stock is not made.
    'OLD-1,GATE,Gate,1,2,10\nOLD-1,GATE,Wide gate,2,2,10\nOLD-2,GATE,Gate,1,2,10\nOLD-2,STEEL,Steel,2,1,10\nOLD-1,HINGE,Hinge,4,2,10\n'
  const { url } = await pages.upload('materials', csv)
  const trial = await pages.dryRun(url)
  expect(trial).toContain(TWO)
  const page = await pages.run(url)
  expect(page).toContain(TWO)

  const [bare, planned] = [await jobOf('OLD-1'), await jobOf('OLD-2')]
  const asked = await admin().post('/api/jobs/reorder', { jobid: bare, lane: 3 })
  expect([asked.status, asked.body.code, codes(asked.body.data)]).toEqual([409, 'warnings', ['unplanned']])
  expect(asked.body.message).toStartWith(TWO)
  expect((await admin().post('/api/jobs/reorder', { jobid: planned, lane: 3 })).status).toBe(200)
  const atonce = await expectOk(admin().get(`/api/jobs/${bare}/atonce`))
  expect(codes(atonce)).toContain('unplanned')

  // Yes is enough, and what was planned since is no longer counted.
  const yes = { jobid: bare, lane: 3, confirmed: true }
  expect((await admin().post('/api/jobs/reorder', yes)).status).toBe(200)
  const gate = (await linesOf(bare)).find((line: { description: string }) => line.description === 'Gate')
  await expectOk(admin().post(`/api/materials/${gate.id}/inputs`))
  expect(await (await pages.call('GET', url)).text()).toContain(ONE)
  const done = await admin().post('/api/jobs/reorder', { jobid: bare, lane: 4 })
  expect(codes(done.body.data)).toContain('unplanned')
  expect(done.body.message).toContain(ONE)
  await expectOk(admin().post('/api/jobs/reorder', { jobid: bare, lane: 4, confirmed: true }))

  for (const { id, estimated } of await linesOf(bare))
    await expectOk(admin().patch(`/api/materials/${id}`, { consumed: estimated, linerate: 10 }))
  const draft = await expectOk(admin().post('/api/invoices', { jobid: bare, organisation: shop.vendor }))
  const shown = await htmxRequest(server, admin(), 'GET', `/invoices/${draft.id}`)
  expect(shown.html).toContain(ONE)
})

test('a person who removed the inputs is not asked, and lines of closed jobs are not counted', async () => {
  const { id } = await expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, description: 'By hand', client: shop.clients[0] }),
  )
  const item = (await expectOk(admin().get('/api/inventory?search=GATE')))[0].id
  await expectOk(admin().post('/api/materials', { jobid: id, role: 2, inventoryid: item, estimated: 1 }))
  for (const line of (await linesOf(id)).filter(({ role }: { role: number }) => role === 1))
    await expectOk(admin().call('DELETE', `/api/materials/${line.id}`))
  expect((await admin().post('/api/jobs/reorder', { jobid: id, lane: 3 })).status).toBe(200)

  await pages.importList('jobs', `${head}OLD-9,Work shop,Acme,Past,5\n`)
  const { url } = await pages.upload(
    'materials',
    'Job,Item,Description,Quantity,Role,Rate\nOLD-9,GATE,Gate,1,2,10\n',
  )
  const trial = await pages.dryRun(url)
  expect(previewCounts(trial)).toEqual([1, 0, 0, 0])
  expect(trial).not.toContain('without planned inputs')
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { trades } from '#db/trades/index.ts'
import { beginWithTrade } from '#server/domains/settings/trades/begin-with-trade.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { pdf } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const trade = trades.signs!

let server: TestServer
let jobid: string
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  const { tenants } = server.services
  await tenants.write(server.accountid, { userid: null, name: 'Setup' }, (tx) =>
    beginWithTrade(tx, '', 'Karoo', trade),
  )
  jobid = tenants.read(server.accountid, findSampleJob)!.id
})
afterAll(() => server.stop())

type Item = {
  id: string
  name: string
  price: number
  sampleprice: boolean
  samplecost: boolean
  version: number
}
const read = (code: string): Promise<Item> => expectOk(admin().get(`/api/inventory/${code}`))
const patch = (id: string, values: object) => expectOk(admin().patch(`/api/inventory/${id}`, values))
/** How many have either in use, and how many are marked for their price. */
const samplesInList = async (who = admin()) => {
  const { sampleprices, stretches } = await expectOk(who.get('/api/inventory/list/sections'))
  const rows = stretches.flatMap((stretch: { rows: Item[] }) => stretch.rows)
  return { sampleprices, marked: rows.filter((row: Item) => row.sampleprice).length, rows }
}
const confirm = (values: object) => expectOk(admin().post('/api/inventory/sampleprices', values))
const page = async (path: string) => {
  const { html } = await htmxRequest(server, admin(), 'GET', path)
  return html.replaceAll('\u00a0', ' ').replaceAll(/<[^>]+>/g, '')
}

const [first, second, third] = trade.job.lines.map(({ code }) => code) as [string, string, string]

test('what setup brings has sample prices, in replies, in the list and in pickers; what a person makes has not', async () => {
  const own = await expectOk(admin().post('/api/inventory', { code: 'OWN', baseunit: 'm', rate: 10 }))
  expect(own.sampleprice).toBe(false)
  expect((await read(first)).sampleprice).toBe(true)
  expect(await samplesInList()).toMatchObject({
    sampleprices: trade.items.length,
    marked: trade.items.length,
  })
  const found = await expectOk(admin().get(`/api/lookup/inventory?search=${first}`))
  expect(found[0].note).toContain('sample price')
  const without = await samplesInList(server.people.jobs)
  expect(without).toMatchObject({ sampleprices: 0, marked: 0 })
  expect(without.rows.length).toBeGreaterThan(0)
})

test('is a sample no more once somebody sets another price, by whatever writes it; what keeps the price keeps it one', async () => {
  const [a, b, c] = [await read(first), await read(second), await read(third)]
  expect((await patch(a.id, { price: a.price + 1 })).sampleprice).toBe(false)
  expect((await patch(a.id, { price: a.price })).sampleprice).toBe(true)
  expect((await patch(b.id, { mupercent: 99 })).sampleprice).toBe(false)
  const cost = { rate: 7, price: c.price }
  expect(await patch(c.id, cost)).toMatchObject({ sampleprice: true, price: c.price })
  // Two have another price than setup brought, and one another cost.
  expect(await samplesInList()).toMatchObject({
    sampleprices: trade.items.length,
    marked: trade.items.length - 1,
  })
  expect((await read(third)).samplecost).toBe(false)
})

test('is confirmed by a call or all by one press, and each can be taken back', async () => {
  const item = await read(first)
  const confirmed = await patch(item.id, { sampleprice: false })
  expect(confirmed).toMatchObject({ sampleprice: false, price: item.price })
  expect(confirmed.version).toBeGreaterThan(item.version)
  expect((await patch(item.id, { sampleprice: true })).sampleprice).toBe(true)
  const { sampleprices, marked } = await samplesInList()
  const { items, costs } = await confirm({})
  expect([items.length, costs.length]).toEqual([marked, trade.items.length - 1])
  expect(await samplesInList()).toMatchObject({ sampleprices: 0, marked: 0 })
  expect(await confirm({})).toEqual({ items: [], costs: [] })
  await confirm({ items, costs, confirmed: false })
  expect(await samplesInList()).toMatchObject({ sampleprices, marked })
  const { data: history } = (await admin().get(`/api/inventory/${item.id}/history`)).body
  expect(history.filter(({ field }: { field: string }) => field === 'sampleprice').length).toBe(4)
})

test('what no setup priced cannot become a sample, and who sees no prices confirms none', async () => {
  const own = await read('OWN')
  expect(await expectRefused(admin().patch(`/api/inventory/${own.id}`, { sampleprice: true }))).toEqual([
    'sampleprice',
  ])
  expect(await expectRefused(admin().patch(`/api/inventory/${own.id}`, { samplecost: true }))).toEqual([
    'samplecost',
  ])
  const asked = await server.people.jobs.post('/api/inventory/sampleprices', {})
  expect(asked.status).toBe(403)
})

test('a cost from setup is marked where it makes a margin or is ordered at, until it is set or confirmed', async () => {
  const { id, name } = await read(first)
  const line = async () =>
    (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))).find(
      ({ inventoryid }: { inventoryid: string }) => inventoryid === id,
    )
  const before = (await line()).linerate
  await expectOk(admin().patch(`/api/materials/${(await line()).id}`, { linerate: 1234 }))
  expect(await line()).toMatchObject({ sampleprice: false, samplecost: true })
  const totals = () => expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect((await totals()).samplecosts).toContain(name)
  const supplier = await expectOk(admin().post('/api/suppliers', { name: 'Karoo Supplies' }))
  const order = await expectOk(
    admin().post('/api/purchaseorders', {
      supplier: supplier.id,
      lines: [{ inventoryid: id, quantity: 2 }],
    }),
  )
  const warning = `The cost of ${name}, R `
  expect(await page(`/purchase/${order.id}`)).toContain(warning)
  await htmxRequest(server, admin(), 'POST', `/admin/inventory/sampleprices?costs=${id}`)
  expect(await page(`/purchase/${order.id}`)).not.toContain(warning)
  expect(await line()).toMatchObject({ samplecost: false })
  expect((await totals()).samplecosts).not.toContain(name)
  expect(await read(first)).toMatchObject({ sampleprice: true, samplecost: false })
  await confirm({ costs: [id], confirmed: false })
  await expectOk(admin().patch(`/api/inventory/${id}`, { rate: 3, price: (await read(first)).price }))
  expect(await page(`/purchase/${order.id}`)).toContain(`${name} is ordered at R `)
  await expectOk(admin().patch(`/api/materials/${(await line()).id}`, { linerate: before }))
})

test('is said of the lines that charge it and of drafts, with one press that confirms, and on no paper', async () => {
  const lines = async () => expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  const marked = async () =>
    (await lines())
      .filter(({ sampleprice }: { sampleprice: boolean }) => sampleprice)
      .map(({ inventory }: { inventory: { code: string } }) => inventory.code)
  expect((await marked()).toSorted()).toEqual(trade.job.lines.map(({ code }) => code).toSorted())
  const mail = () => page(`/mail/estimate/${jobid}`)
  const said = await mail()
  const [a, b] = [await read(first), await read(second)]
  expect(said).toContain('These prices are samples from setup')
  expect(said).toContain(`${a.name}, R `)
  // Its item has another price by now, and the line does not.
  expect(said).toContain(`${b.name} is charged at R `)
  const { bytes } = await pdf(server, admin(), `/render/estimate/${jobid}`)
  const { text } = await readPdf(bytes)
  expect(text).toContain(a.name)
  expect(text.toLowerCase()).not.toContain('sample')

  for (const { id } of await lines()) await expectOk(admin().patch(`/api/materials/${id}`, { consumed: 1 }))
  await expectOk(admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true }))
  const draft = await expectOk(admin().post('/api/invoices', { jobid }))
  expect(await page(`/invoices/${draft.id}`)).toContain(`${a.name}, R `)
  const confirmed = await htmxRequest(
    server,
    admin(),
    'POST',
    `/admin/inventory/sampleprices?items=${a.id},${b.id}`,
  )
  expect(confirmed.status).toBe(200)
  expect(await marked()).not.toContain(first)
  expect(await marked()).toContain(third)
  const after = await page(`/invoices/${draft.id}`)
  expect(after).not.toContain(`${a.name}, R `)
  expect(after).not.toContain(`${b.name} is charged at`)
  const line = (await lines()).find(
    ({ inventory }: { inventory: { code: string } }) => inventory.code === third,
  )
  await expectOk(admin().patch(`/api/materials/${line.id}`, { linerate: 1234 }))
  expect(await marked()).not.toContain(third)
})

test('a job takes the price that its item has by now, or one that is set over it, and other jobs keep theirs', async () => {
  const items = await Promise.all([first, second].map((code) => read(code)))
  const { cost } = trade.items.find(({ code }) => code === first)!
  const own = { rate: cost, price: items[0]!.price }
  await expectOk(admin().patch(`/api/inventory/${items[0]!.id}`, own))
  await expectOk(admin().patch(`/api/inventory/${items[0]!.id}`, { sampleprice: true, samplecost: true }))
  const boardid = (await expectOk(admin().get(`/api/jobs/${jobid}`))).board.id
  const [job, other] = await Promise.all(
    ['Ours', 'Theirs'].map(async (description) => {
      const { id, reference } = await expectOk(admin().post('/api/jobs', { boardid, description }))
      for (const { id: inventoryid } of items)
        await expectOk(admin().post('/api/materials', { jobid: id, inventoryid, role: 2, estimated: 1 }))
      return { id, reference }
    }),
  )
  type Line = {
    inventoryid: string
    linerate: number
    costrate: number
    sampleprice: boolean
    samplecost: boolean
  }
  const lineOf = async (id: string, inventoryid: string): Promise<Line> =>
    (await expectOk(admin().get(`/api/materials/getMaterials/${id}`))).find(
      (line: Line) => line.inventoryid === inventoryid,
    )
  const [a, b] = items.map(({ id }) => id) as [string, string]
  const before = await lineOf(job!.id, a)
  const set = { jobid: job!.id, price: '777', rate: '500' }
  expect(await expectRefused(admin().post(`/api/inventory/${a}/price`, { ...set, price: '' }))).toEqual([
    'price',
  ])
  const { trigger } = await htmxRequest(server, admin(), 'POST', `/inventory/${a}/price`, set)
  expect(trigger.snackbar.message).toBe(`The price is set, and 1 line of ${job!.reference} takes it`)
  expect(await lineOf(job!.id, a)).toMatchObject({ linerate: 777, costrate: 500 })
  expect(await lineOf(other!.id, a)).toMatchObject({ linerate: before.linerate, costrate: before.costrate })
  expect(await page(`/mail/estimate/${other!.id}`)).toContain('Take R 777,00')
  await expectOk(admin().post(`/api/inventory/${a}/jobprice`, { jobid: other!.id }))
  expect(await lineOf(other!.id, a)).toMatchObject({ linerate: 777, sampleprice: false, samplecost: false })
  const { trigger: none } = await htmxRequest(server, admin(), 'POST', `/inventory/${b}/price`, {
    ...set,
    price: '5',
    rate: '4',
  })
  expect(none.snackbar.message).toContain('The price is set')
  const denied = await server.people.jobs.post(`/api/inventory/${a}/jobprice`, { jobid: job!.id })
  expect(denied.status).toBe(403)
})

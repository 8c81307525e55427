import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { createInvoiceFixtures, type InvoiceFixtures, pdf } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from './deliveries-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

type Run = {
  id: string
  running: boolean
  rows: { id: string; name: string; state: string; message: string }[]
}

const draft = async (materialid: string): Promise<string> =>
  (
    await expectOk(
      admin.post('/api/delivery', { boardid: shop.boardid, lines: [{ materialid, quantity: 1 }] }),
    )
  ).id

/** Drafts of one line each, of a job of their own. */
async function drafts(many: number): Promise<{ ids: string[]; lines: string[] }> {
  const { lines } = await jobToDeliver(
    shop,
    Array.from({ length: many }, () => ({})),
  )
  const ids: string[] = []
  for (const line of lines) ids.push(await draft(line))
  return { ids, lines }
}

async function run(body: object): Promise<Run> {
  const { id } = await expectOk(admin.post('/api/delivery/many', body))
  return ended(id)
}

async function ended(id: string): Promise<Run> {
  const look = (): Promise<Run> => expectOk(admin.get(`/api/delivery/many/${id}`))
  await until(async () => !(await look()).running, 'the notes')
  return look()
}

const states = ({ rows }: Run) => rows.map(({ state }) => state)
const numberOf = async (id: string): Promise<string | null> =>
  (await expectOk(admin.get(`/api/delivery/${id}`))).number

test('several drafts are issued in their order, without a gap where one is refused', async () => {
  const { ids, lines } = await drafts(4)
  await expectOk(admin.patch(`/api/materials/${lines[1]}`, { estimated: 0 }))
  const found = await run({ ids, status: 'issued' })
  expect(states(found)).toEqual(['done', 'refused', 'done', 'done'])
  expect(found.rows[1]).toMatchObject({ name: 'Draft for Acme' })
  expect(found.rows[1]?.message).toContain('Nothing of Cupboard 2')
  const numbers = await Promise.all(ids.map(numberOf))
  expect(numbers).toEqual(['DJDN-0001', null, 'DJDN-0002', 'DJDN-0003'])
  expect((await admin.get(`/deliveries/many/${found.id}/progress`)).text).toContain(
    '3 delivery notes issued, 1 refused',
  )
  expect((await server.people.jobs.get(`/api/delivery/many/${found.id}`)).status).toBe(404)
})

test('they are handed over to one person, drafts are not, and nobody is no receiver', async () => {
  const { ids } = await drafts(3)
  await run({ ids: ids.slice(0, 2), status: 'issued' })
  expect(await expectRefused(admin.post('/api/delivery/many', { ids, status: 'delivered' }))).toEqual([
    'name',
  ])
  const found = await run({ ids, status: 'delivered', name: 'Thandi M.' })
  expect(states(found)).toEqual(['done', 'done', 'refused'])
  expect(found.rows[2]?.message).toContain('A draft has not left yet')
  expect(await expectOk(admin.get(`/api/delivery/${ids[0]}`))).toMatchObject({
    state: 'delivered',
    receivedby: 'Thandi M.',
  })
})

test('it is stopped after the note at work, and goes on for one at a time', async () => {
  const { ids } = await drafts(30)
  const { id } = await expectOk(admin.post('/api/delivery/many', { ids, status: 'issued' }))
  expect((await admin.post('/api/delivery/many', { ids, status: 'issued' })).body.code).toBe('running')
  await expectOk(admin.post(`/api/delivery/many/${id}/stop`))
  const found = await ended(id)
  const left = states(found).filter((state) => state === 'waiting').length
  expect(left).toBeGreaterThan(0)
  const numbers = await Promise.all(ids.map(numberOf))
  expect(numbers.filter((number) => number === null)).toHaveLength(left)
  expect((await admin.get(`/deliveries/many/${id}/progress`)).text).toContain('stayed as they were')
})

test('they are printed as one PDF, each as an original once', async () => {
  const { ids } = await drafts(3)
  const draftid = ids[2]
  await run({ ids: ids.slice(0, 2), status: 'issued' })
  const issued = ids.slice(0, 2)
  const print = async () => {
    const { status, bytes } = await pdf(server, admin, `/render/deliverynotes?ids=${issued}`)
    expect(status).toBe(200)
    return readPdf(bytes)
  }
  const first = await print()
  expect(first.pages).toHaveLength(2)
  for (const id of issued) expect(first.text).toContain((await numberOf(id)) as string)
  expect(first.text).not.toContain('COPY')
  expect((await print()).text).toContain('COPY')
  const { bytes } = await pdf(server, admin, `/render/deliverynote/${issued[0]}`)
  expect((await readPdf(bytes)).text).toContain('COPY')
  const refused = await admin.get(`/render/deliverynotes?ids=${ids}`)
  expect([refused.status, refused.text.includes('1 of these are drafts')]).toEqual([400, true])
  expect(await numberOf(draftid as string)).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fiscalPeriod } from '#server/export/pastel-rows.ts'
import { parseRate } from '#server/money/decimal.ts'
import { makeItem, makeOrganisation } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let job: { id: string; reference: string }
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    makeOrganisation(tx)
    return makeItem(tx, { code: 'SCREW' })
  })
  await expectOk(admin().patch(`/api/clients/${shop.clients[0]}`, { code: 'ACME001', paymentdays: 30 }))
  job = await expectOk(
    admin().post('/api/jobs', {
      boardid: shop.boardid,
      description: 'Gate, "wide"',
      location: shop.locations[0],
    }),
  )
  const line = { jobid: job.id, role: 2, estimated: 3, linerate: 10.5 }
  await expectOk(admin().post('/api/materials', { ...line, inventoryid: item, description: 'Screws' }))
  await expectOk(admin().post('/api/materials', { ...line, description: '=Welding', discount: 12.5 }))
})
afterAll(() => server.stop())

const get = (format: string, who: Client = admin()) =>
  fetch(`${server.url}/api/jobs/download/${job.id}?format=${format}`, { headers: { cookie: who.cookie } })

test('a job comes as a sheet of its lines, as its card and as data', async () => {
  const csv = await get('csv')
  expect(csv.headers.get('content-disposition')).toContain(`${job.reference}.csv`)
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/Acme;Output material;SCREW;Screws;.*;3;0;10,5;0;31,5;/)
  expect(lines[2]).toContain("'=Welding")
  expect(new Uint8Array(await (await get('xlsx')).arrayBuffer()).slice(0, 2)).toEqual(
    new Uint8Array([80, 75]),
  )
  expect(await (await get('pdf')).text()).toStartWith('%PDF-')
  const data = JSON.parse(await (await get('json')).text())
  expect(data).toMatchObject({ id: job.id, totals: { quoted: { net: 59.06 } } })
  expect(data.materials).toHaveLength(2)
})

test('a job comes as Pastel reads it: a Header of 29 columns, Details of 14', async () => {
  const text = await (await get('pastel')).text()
  const rows = text.trim().split('\r\n')
  const cells = rows.map((row) => row.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)?.length)
  expect(cells).toEqual([29, 14, 14])
  const today = Temporal.Now.plainDateISO('Africa/Johannesburg')
  const written = (date: Temporal.PlainDate) => date.toString().split('-').reverse().join('/')
  expect(rows[0]).toStartWith(`Header,,,N,ACME00,`)
  expect(rows[0]).toContain(`,${written(today)},${job.reference},N,0,,"Gate, ""wide""",`)
  expect(rows[0]).toContain(`,0,${written(today.add({ days: 30 }))},`)
  expect(rows[1]).toMatch(/^Detail,[\d.]+,3\.0000,10\.5000,12\.0750,.*,01,0,0,SCREW,Screws,4,,$/)
  expect(rows[2]).toMatch(/,01,3,1250,,=Welding,7,,$/)
})

test('a price with VAT goes out as one where Pastel would come to another cent without', async () => {
  const { id } = await expectOk(
    admin().post('/api/jobs', { boardid: shop.boardid, description: 'Priced with VAT' }),
  )
  const inventoryid = await server.services.tenants.write(server.accountid, by, (tx) =>
    makeItem(tx, { code: 'TEN', rate: parseRate(10), exclusive: false, inventoryclass: 0 }),
  )
  await expectOk(admin().post('/api/materials', { jobid: id, role: 2, estimated: 1, inventoryid }))
  const answer = await fetch(`${server.url}/api/jobs/download/${id}?format=pastel`, {
    headers: { cookie: admin().cookie },
  })
  const [header, detail] = (await answer.text()).split('\r\n')
  expect(header).toMatch(/,Y,0,,Priced with VAT,/)
  expect(detail).toMatch(/^Detail,[\d.]+,1\.0000,8\.695\d,10\.0000,/)
})

test('the fiscal month follows from the last month of the organisation’s year', () => {
  expect(fiscalPeriod('2026-03-01', 2)).toBe('1')
  expect(fiscalPeriod('2026-02-28', 2)).toBe('12')
  expect(fiscalPeriod('2026-01-01', 12)).toBe('1')
  expect(fiscalPeriod('2026-12-31', 12)).toBe('12')
})

test('only what a person may see and take goes out', async () => {
  const { jobs, stakeholder, operations } = server.people
  expect((await get('csv', jobs)).status).toBe(403)
  expect((await get('pastel', jobs)).status).toBe(403)
  expect(await (await get('json', jobs)).text()).not.toContain('linerate')
  expect((await get('csv', operations)).status).toBe(200)
  for (const format of ['csv', 'pastel', 'pdf', 'json'])
    expect((await get(format, stakeholder)).status).toBe(404)
  expect((await get('json', server.other)).status).toBe(404)
  expect((await get('doc')).status).toBe(400)
})

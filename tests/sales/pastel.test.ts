import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, readDraft } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
let item: string
let invoice: { id: string; number: string }
const admin = () => server.people.admin
const url = '/api/invoices/pastel'
const today = () => Temporal.Now.plainDateISO('Africa/Johannesburg').toString()
const written = (date: string) => date.split('-').reverse().join('/')
const ask = (more: Record<string, unknown> = {}) =>
  admin().post(url, { kind: 'invoice', start: '2020-01-01', end: today(), ...more })

const read = async (path: string) => {
  const answer = await fetch(server.url + path, { headers: { cookie: admin().cookie } })
  expect(answer.status).toBe(200)
  return (await answer.text()).trim().split('\r\n')
}

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  item = await server.services.tenants.write(server.accountid, by, (tx) =>
    makeItem(tx, { code: 'BOLT', inventoryclass: 0 }),
  )
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { finyearend: 2 }))
  const jobid = await completeJob(office, [
    { linerate: 10.5, inventoryid: item, description: 'Bolts, "M8"', consumed: 3, unit: 'ea' },
    { linerate: 100, description: '=Welding', discount: 12.5 },
  ])
  const { id } = await readDraft(office, jobid)
  invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
})
afterAll(() => server.stop())

test('what Pastel would not take is named, and nothing goes out', async () => {
  const refused = await ask()
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('code of 1 to 6 characters: give one to Acme')
  expect(refused.body.message).toContain('miscellaneous income')
  expect(await expectRefused(ask({ end: '2019-01-01' }))).toEqual(['end'])
  expect(await expectOk(admin().get(url))).toEqual([])
})

test('an invoice is a Header of 29 columns and Details of 14, and goes once unless it is asked for', async () => {
  await expectOk(admin().patch(`/api/clients/${office.clients[0]}`, { code: 'ACME01' }))
  const misc = await expectOk(
    admin().post('/api/accountcodes', { code: '1000000', description: 'Income', type: 0 }),
  )
  await expectOk(admin().patch(`/api/accountcodes/${misc.id}/misc?type=0`))
  const { id } = await expectOk(ask())
  const rows = await read(`${url}/${id}`)
  expect(rows.map((row) => row.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)?.length)).toEqual([29, 14, 14])
  const month = ((Number(today().slice(5, 7)) - 2 + 11) % 12) + 1
  expect(rows[0]).toStartWith(`Header,,,N,ACME01,${month},${written(today())},${invoice.number},N,0,`)
  expect(rows[1]).toMatch(/^Detail,[\d.]+,3\.0000,10\.5000,12\.0750,ea,01,0,0,BOLT,"Bolts, ""M8""",4,,$/)
  expect(rows[2]).toMatch(/^Detail,[\d.]+,1\.0000,100\.0000,115\.0000,,01,3,1250,1000000,=Welding,6,,$/)
  const again = await ask()
  expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('went out before')])
  await expectOk(ask({ again: true }))
  expect(await expectOk(admin().get(url))).toMatchObject([
    { documents: 1, kind: 'invoice' },
    { id, documents: 1, total: 136.86 },
  ])
  // What is downloaded again is the same file.
  expect(await read(`${url}/${id}`)).toEqual(rows)
})

test('a document that comes to other cents by its prices is stated otherwise, which the log says', async () => {
  const jobid = await completeJob(office, [{ linerate: 11.1167, consumed: 3 }])
  const { id } = await readDraft(office, jobid)
  const thirds = await expectOk(admin().post(`/api/invoices/${id}/issue`))
  for (let at = 0; at < 2; at++)
    await expectOk(
      admin().post(`/api/invoices/${thirds.id}/credit`, {
        reason: 'returned',
        lines: [{ line: 0, quantity: 1 }],
      }),
    )
  const made = await expectOk(ask({ kind: 'creditnote' }))
  const [log] = await expectOk(admin().get(url))
  const note = (await expectOk(admin().get(`/api/invoices/${thirds.id}`))).creditnotes.at(-1).number
  expect(log.note).toContain(`Lines split in two or three: ${note}.`)
  const rows = await read(`${url}/${made.id}`)
  const at = rows.findIndex((row) => row.includes(`,${note},Y,`))
  expect(rows.slice(at + 1, at + 3).map((row) => row.split(',')[2])).toEqual(['0.5000', '0.5000'])
  expect((await htmxRequest(server, admin(), 'GET', '/invoices/pastel')).html).toContain('Lines split')
})

test('a credit note goes in a file of its own and names its invoice', async () => {
  await expectOk(admin().post(`/api/invoices/${invoice.id}/credit`, { reason: 'cancelled' }))
  const { id } = await expectOk(ask({ kind: 'creditnote' }))
  const rows = await read(`${url}/${id}`)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain(`,Credits ${invoice.number},`)
  expect(rows[1]).toContain(',3.0000,')
})

test('tax types and columns follow the settings, which refuse what Pastel does not have', async () => {
  const settings = '/api/configuration/pastel'
  expect(await expectRefused(admin().patch(settings, { standard: '31', customers: 'code,colour' }))).toEqual([
    'customers',
    'standard',
  ])
  await expectOk(admin().patch(settings, { standard: '15', customers: 'name, code', items: 'code,tax' }))
  const [{ id }] = await expectOk(admin().get(url))
  expect((await read(`${url}/${id}`))[1]).toContain(',15,0,0,BOLT,')
  expect(await read(`${url}/customers`)).toContain('Acme,ACME01')
  expect(await read(`${url}/inventory`)).toContain('BOLT,15')
  for (const [page, file] of [
    ['/clients', 'customers'],
    ['/admin/inventory', 'inventory'],
  ])
    expect((await htmxRequest(server, admin(), 'GET', page as string)).html).toContain(`"${url}/${file}"`)
})

test('the page makes a file and lists it, for whoever may export and sees all boards', async () => {
  const { html } = await htmxRequest(server, admin(), 'GET', '/invoices/pastel')
  expect(html).toContain('Credit notes, ')
  expect(html).toContain('name="standard"')
  const form = { kind: 'invoice', start: '2020-01-01', end: today(), again: 'true' }
  const made = await htmxRequest(server, admin(), 'POST', '/invoices/pastel', form)
  expect(made.trigger.snackbar.message).toContain('The file is made')
  const { agent, stakeholder } = server.people
  for (const who of [agent, stakeholder]) expect((await who.get(url)).status).toBe(403)
  const [{ id }] = await expectOk(admin().get(url))
  expect((await server.other.get(`${url}/${id}`)).status).toBe(404)
})

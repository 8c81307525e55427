import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from './invoices-support.ts'

let now = new Date('2026-11-23T10:00:00Z')
let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer(() => now)
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, server.url)
const open = (url: string, init: RequestInit = {}) => {
  now = new Date(now.getTime() + 61_000)
  return fetch(local(url), init)
}
const path = () => `/api/invoices/statement/${office.clients[0]}/links`
const links = () => expectOk(admin().get(path()))
const makeLink = (body: object = {}): Promise<{ id: string; url: string; expires: string }> =>
  expectOk(admin().post(path(), body))

test('a client reads by a link what they owe at that moment, and its PDF, and that it was opened is told', async () => {
  const issued = await issueInvoice(office, 100)
  const link = await makeLink()
  expect(link.url).toMatch(/\/www\/statement\/[\w-]{30}$/)
  expect(link.expires).toBe('2026-12-23T22:00:00.000Z')
  const page = await open(link.url)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  const html = await page.text()
  for (const part of ['Statement', 'Drakensberg Joinery', issued.number, 'R\u00a0115,00', '62000012345'])
    expect(html).toContain(part)
  const pdf = await open(`${link.url}/pdf`)
  expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).text).toContain(issued.number)
  expect((await links())[0]).toMatchObject({ state: 'live', openedutc: null })
  await open(`${link.url}/opened`, { method: 'POST' })
  expect((await links())[0].openedutc).not.toBe(null)
  await expectOk(admin().post(`/api/invoices/${issued.id}/payments`, { amount: 115 }))
  const paid = await (await open(link.url)).text()
  for (const part of ['Nothing is open.', 'Charged and paid since', `Invoice ${issued.number}`, 'Payment'])
    expect(paid).toContain(part)
  expect(paid).not.toContain('Deposits held')
  const jobid = await completeJob(office, [{ linerate: 500 }], { status: 3 })
  const asked = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 200 }))
  await expectOk(admin().post(`/api/invoices/${asked.id}/payments`, { amount: 200 }))
  const held = await (await open(link.url)).text()
  expect(held).toContain('Deposits held')
  expect(held).toMatch(/R.200,00<\/span> <small class="muted">held/)
})

test('a new link takes the place of the one that is out; one that ended names the firm', async () => {
  const first = await makeLink()
  const second = await makeLink()
  const dead = await open(first.url)
  expect([dead.status, await dead.text()]).toEqual([404, expect.stringContaining('Drakensberg Joinery')])
  const mail = `/mail/statement/${office.clients[0]}`
  expect((await htmxRequest(server, admin(), 'GET', mail)).html).toContain('Make a new link')
  const withdrawn = await htmxRequest(server, admin(), 'DELETE', `${mail}/links/${second.id}`)
  expect(withdrawn.trigger.snackbar.message).toBe('The link is withdrawn')
  expect((await open(second.url)).status).toBe(404)
  const third = await makeLink({ expires: '2026-11-30' })
  now = new Date('2026-12-02T08:00:00Z')
  expect((await open(third.url)).status).toBe(404)
  expect((await links()).map(({ state }: { state: string }) => state).slice(0, 3)).toEqual([
    'expired',
    'withdrawn',
    'replaced',
  ])
  const guessed = await (await open(`${server.url}/www/statement/${'x'.repeat(30)}`)).text()
  expect(guessed).not.toContain('Drakensberg Joinery')
})

test('whoever sees a part of the jobs, or may not write invoices, makes none', async () => {
  for (const who of [server.people.stakeholder, server.people.jobs])
    expect((await who.post(path(), {})).status).toBe(403)
  const unknown = `/api/invoices/statement/${Bun.randomUUIDv7()}/links`
  expect((await admin().post(unknown, {})).status).toBe(404)
})

test('a mail of the statement carries the link', async () => {
  const form = { to: 'acme@example.test', subject: 'Statement', message: 'Here it is', link: 'true' }
  const before = (await links()).length
  const { status } = await htmxRequest(server, admin(), 'POST', `/mail/statement/${office.clients[0]}`, form)
  expect(status).toBe(200)
  const [sent, ...others] = await links()
  expect([others.length, sent.sentto]).toEqual([before, 'acme@example.test'])
})

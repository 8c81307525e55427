import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

async function issued() {
  const jobid = await completeJob(office, [{ linerate: 100 }])
  const { id } = await readDraft(office, jobid)
  await expectOk(admin().post(`/api/invoices/${id}/issue`))
  return { id: id as string, jobid }
}
const dialog = async (id: string) => (await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)).html
const sentutc = async (id: string) => (await expectOk(admin().get(`/api/invoices/${id}`))).sentutc
const nextstep = async (jobid: string) => (await expectOk(admin().get(`/api/jobs/${jobid}`))).nextstep
const main = (html: string) =>
  /class="[^"]*\btopay\b[^"]*\bprimary\b[\s\S]*?<\/a>|class="[^"]*\bprimary\b[^"]*\btopay\b[\s\S]*?<\/a>/
    .exec(html)?.[0]
    .replace(/^[^>]*>|<[^>]+>/g, '')
    .trim()

async function isSent({ id, jobid }: { id: string; jobid: string }) {
  const html = await dialog(id)
  const told = [
    (await sentutc(id)) !== null,
    !html.includes('Not sent yet'),
    (await nextstep(jobid)) === 'pay',
  ]
  expect(new Set(told).size, JSON.stringify(told)).toBe(1)
  return told[0]
}

test('an invoice is not sent until somebody marks it so, and to send it comes before its payment', async () => {
  const one = await issued()
  expect(await isSent(one)).toBe(false)
  expect(await nextstep(one.jobid)).toBe('sendinvoice')
  expect(main(await dialog(one.id))).toBe('Send')
  await expectOk(admin().post(`/api/invoices/${one.id}/sent`))
  expect(await isSent(one)).toBe(true)
  const first = await sentutc(one.id)
  await expectOk(admin().post(`/api/invoices/${one.id}/sent`))
  expect(await sentutc(one.id)).toBe(first)
  // Nobody took the original: the first print still is it.
  expect(await expectOk(admin().get(`/api/invoices/${one.id}`))).toMatchObject({ originalutc: null })
  expect(main(await dialog(one.id))).toBe('Record the payment')
  const { body } = await admin().post(
    `/api/invoices/${(await readDraft(office, await completeJob(office, [{ linerate: 1 }]))).id}/sent`,
  )
  expect(body.code).toBe('draft')
})

test('it is sent once its PDF is downloaded to be printed, and a look at it is no download', async () => {
  const one = await issued()
  await pdf(server, admin(), `/render/invoice/${one.id}?format=png&width=400`)
  expect(await isSent(one)).toBe(false)
  // What "PDF" opens: the paper itself, which leaves the original for the client.
  const shown = (await dialog(one.id)).match(/\/render\/invoice\/[^"]+/g) ?? []
  expect(shown).toContain(`/render/invoice/${one.id}?copy=true`)
  await pdf(server, admin(), `/render/invoice/${one.id}?copy=true`)
  expect(await isSent(one)).toBe(false)
  const { url } = await expectOk(admin().post(`/api/invoices/${one.id}/links`))
  const given = await fetch(`${url.replace(/^https?:\/\/[^/]+/, server.url)}/pdf`)
  expect((await readPdf(new Uint8Array(await given.arrayBuffer()))).text).not.toContain('COPY')
  const two = await issued()
  await pdf(server, admin(), `/render/invoice/${two.id}`)
  expect(await isSent(two)).toBe(true)
})

test('who is no vendor has no original: every print and link is the same paper', async () => {
  const jobid = await completeJob(office, [{ linerate: 100 }])
  const { id } = await readDraft(office, jobid)
  await expectOk(admin().patch(`/api/invoices/${id}`, { organisation: office.plain }))
  await expectOk(admin().post(`/api/invoices/${id}/issue`))
  expect(await dialog(id)).not.toContain('COPY')
  const look = await pdf(server, admin(), `/render/invoice/${id}?copy=true`)
  expect(await isSent({ id, jobid })).toBe(false)
  const taken = await pdf(server, admin(), `/render/invoice/${id}`)
  expect(await isSent({ id, jobid })).toBe(true)
  const { url } = await expectOk(admin().post(`/api/invoices/${id}/links`))
  const given = await fetch(`${url.replace(/^https?:\/\/[^/]+/, server.url)}/pdf`)
  expect([...look.bytes]).toEqual([...taken.bytes])
  expect([...new Uint8Array(await given.arrayBuffer())]).toEqual([...taken.bytes])
  expect((await readPdf(taken.bytes)).text).not.toContain('COPY')
})

test('it is sent once its client opens the link, and not by the link alone', async () => {
  const one = await issued()
  const { url } = await expectOk(admin().post(`/api/invoices/${one.id}/links`))
  expect(await isSent(one)).toBe(false)
  await fetch(`${url.replace(/^https?:\/\/[^/]+/, server.url)}/opened`, { method: 'POST' })
  expect(await isSent(one)).toBe(true)
})

test('it is sent once a mail server took its e-mail', async () => {
  const one = await issued()
  const letter = { to: 'buyer@client.test', subject: 'Invoice', message: 'Here it is.' }
  await htmxRequest(server, admin(), 'POST', `/mail/invoice/${one.id}`, letter)
  for (let left = 800; left > 0 && (await sentutc(one.id)) === null; left--) await Bun.sleep(10)
  expect(await isSent(one)).toBe(true)
})

test('so is a deposit request, and what is asked for comes first again', async () => {
  const jobid = await completeJob(office, [{ linerate: 100 }], { status: 3 })
  const { id, sending } = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 50 }))
  expect(sending).toBe('unsent')
  expect(main(await dialog(id))).toBe('Send')
  const letter = { to: 'buyer@client.test', subject: 'Deposit', message: 'Here it is.' }
  await htmxRequest(server, admin(), 'POST', `/mail/invoice/${id}`, letter)
  for (let left = 800; left > 0 && (await sentutc(id)) === null; left--) await Bun.sleep(10)
  expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ sending: 'sent' })
  expect(main(await dialog(id))).toBe('Record the payment')
})

test('what is paid, and nobody sent, asks for nothing: neither on its page, nor its job, nor in a list', async () => {
  const { id, jobid } = await issued()
  const { due } = await expectOk(admin().get(`/api/invoices/${id}`))
  await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: due }))
  expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ sentutc: null, sending: null })
  const html = await dialog(id)
  expect(html).not.toContain('Not sent yet')
  expect(main(html)).toBeUndefined()
  expect(html).toContain(`/mail/invoice/${id}`)
  expect(await nextstep(jobid)).toBeNull()
  const listed = await expectOk(admin().get(`/api/invoices?jobid=${jobid}`))
  expect(listed.map((one: { sending: string }) => one.sending)).toEqual([null])
})

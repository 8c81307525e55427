import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listWaitingMails, markUndeliverable } from '#db/queries/outbox.ts'
import { invoices, tenantOutbox } from '#db/schema/tenant/index.ts'
import { readMail } from '#server/mail/read-mail.ts'
import { mailOutcomes } from '#server/mail-outcomes.ts'
import { readPdf } from '#tests/pdf/read.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'

let server: TestServer
let office: InvoiceFixtures
let admin: Client

beforeAll(async () => {
  server = await startTestServer(undefined, ['--smtp-private'])
  office = await createInvoiceFixtures(server)
  admin = server.people.admin
  await server.services.background.stop()
})
afterAll(() => server.stop())

const tenants = () => server.services.tenants
const mails = () =>
  tenants().read(server.accountid, (db) =>
    listWaitingMails(db).map((row) => ({ ...row, mail: readMail(server.services, row)! })),
  )
const newest = () => mails()[0]!
const attached = async () => {
  const [file] = newest().mail.attachments!
  const { text } = await readPdf(new Uint8Array(Buffer.from(file!.base64, 'base64')))
  return { filename: file!.filename, copy: text.includes('COPY') }
}

async function issued() {
  const { id } = await readDraft(office, await completeJob(office, [{ linerate: 100 }]))
  return expectOk(admin.post(`/api/invoices/${id}/issue`))
}
const letter = { to: 'buyer@client.test', subject: 'Your invoice', message: 'Here it is.' }
async function send(path: string, who = admin) {
  const { status, html, trigger } = await htmxRequest(server, who, 'POST', path, letter)
  expect(status, html).toBe(200)
  return trigger.snackbar
}
const post = (path: string, who = admin) => htmxRequest(server, who, 'POST', path)
const invoiceOf = (id: string) => expectOk(admin.get(`/api/invoices/${id}`))
const isCopy = async (path: string) => {
  const { bytes } = await pdf(server, admin, path)
  return (await readPdf(bytes)).text.includes('COPY')
}
const giveUp = (id: string) => {
  const { mail } = mails().find((one) => one.id === id)!
  return tenants().write(server.accountid, by, (tx) => {
    markUndeliverable(tx.db, id, 'No mail server is set.')
    mailOutcomes.onUndeliverable(tx, id, mail, 'No mail server is set.')
  })
}
const again = (id: string) => post(`/account/mails/${id}/again`)

test('whoever downloads an invoice while its mail waits has the original, and the mail carries a copy', async () => {
  const { id, number } = await issued()
  await send(`/mail/invoice/${id}`)
  expect(await attached()).toEqual({ filename: `Invoice ${number}.pdf`, copy: false })
  expect(await invoiceOf(id)).toMatchObject({ originalutc: null, originalwaits: true })
  expect(await isCopy(`/render/invoice/${id}`)).toBe(false)
  expect(await invoiceOf(id)).toMatchObject({ originalutc: expect.any(String), originalwaits: false })
  expect(await attached()).toEqual({ filename: `Invoice ${number} copy.pdf`, copy: true })
  expect(newest().mail.text).toContain(`Invoice ${number} copy.pdf`)
  expect(await isCopy(`/render/invoice/${id}`)).toBe(true)
})

test('so has the client by the link, and two at once have one original between them', async () => {
  const { id } = await issued()
  await send(`/mail/invoice/${id}`)
  const { url } = await expectOk(admin.post(`/api/invoices/${id}/links`))
  const ours = url.replace(/^https?:\/\/[^/]+/, server.url)
  const fetched = async () => {
    const bytes = new Uint8Array(await (await fetch(`${ours}/pdf`)).arrayBuffer())
    return (await readPdf(bytes)).text.includes('COPY')
  }
  const copies = await Promise.all([fetched(), isCopy(`/render/invoice/${id}`)])
  expect(copies.sort()).toEqual([false, true])
  expect((await attached()).copy).toBe(true)
})

test('while a server may have the mail, a print says COPY and nobody takes it back', async () => {
  const { id } = await issued()
  await send(`/mail/invoice/${id}`)
  const change = { smtpserver: '127.0.0.1', smtpport: 1, smtpusername: 'jobs@first.test', smtppassword: 'x' }
  const account = await expectOk(admin.get(`/api/account`))
  await expectOk(admin.patch(`/api/account`, { ...change, version: account.version }))
  expect(await isCopy(`/render/invoice/${id}`)).toBe(true)
  expect((await post(`/invoices/${id}/takeback`)).status).toBe(409)
  expect((await attached()).copy).toBe(false)
  // Its turn comes later: it lies here, and is nobody else's.
  await tenants().write(server.accountid, by, (tx) => {
    const later = '2999-01-01T00:00:00.000Z'
    tx.db.update(tenantOutbox).set({ nextutc: later }).where(eq(tenantOutbox.id, newest().id)).run()
  })
  expect(await isCopy(`/render/invoice/${id}`)).toBe(false)
  const { version } = await expectOk(admin.get(`/api/account`))
  await expectOk(
    admin.patch(`/api/account`, {
      smtpserver: '',
      smtpport: '',
      smtpusername: '',
      smtppassword: '',
      version,
    }),
  )
})

test('a mail is taken back by whoever sent it, from what is said or from the invoice, and by nobody else', async () => {
  const { id } = await issued()
  const { undo, message } = await send(`/mail/invoice/${id}`)
  expect(message).toContain('After a week you are told that it was not sent.')
  const before = mails().length
  expect((await post(undo.url, server.people.jobs)).status).toBe(404)
  expect(mails()).toHaveLength(before)
  expect((await post(undo.url)).status).toBe(200)
  expect(mails()).toHaveLength(before - 1)
  expect(await invoiceOf(id)).toMatchObject({ originalutc: null, originalwaits: false })
  expect((await post(undo.url)).status).toBe(404)
  await send(`/mail/invoice/${id}`)
  const dialog = await htmxRequest(server, admin, 'GET', `/invoices/${id}`)
  expect(dialog.html).toContain('Take the e-mail back')
  expect((await post(`/invoices/${id}/takeback`)).html).not.toContain('Take the e-mail back')
  expect(await invoiceOf(id)).toMatchObject({ originalwaits: false })

  const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
  const estimate = await send(`/mail/estimate/${job}`)
  expect(await expectOk(admin.get(`/api/jobs/${job}`))).toMatchObject({ estimatewaits: true })
  await post(estimate.undo.url)
  expect(await expectOk(admin.get(`/api/jobs/${job}`))).toMatchObject({ estimatewaits: false })
})

test('a deposit request whose mail waits says so, and is taken back from its dialog', async () => {
  const jobid = await completeJob(office, [{ linerate: 100 }], { status: 3 })
  const { id } = await expectOk(admin.post('/api/invoices/deposits', { jobid, amount: 50 }))
  const dialog = async () => (await htmxRequest(server, admin, 'GET', `/invoices/${id}`)).html
  expect(await dialog()).toContain('Not sent yet.')
  await send(`/mail/invoice/${id}`)
  expect(await invoiceOf(id)).toMatchObject({ sending: 'waits', originalwaits: false })
  expect(await dialog()).toContain('its e-mail waits')
  expect(await dialog()).toMatch(/topay[^>]*tab=payments/)
  expect((await htmxRequest(server, admin, 'GET', `/mail/invoice/${id}`)).html).toContain('still waits')
  const mail = newest()
  expect((await post(`/invoices/${id}/takeback`)).html).toContain('Not sent yet.')
  expect(mails().map((one) => one.id)).not.toContain(mail.id)
  expect(await invoiceOf(id)).toMatchObject({ sending: 'unsent' })
})

test('while a mail carries an invoice its job asks for the payment, and for the sending once it is taken back', async () => {
  const { id, job } = await issued()
  const nextstep = async () => (await expectOk(admin.get(`/api/jobs/${job.id}`))).nextstep
  expect(await nextstep()).toBe('sendinvoice')
  await send(`/mail/invoice/${id}`)
  expect([(await invoiceOf(id)).sending, await nextstep()]).toEqual(['waits', 'pay'])
  await post(`/invoices/${id}/takeback`)
  expect([(await invoiceOf(id)).sending, await nextstep()]).toEqual(['unsent', 'sendinvoice'])
})

test('it is sent once a server took a copy of it, too', async () => {
  const { id } = await issued()
  await send(`/mail/invoice/${id}`)
  await send(`/mail/invoice/${id}`)
  expect((await attached()).copy).toBe(true)
  const { id: copy, mail } = newest()
  await tenants().write(server.accountid, by, (tx) => mailOutcomes.onSent(tx, copy, mail))
  expect(await invoiceOf(id)).toMatchObject({ sending: 'sent', originalutc: null, originalwaits: true })
})

/** What the office mails: the address that does so, and the calls of the record whose history tells of it. */
async function mailed(): Promise<Record<string, [path: string, record: string]>> {
  const job = await completeJob(office, [{ linerate: 100 }], { status: 3 })
  const asked = await expectOk(admin.post('/api/invoices/deposits', { jobid: job, amount: 50 }))
  const invoice = await issued()
  const { lines } = await jobToDeliver(office, [{}])
  const note = await issueNote(admin, office.boardid, [{ materialid: lines[0]!, quantity: 1 }])
  const supplier = await expectOk(admin.post('/api/suppliers', { name: 'Timber City' }))
  const item = await expectOk(admin.post('/api/inventory', { materialname: 'Board', rate: 80 }))
  const bought = [{ inventoryid: item.id, quantity: 1 }]
  const order = await expectOk(
    admin.post('/api/purchaseorders', { supplier: supplier.id, lines: bought, organisation: office.vendor }),
  )
  await expectOk(admin.patch(`/api/purchaseorders/${order.id}`, { status: 'sent' }))
  const [client] = office.clients
  return {
    card: [`card/${job}`, `jobs/${job}`],
    estimate: [`estimate/${job}`, `jobs/${job}`],
    deposit: [`invoice/${asked.id}`, `invoices/${asked.id}`],
    invoice: [`invoice/${invoice.id}`, `invoices/${invoice.id}`],
    deliverynote: [`deliverynote/${note.id}`, `delivery/${note.id}`],
    purchaseorder: [`purchaseorder/${order.id}`, `purchaseorders/${order.id}`],
    statement: [`statement/${client}`, `clients/${client}`],
  }
}

test('whatever is mailed is taken back from what is said after Send, and its history says so', async () => {
  for (const [kind, [path, record]] of Object.entries(await mailed())) {
    const told = async () =>
      (await expectOk(admin.get(`/api/${record}/history`)))
        .filter(({ field }: { field: string }) => field === 'e-mailed')
        .map(({ newvalue }: { newvalue: string }) => newvalue)
    const { undo } = await send(`/mail/${path}`)
    const { id } = newest()
    expect(undo, kind).toEqual({ url: `/mail/waiting/${id}/takeback` })
    expect((await post(undo.url)).status, kind).toBe(200)
    expect(mails().map((one) => one.id)).not.toContain(id)
    expect(await told(), kind).toContain('not sent to buyer@client.test. It was taken back.')
    await send(`/mail/${path}`)
    await giveUp(newest().id)
    await again(newest().id)
    expect(await told(), kind).toContain('not sent to buyer@client.test. No mail server is set.')
    expect(await told(), kind).toContain('to buyer@client.test, tried again')
  }
})

test('the account shows what waits and what was given up, which goes out again unless its original went', async () => {
  const { id, number } = await issued()
  await send(`/mail/invoice/${id}`)
  const configuration = async () => (await admin.get('/account?tab=configuration')).text
  expect(await configuration()).toContain('buyer@client.test')
  const mail = newest()
  await giveUp(mail.id)
  const { html } = await htmxRequest(server, admin, 'GET', '/account/mails')
  expect(html).toContain('Given up. No mail server is set.')
  expect((await post(`/account/mails/${mail.id}/again`)).status).toBe(200)
  expect(await invoiceOf(id)).toMatchObject({ originalwaits: true })
  expect(newest().id).toBe(mail.id)
  await giveUp(mail.id)
  expect(await isCopy(`/render/invoice/${id}`)).toBe(false)
  const refused = await post(`/account/mails/${mail.id}/again`)
  expect([refused.status, refused.html.includes(`The original of ${number}`)]).toEqual([409, true])
  const agent = await htmxRequest(server, server.people.agent, 'GET', '/account/mails')
  expect(agent.status).toBe(403)
})

test('a mail that is sent again waits as if it were written now, and what it carries with it', async () => {
  const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
  await send(`/mail/estimate/${job}`)
  const before = newest()
  await giveUp(before.id)
  expect((await again(before.id)).status).toBe(200)
  const mail = newest()
  expect(mail).toMatchObject({ id: before.id, attempts: 0, error: '' })
  expect(mail.createdutc > before.createdutc && mail.nextutc < '9999').toBe(true)
  expect(await expectOk(admin.get(`/api/jobs/${job}`))).toMatchObject({ estimatewaits: true })
})

test('an estimate that was given up is not sent again over a newer one, nor over who accepted it', async () => {
  const job = await completeJob(office, [{ linerate: 100 }], { status: 1 })
  const read = () => expectOk(admin.get(`/api/jobs/${job}`))
  await send(`/mail/estimate/${job}`)
  const { id: older } = newest()
  await giveUp(older)
  await send(`/mail/estimate/${job}`)
  const { id: newer } = newest()
  const waits = await again(older)
  expect([waits.status, waits.html.includes('A newer e-mail')]).toEqual([409, true])
  await post(`/mail/waiting/${older}/takeback`)
  expect(await read()).toMatchObject({ estimatewaits: true })
  await giveUp(newer)
  const { version } = await read()
  await expectOk(admin.patch(`/api/jobs/${job}`, { acceptedby: 'Jan Smit', version }))
  const refused = await again(newer)
  expect([refused.status, refused.html.includes('Jan Smit accepted')]).toEqual([409, true])
  expect(await read()).toMatchObject({ acceptedby: 'Jan Smit', estimatewaits: false })
  expect(mails().find(({ id }) => id === newer)?.nextutc).toStartWith('9999')
})

test('nor is a deposit request over a newer one', async () => {
  const jobid = await completeJob(office, [{ linerate: 100 }], { status: 3 })
  const { id } = await expectOk(admin.post('/api/invoices/deposits', { jobid, amount: 50 }))
  await send(`/mail/invoice/${id}`)
  const { id: older } = newest()
  await giveUp(older)
  expect(await invoiceOf(id)).toMatchObject({ sending: 'unsent' })
  await send(`/mail/invoice/${id}`)
  expect((await again(older)).status).toBe(409)
  await post(`/invoices/${id}/takeback`)
  expect((await again(older)).status).toBe(200)
  expect(await invoiceOf(id)).toMatchObject({ sending: 'waits' })
})

test('a reminder that is sent again waits, and did not fail', async () => {
  const { id } = await issued()
  await tenants().write(server.accountid, by, (tx) =>
    tx.db.update(invoices).set({ duedate: '2026-01-01' }).where(eq(invoices.id, id)).run(),
  )
  await send(`/mail/invoicereminder/${id}`)
  const { id: mailid } = newest()
  await giveUp(mailid)
  expect((await invoiceOf(id)).reminders).toMatchObject([{ failure: 'No mail server is set.' }])
  await again(mailid)
  expect((await invoiceOf(id)).reminders).toMatchObject([{ failure: '', sentutc: null }])
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { daysAfter } from '#server/dates.ts'
import { readToday } from '#server/zone.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { eventually, until } from '#tests/support/eventually.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice, pdf } from './invoices-support.ts'

let server: TestServer
let smtp: MailServer
let office: InvoiceFixtures
let client: string
let today: string
const admin = () => server.people.admin
const htmx = { 'hx-request': 'true' }
const open = (path: string) => admin().call('GET', path, undefined, htmx)
const send = (path: string, to: string) =>
  admin().call('POST', path, { to, subject: 'Payment reminder', message: 'Please pay.' }, htmx)
const change = (sql: string, values: unknown[]) =>
  server.services.tenants.write(server.accountid, by, ({ db }) => void prepared(db, sql).run(values as never))
const reminders = async (id: string) => (await expectOk(admin().get(`/api/invoices/${id}`))).reminders

async function overdueInvoice(rand: number, days: number) {
  const invoice = await issueInvoice(office, rand, office.plain)
  const due = daysAfter(today, -days)
  await change('UPDATE invoices SET date = ?, duedate = ? WHERE id = ?', [
    daysAfter(due, -30),
    due,
    invoice.id,
  ])
  return invoice
}

beforeAll(async () => {
  smtp = await startMailServer({
    refuse: (to) => (to.startsWith('gone@') ? { code: 550, message: 'No such person' } : undefined),
  })
  server = await startTestServer(undefined, ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test'])
  office = await createInvoiceFixtures(server)
  client = office.clients[0]
  today = server.services.tenants.read(server.accountid, readToday)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

test('nobody is reminded of what is not overdue', async () => {
  const invoice = await issueInvoice(office, 100, office.plain)
  for (const path of [`/mail/reminder/${client}`, `/mail/invoicereminder/${invoice.id}`]) {
    expect((await open(path)).status).toBe(422)
    expect((await send(path, 'buyer@client.test')).status).toBe(422)
  }
  expect(await reminders(invoice.id)).toEqual([])
  await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 100 }))
})

test('an invoice goes out with its reminder, which is told once a server took it', async () => {
  const invoice = await overdueInvoice(1000, 13)
  const { text } = await open(`/mail/invoicereminder/${invoice.id}`)
  expect(text).toContain('Acme has no e-mail address')
  expect(text).toContain('No reminder was sent before.')
  expect(text.replaceAll('\u00a0', ' ')).toContain('R 1 000,00, due')
  expect(text).toContain('13 days overdue')
  expect((await send(`/mail/invoicereminder/${invoice.id}`, 'buyer@client.test')).status).toBe(200)
  await eventually(() => smtp.to('buyer@client.test').length, 1)
  expect(smtp.to('buyer@client.test')[0]?.attachments[0]?.filename).toStartWith('Invoice ')
  await until(async () => (await reminders(invoice.id))[0].sentutc !== null)
  expect(await reminders(invoice.id)).toMatchObject([
    { date: today, recipient: 'buyer@client.test', failure: '', by: expect.any(String) },
  ])
  for (const path of ['/invoices/debtors', `/invoices/statement/${client}`, `/invoices/${invoice.id}`])
    expect((await open(path)).text).toContain('Reminded ')
})

test('the paper of a reminder says what it says: what was paid and credited since, and what is owed', async () => {
  const invoice = await overdueInvoice(1000, 13)
  const path = `/mail/invoicereminder/${invoice.id}`
  await pdf(server, admin(), `/render/invoice/${invoice.id}`)
  await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 300 }))
  const credit = { lines: [{ line: 0, amount: 50 }], reason: 'price' }
  await expectOk(admin().post(`/api/invoices/${invoice.id}/credit`, credit))
  const { text } = await open(path)
  expect(text.replaceAll('\u00a0', ' ')).toContain('R 650,00 of R 1 000,00, due')
  expect(text).toContain('With a link to read it, and what is owed')
  const fields = { to: 'part@client.test', subject: 'Reminder', message: 'Please pay.', link: 'on' }
  const { headers } = await admin().call('POST', path, fields, htmx)
  expect(headers.get('hx-trigger')).toContain('The reminder with Invoice')
  await eventually(() => smtp.to('part@client.test').length, 1)
  const mail = smtp.to('part@client.test')[0]
  expect(mail?.text).toContain('/www/invoice/')
  const paper = await readPdf(new Uint8Array(mail!.attachments[0]!.content as ArrayBuffer))
  const printed = paper.text.replaceAll('\u00a0', ' ')
  expect(printed).toContain('R 650,00 owed on')
  expect(printed).not.toContain('due by')
  for (const words of ['Paid since', 'Credited since', 'Amount due']) expect(printed).toContain(words)
  await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 650 }))
  const copy = await readPdf((await pdf(server, admin(), `/render/invoice/${invoice.id}`)).bytes)
  expect(copy.text).toContain('Nothing owed on')
})

test('a client is reminded of all that is overdue, with the statement, in words for the second and the last time', async () => {
  await change("UPDATE clients SET contactemail = 'books@acme.test' WHERE id = ?", [client])
  await expectOk(
    admin().patch('/api/configuration/documents/secondreminder', { intro: 'Kindly settle your account.' }),
  )
  const second = await overdueInvoice(50, 70)
  const { text } = await open(`/mail/reminder/${client}`)
  expect(text).not.toContain('has no e-mail address')
  for (const words of ['books@acme.test', 'Kindly settle your account.', '70 days overdue', 'Reminded '])
    expect(text).toContain(words)
  expect(text.replaceAll('\u00a0', ' ')).toContain(
    'This is the second reminder that R 1 050,00 is overdue on your account',
  )
  expect(text).toContain('Second payment reminder')
  expect((await open('/invoices/debtors')).text).toContain(`/mail/reminder/${client}`)
  expect((await open(`/clients/${client}/overview`)).text).toContain(`/mail/reminder/${client}`)
  await send(`/mail/reminder/${client}`, 'books@acme.test')
  await eventually(() => smtp.to('books@acme.test').length, 1)
  expect(smtp.to('books@acme.test')[0]?.attachments[0]?.filename).toStartWith('Statement Acme')
  expect(await reminders(second.id)).toMatchObject([{ recipient: 'books@acme.test' }])
  const once = (await open(`/mail/invoicereminder/${second.id}`)).text
  expect(once).toContain('This is the second reminder of invoice')
  expect(once).toContain('Kindly settle your account.')
  const { text: last } = await open(`/mail/reminder/${client}`)
  expect(last).toContain('Final payment reminder')
  expect(last).toContain('Please pay within seven days')
  expect(last).not.toContain('Kindly settle your account.')
})

test('a mail that no server takes is no reminder', async () => {
  const invoice = await overdueInvoice(75, 5)
  await send(`/mail/invoicereminder/${invoice.id}`, 'gone@client.test')
  await until(async () => (await reminders(invoice.id))[0].failure !== '')
  expect(await reminders(invoice.id)).toMatchObject([
    { sentutc: null, failure: expect.stringContaining('No such person') },
  ])
  expect((await open(`/invoices/${invoice.id}`)).text).toContain('was not sent')
  expect((await open(`/mail/invoicereminder/${invoice.id}`)).text).toContain('This is a reminder of invoice')
})

test('credit that covers all that is owed is put to the invoices instead', async () => {
  await expectOk(admin().post('/api/payments', { client, amount: 5000 }))
  const refused = await open(`/mail/reminder/${client}`)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('covers what is owed')
})

test('who only reads invoices, or is of another account, reminds nobody', async () => {
  expect((await server.people.stakeholder.get(`/mail/reminder/${client}`)).status).toBe(403)
  expect((await server.other.get(`/mail/reminder/${client}`)).status).toBe(404)
})

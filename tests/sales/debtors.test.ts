import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { daysAfter } from '#server/dates.ts'
import { readToday } from '#server/zone.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  pdf,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const change = (sql: string, values: unknown[]) =>
  server.services.tenants.write(server.accountid, by, ({ db }) => void prepared(db, sql).run(values as never))

const debtors = async (date?: string) =>
  expectOk(admin().get(`/api/invoices/debtors${date ? `?date=${date}` : ''}`))
const statement = (date: string) =>
  expectOk(admin().get(`/api/invoices/statement/${office.clients[0]}?date=${date}`))

describe('aged debtors', () => {
  test('are of the day that is asked for, whatever was paid since', async () => {
    const invoice = await issueInvoice(office, 1000, office.plain)
    await change("UPDATE invoices SET date = '2026-04-10', duedate = '2026-05-10' WHERE id = ?", [invoice.id])
    await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 400 }))
    await change("UPDATE invoice_payments SET date = '2026-06-05' WHERE invoiceid = ?", [invoice.id])
    await change("UPDATE client_payments SET date = '2026-06-05'", [])
    expect((await debtors('2026-05-10')).sums).toMatchObject({ notdue: 1000, total: 1000 })
    expect((await debtors('2026-05-31')).clients).toMatchObject([
      { client: { id: office.clients[0], name: 'Acme' }, days30: 1000, days60: 0, total: 1000 },
    ])
    expect((await debtors('2026-06-30')).sums).toMatchObject({ days30: 0, days60: 600, total: 600 })
    expect((await debtors('2026-04-09')).clients).toEqual([])
    const open = (await debtors()).sums
    expect(open.total).toBe(
      (await expectOk(admin().get('/api/invoices?state=unpaid'))).reduce(
        (sum: number, { due }: { due: number }) => sum + due,
        0,
      ),
    )
  })

  test('take credit and credit notes of their day into account, and the statement is the same', async () => {
    const invoice = await issueInvoice(office, 200, office.plain)
    await change("UPDATE invoices SET date = '2026-07-01', duedate = NULL WHERE id = ?", [invoice.id])
    const lines = [{ line: 0, quantity: 0.25 }]
    const note = await expectOk(
      admin().post(`/api/invoices/${invoice.id}/credit`, { reason: 'price', lines }),
    )
    await change("UPDATE invoices SET date = '2026-08-01' WHERE id = ?", [note.id])
    const client = office.clients[0]
    await expectOk(
      admin().post('/api/payments', { client, amount: 30, date: '2026-08-02', reference: 'Ahead' }),
    )
    for (const [date, total, credit] of [
      ['2026-07-31', 800, 0],
      ['2026-08-01', 750, 0],
      ['2026-08-02', 720, 30],
    ] as const) {
      expect((await debtors(date)).sums).toMatchObject({ total, credit })
      expect(await statement(date)).toMatchObject({ total, credit })
    }
    expect((await statement('2026-08-02')).items).toMatchObject([
      { name: expect.any(String), total: 1000, open: 600, late: 84 },
      { total: 200, open: 150 },
      { kind: 'payment', open: -30, detail: 'Ahead' },
    ])
  })

  test('say the same as owed that the dashboard, the client and the list of invoices do; credit is beside it', async () => {
    const client = office.clients[0]
    const { owed, credit, total } = (await debtors()).sums
    expect([owed, credit, total]).toEqual([750, 30, 720])
    const texts = async (path: string) =>
      (await admin().get(path)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(await texts('/')).toContain('Owed R 750,00 2 invoices')
    expect(await texts(`/clients/${client}/overview`)).toMatch(/Owed R 750,00 .*Credit R 30,00/)
    expect(await texts('/clients')).toMatch(/Owes .*Acme .*R 750,00/)
    expect((await server.people.jobs.get('/clients')).text).not.toContain('Owes')
    expect(await texts('/invoices?state=unpaid')).toContain('R 750,00')
    expect(await texts('/invoices/payments')).toContain('Credit R 30,00')
    const credits = `/invoices/payments?credit=true&client=${client}`
    expect((await admin().get(`/clients/${client}/overview`)).text).toContain(credits.replace('&', '&amp;'))
    expect(await texts(credits)).toMatch(/Credit of Acme .*Ahead R 30,00 .*1 payment/)
    expect(await texts('/invoices/payments?credit=true&end=2026-08-01')).toContain(
      'All that was received pays an invoice.',
    )
    expect((await server.people.stakeholder.get('/invoices/payments?credit=true')).status).toBe(403)
  })

  test('are refused for days to come, and to who sees a part of the jobs', async () => {
    expect((await admin().get('/api/invoices/debtors?date=2999-01-01')).body.fields).toHaveProperty('date')
    expect((await server.people.stakeholder.get('/api/invoices/debtors')).status).toBe(403)
    expect((await server.other.get(`/api/invoices/statement/${office.clients[0]}`)).status).toBe(404)
  })
})

test('cash sales lead to their invoices alone, which are counted and summed by themselves', async () => {
  const cash = await issueInvoice(office, 300, office.plain, { client: null })
  expect((await admin().get('/invoices/debtors')).text).toContain(
    'href="/invoices?cash=true&amp;state=unpaid"',
  )
  const rows = await expectOk(admin().get('/api/invoices?cash=true&state=unpaid'))
  expect(rows.map(({ id }: { id: string }) => id)).toEqual([cash.id])
  const { text } = await admin().get('/invoices?cash=true&state=unpaid')
  expect(text).toContain('Cash sales: show all')
  expect(text.match(/Unpaid <span>(\d+)</)?.[1]).toBe('1')
  expect(await expectOk(admin().get(`/api/invoices?cash=true&search=${cash.number}`))).toHaveLength(1)
  const other = await issueInvoice(office, 300, office.plain)
  expect(await expectOk(admin().get(`/api/invoices?cash=true&search=${other.number}`))).toHaveLength(0)
})

test('the page leads to the statement, whose paper and mail say the same', async () => {
  const client = office.clients[0]
  expect((await admin().get('/invoices/debtors')).text).toContain(`/invoices/statement/${client}`)
  expect((await admin().get(`/invoices/statement/${client}`)).text).toContain('Statement of Acme')
  const { bytes } = await pdf(server, admin(), `/render/statement/${client}?date=2026-08-02`)
  const { text } = await readPdf(bytes)
  for (const word of ['Statement', 'Acme', 'R 720,00', '600,00', '61 to 90 late'])
    expect(text).toContain(word)
  const mail = { to: 'books@acme.test', subject: 'Statement', message: 'Good day' }
  const sent = await admin().call('POST', `/mail/statement/${client}`, new URLSearchParams(mail), {
    'hx-request': 'true',
  })
  expect(sent.status).toBe(200)
})

test('a paper says what of it is due, and by which words a payment of it is known', async () => {
  const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Just billed' }))
  const { id } = await issueInvoice(office, 200, office.plain, { client })
  const read = async () => {
    const { bytes } = await pdf(server, admin(), `/render/statement/${client}`)
    return (await readPdf(bytes)).text.replaceAll('\u00a0', ' ')
  }
  const text = await read()
  expect(text).toMatch(/R 200,00 owed on .*, not due yet/)
  expect(text).not.toContain('to pay on')
  expect(text).toContain('Owed in all')
  const shown = async () =>
    (await admin().get(`/invoices/statement/${client}`)).text.replaceAll('\u00a0', ' ')
  expect(await shown()).toMatch(/R 200,00 owed on .*, not due yet/)
  await change("UPDATE invoices SET duedate = '2026-01-31' WHERE id = ?", [id])
  expect(await read()).toContain('R 200,00 to pay on')
  expect(await shown()).toContain('R 200,00 to pay on')
})

test('a payment is held as credit until the day of the invoice that it pays', async () => {
  const invoice = await issueInvoice(office, 400, office.plain)
  await change("UPDATE invoices SET date = '2025-03-10' WHERE id = ?", [invoice.id])
  const before = await statement('2025-03-09')
  await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 100, date: '2025-03-01' }))
  expect((await statement('2025-03-09')).total).toBe(before.total - 100)
  expect((await statement('2025-03-09')).credit).toBe(before.credit + 100)
  expect((await statement('2025-03-10')).total).toBe(before.total + 300)
  expect((await debtors('2025-03-09')).sums.credit).toBe(100)
})

test('what a credit note took off a paid invoice is named by the note, and by both where more was paid', async () => {
  const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Credited' }))
  const invoice = await issueInvoice(office, 200, office.plain, { client })
  await expectOk(admin().post(`/api/invoices/${invoice.id}/payments`, { amount: 200 }))
  const body = { reason: 'price', lines: [{ line: 0, quantity: 0.25 }] }
  const credit = () => expectOk(admin().post(`/api/invoices/${invoice.id}/credit`, body))
  const open = async () => {
    const { items } = await expectOk(admin().get(`/api/invoices/statement/${client}`))
    return items.map(({ name, open }: { name: string; open: number }) => [name, open])
  }
  const first = await credit()
  expect(await open()).toEqual([[`Credit note ${first.number}`, -50]])
  const { number } = await credit()
  expect(await open()).toEqual([[`Credit notes ${first.number}, ${number}`, -100]])
  const other = await issueInvoice(office, 10, office.plain, { client })
  await expectOk(
    admin().post('/api/payments', { client, amount: 30, allocations: [{ invoiceid: other.id, amount: 10 }] }),
  )
  expect(await open()).toEqual([
    [`Credit notes ${first.number}, ${number}`, -100],
    ['Payment', -20],
  ])
  const note = await expectOk(
    admin().post(`/api/invoices/${other.id}/credit`, {
      reason: 'price',
      lines: [{ line: 0, quantity: 0.5 }],
    }),
  )
  expect((await open())[1]).toEqual([`Payment, credit note ${note.number}`, -25])
  await eventually(async () => {
    const { text } = await admin().get(`/reporting/debtor-documents?client=${client}`)
    return text.includes(`Payment, credit note ${note.number}`)
  }, true)
})

test('what changed the balance adds up from one day to another: invoices, credit notes, payments, deposits, refunds', async () => {
  const client = office.clients[0]
  const jobid = await completeJob(office, [{ linerate: 500 }], { status: 3 })
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const asked = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 200 }))
  await expectOk(admin().post(`/api/invoices/${asked.id}/payments`, { amount: 200 }))
  await expectOk(admin().post('/api/jobs/reorder', { jobid, lane: 4 }))
  const { id } = await readDraft(office, jobid)
  const { number } = await expectOk(admin().post(`/api/invoices/${id}/issue`))
  await expectOk(admin().post('/api/payments', { client, amount: 5000, reference: 'Too much' }))
  await expectOk(admin().post('/api/payments/refunds', { client, amount: 10 }))
  const since = async (from: string, to: string) =>
    (await expectOk(admin().get(`/api/invoices/statement/${client}?from=${from}&date=${to}`))).movements
  const today = server.services.tenants.read(server.accountid, readToday)
  for (const [from, to] of [
    ['2025-01-01', today],
    ['2025-03-05', '2026-07-15'],
    ['2026-08-01', '2026-08-02'],
    [today, today],
  ] as const) {
    const { opening, lines, closing } = await since(from, to)
    const sum = lines.reduce((total: number, { amount }: { amount: number }) => total + amount, opening)
    const [before, after] = [await statement(daysAfter(from, -1)), await statement(to)]
    expect([opening, closing]).toEqual([before.total, after.total])
    expect(Math.round(sum * 100)).toBe(Math.round(closing * 100))
  }
  const names = (await since(today, today)).lines.map(({ name }: { name: string }) => name)
  for (const name of [
    `Invoice ${number}`,
    'Payment',
    `Deposit ${asked.number} received and held`,
    'Paid back',
  ])
    expect(names).toContain(name)
  // As it happened, with no balance in between that nobody owed; what is held stands once, and changes no balance.
  const { lines } = await since(today, today)
  const own = lines.slice(names.indexOf(`Deposit ${asked.number} received and held`))
  expect(own.map(({ name, amount }: { name: string; amount: number }) => [name, amount])).toMatchObject([
    [`Deposit ${asked.number} received and held`, 0],
    [`Invoice ${number}`, 575],
    [`Deposit ${asked.number} used`, -200],
    ['Payment', -5000],
    ['Paid back', 10],
  ])
  expect(own[0]).toMatchObject({ held: 200, detail: reference })
  const { bytes } = await pdf(server, admin(), `/render/statement/${client}?from=2026-07-01&date=2026-08-02`)
  const { text } = await readPdf(bytes)
  for (const word of ['Opening balance', '900,00', 'Closing balance', '1 020,00', 'Credit note'])
    expect(text.replaceAll('\u00a0', ' ')).toContain(word)
  const page = (await admin().get(`/invoices/statement/${client}?from=${today}`)).text
  for (const word of ['All movements', 'Opening balance', 'Closing balance', 'Paid back', 'Send or link'])
    expect(page).toContain(word)
  expect(
    (await admin().get(`/api/invoices/statement/${client}?from=2026-08-02&date=2026-08-01`)).status,
  ).toBe(400)
})

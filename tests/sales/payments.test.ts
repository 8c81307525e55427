import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asCents } from '#server/money/decimal.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => {
  expect(server.services.tenants.read(server.accountid, findWrongTotals)).toEqual([])
  return server.stop()
})

const invoiceOf = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))
const pay = (id: string, body: object) => admin().post(`/api/invoices/${id}/payments`, body)
const reverse = (id: string, reason = 'The payment bounced') =>
  admin().post(`/api/payments/${id}/reverse`, { reason })
const client = () => office.clients[0]

describe('a payment', () => {
  test('is reversed with a reason, never deleted, and both entries stay', async () => {
    const { id, job } = await issueInvoice(office)
    const { payments } = await expectOk(pay(id, { amount: 115, reference: 'EFT 9' }))
    const paymentid = payments[0].id
    const dialog = await htmxRequest(server, admin(), 'GET', `/invoices/payments/${paymentid}`)
    expect(dialog.html).toContain(`href="/invoices/statement/${client()}"`)
    expect((await reverse(paymentid, '')).body.fields).toHaveProperty('reason')
    expect((await server.other.post(`/api/payments/${paymentid}/reverse`, { reason: 'x' })).status).toBe(404)
    expect(
      (await server.people.jobs.post(`/api/payments/${paymentid}/reverse`, { reason: 'x' })).status,
    ).toBe(403)
    expect(await expectOk(reverse(paymentid))).toMatchObject({
      amount: 115,
      credit: 0,
      reversed: { reason: 'The payment bounced' },
    })
    expect(await invoiceOf(id)).toMatchObject({
      ...{ paid: 0, due: 115, standing: 'unpaid' },
      payments: [{ amount: 115 }, { amount: -115, reversed: 'The payment bounced' }],
    })
    expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).paid).toBe(false)
    expect(await reverse(paymentid)).toMatchObject({ status: 409, body: { code: 'reversed' } })
    expect((await admin().delete(`/api/invoices/${id}/payments/${paymentid}`)).status).toBe(404)
    const history = await expectOk(admin().get(`/api/invoices/${id}/history`))
    expect(history).toContainEqual(expect.objectContaining({ field: 'payment', newvalue: '' }))
  })

  test('of more than is due keeps the rest as credit, which pays another invoice', async () => {
    const first = await issueInvoice(office)
    const second = await issueInvoice(office)
    const { body } = await pay(first.id, { amount: 150 })
    expect(body.message).toMatch(/^R.35,00 more than was due is kept as credit of the client\.$/)
    const paymentid = body.data.payments[0].id
    expect(body.data).toMatchObject({ paid: 115, due: 0 })
    const put = (amount: unknown, invoiceid = second.id) =>
      admin().post(`/api/payments/${paymentid}/allocations`, { invoiceid, amount })
    expect((await put(35.01)).body.fields.amount).toMatch(/^Only R.35,00 of this payment is left\.$/)
    expect((await put(0)).body.fields).toHaveProperty('amount')
    expect(await expectOk(put('35,00'))).toMatchObject({ credit: 0 })
    expect(await invoiceOf(second.id)).toMatchObject({ paid: 35, due: 80 })
    await expectOk(reverse(paymentid))
    expect([await invoiceOf(first.id), await invoiceOf(second.id)]).toMatchObject([
      { due: 115 },
      { due: 115 },
    ])
  })

  test('dated before its invoice is recorded and said to be', async () => {
    const { id } = await issueInvoice(office)
    const { body } = await pay(id, { amount: 15, date: '2026-03-01' })
    expect(body.message).toMatch(/^The payment is recorded\. It is dated before the invoice, which is of /)
    expect((await pay(id, { amount: 15 })).body.message).toBeUndefined()
    // An Enter too many does not book the rest, which whoever opens the invoice anew finds filled in.
    const amountIn = (html: string) => /name="amount"[^>]*value="([^"]*)"/.exec(html)?.[1]
    const path = `/invoices/${id}`
    const more = { date: '2026-11-27', amount: '5', method: 'cash' }
    const recorded = await htmxRequest(server, admin(), 'POST', `${path}/payments`, more)
    expect(amountIn(recorded.html)).toBe('')
    expect(recorded.html).toContain('placeholder="80,00"')
    const empty = await htmxRequest(server, admin(), 'POST', `${path}/payments`, { ...more, amount: '' })
    expect(empty.html).toContain('Type the amount.')
    const opened = await htmxRequest(server, admin(), 'GET', `${path}?tab=payments`)
    expect(amountIn(opened.html)).toBe('80,00')
  })

  test('of an earlier month says before it is reversed which month that changes, and one of this month does not', async () => {
    const { id } = await issueInvoice(office, 1000)
    const dialogOf = async (date?: string) => {
      const { payments } = await expectOk(pay(id, { amount: 10, date }))
      const newest = payments.at(-1)!.id
      return (await htmxRequest(server, admin(), 'GET', `/invoices/payments/${newest}`)).html
    }
    const said = 'this month’s payments are less by it'
    expect(await dialogOf('2026-03-31')).toContain(said)
    expect(await dialogOf()).not.toContain(said)
  })

  test('is filled in as sums are shown everywhere, and taken as it is filled in', async () => {
    const { id } = await issueInvoice(office, 7848)
    const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${id}?tab=payments`)
    const filled = /name="amount"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(filled).toBe('9\u00a0025,20')
    await htmxRequest(server, admin(), 'POST', `/invoices/${id}/payments`, {
      amount: filled,
      method: 'transfer',
    })
    expect(await invoiceOf(id)).toMatchObject({ due: 0, paid: 9025.2 })
  })

  test('of a client pays the oldest invoices first, or is left as credit, and is undone from its message', async () => {
    const own = await expectOk(admin().post('/api/clients', { name: 'Early & Co' }))
    const made = async () => {
      const jobid = await completeJob(office, [{ linerate: 100 }], { client: own.id })
      return expectOk(admin().post(`/api/invoices/${(await readDraft(office, jobid)).id}/issue`))
    }
    const [first, second] = [await made(), await made()]
    const form = {
      client: own.id,
      amount: '150',
      'allocations.0.invoiceid': first.id,
      'allocations.0.amount': '',
    }
    const record = async (pays: string) => {
      const { trigger } = await htmxRequest(server, admin(), 'POST', '/invoices/payments', { ...form, pays })
      return trigger.snackbar.undo.url as string
    }
    const undo = await record('oldest')
    expect(await invoiceOf(first.id)).toMatchObject({ paid: 115, due: 0 })
    expect(await invoiceOf(second.id)).toMatchObject({ paid: 35, due: 80 })
    await htmxRequest(server, admin(), 'POST', undo)
    expect(await invoiceOf(first.id)).toMatchObject({ paid: 0, due: 115 })
    const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${first.id}?tab=payments`)
    expect(html).toMatch(/chip[^>]*>Reversed</)
    expect(html).toMatch(/Payments<[^>]*>0</)
    await record('credit')
    expect(await invoiceOf(first.id)).toMatchObject({ paid: 0 })
  })

  test('of a client pays several invoices at once, and the rest is credit', async () => {
    const [first, second] = [await issueInvoice(office), await issueInvoice(office)]
    const receive = (body: object) => admin().post('/api/payments', { client: client(), ...body })
    const refused = await receive({
      amount: 200,
      allocations: [
        { invoiceid: first.id, amount: 115 },
        { invoiceid: second.id, amount: 115 },
      ],
    })
    expect(refused.body.fields).toEqual({
      'allocations.1.amount': expect.stringMatching(/^Only R.85,00 of this payment is left\.$/),
    })
    expect(await invoiceOf(first.id)).toMatchObject({ paid: 0 })
    const twice = await receive({
      amount: 200,
      allocations: [
        { invoiceid: first.id, amount: 100 },
        { invoiceid: first.id, amount: 20 },
      ],
    })
    expect(twice.body.fields).toEqual({
      'allocations.1.amount': expect.stringMatching(/^Only R.15,00 of .* is still due\.$/),
    })
    const payment = await expectOk(
      receive({
        amount: 200,
        allocations: [
          { invoiceid: first.id, amount: 115 },
          { invoiceid: second.id, amount: 15 },
        ],
      }),
    )
    expect(payment).toMatchObject({ amount: 200, credit: 70, allocations: [{ amount: 115 }, { amount: 15 }] })
    const others = await receive({ amount: 10, allocations: [{ invoiceid: crypto.randomUUID(), amount: 1 }] })
    expect(others.status).toBe(404)
    for (const [amount, field] of [
      [0, 'amount'],
      [-1, 'amount'],
      ['x', 'amount'],
    ] as const)
      expect((await receive({ amount })).body.fields).toHaveProperty(field)
    expect((await receive({ amount: 5, date: '2999-01-01' })).body.fields).toHaveProperty('date')
  })

  test('of an invoice that is credited becomes credit of the client', async () => {
    const invoice = await issueInvoice(office)
    const { payments } = await expectOk(pay(invoice.id, { amount: 100 }))
    await expectOk(admin().post(`/api/invoices/${invoice.id}/credit`, { reason: 'error' }))
    expect(await invoiceOf(invoice.id)).toMatchObject({ state: 'credited', paid: 0, due: 0 })
    expect(await expectOk(admin().get(`/api/payments/${payments[0].id}`))).toMatchObject({ credit: 100 })
  })

  test('of an invoice without a client is never more than is due', async () => {
    const jobid = await completeJob(office, [{ linerate: 10 }], { client: null })
    const { id } = await readDraft(office, jobid)
    await expectOk(admin().post(`/api/invoices/${id}/issue`))
    expect((await pay(id, { amount: 12 })).body.fields.amount).toMatch(/^Only R.11,50 is still due/)
    await expectOk(pay(id, { amount: 11.5 }))
  })
})

describe('in cash', () => {
  test.each([
    [4_998, 8],
    [9_995, 5],
    [4_990, 0],
    [0, 0],
  ])('of %i cents %i are left off', (due, rounding) => {
    expect(cashRounding(asCents(due)) as number).toBe(rounding)
  })

  test('an invoice closes at what coins can pay, the rounding beside it', async () => {
    const invoice = await issueInvoice(office, 43.46)
    expect(invoice).toMatchObject({ total: 49.98, cashdue: 49.9 })
    expect((await pay(invoice.id, { amount: 49.98, method: 'cash' })).body.fields.amount).toBe(
      'Cash is paid in steps of 10 cents.',
    )
    const paid = await expectOk(pay(invoice.id, { amount: 49.9, method: 'cash' }))
    expect(paid).toMatchObject({ paid: 49.9, rounding: 0.08, due: 0, standing: 'paid', credited: 0 })
    expect(paid.payments).toMatchObject([{ amount: 49.9, rounding: 0.08, method: 'cash' }])
    await expectOk(reverse(paid.payments[0].id))
    expect(await invoiceOf(invoice.id)).toMatchObject({ paid: 0, rounding: 0, due: 49.98 })
    expect(await expectOk(pay(invoice.id, { amount: 49.9 }))).toMatchObject({ due: 0.08 })
  })

  test('a payment of a client closes the last invoice that it reaches, and rounds off less than a coin', async () => {
    const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Coins' }))
    const [first, second] = [
      await issueInvoice(office, 43.46, undefined, { client }),
      await issueInvoice(office, 17.42, undefined, { client }),
    ]
    // 49.98 and 20.03 are 70.01 together, which coins pay by 70.00.
    const cash = { client, method: 'cash', pays: 'oldest' }
    const { id } = await expectOk(admin().post('/api/payments', { ...cash, amount: 70 }))
    expect(await invoiceOf(first.id)).toMatchObject({ paid: 49.98, rounding: 0, due: 0 })
    expect(await invoiceOf(second.id)).toMatchObject({
      paid: 20.02,
      rounding: 0.01,
      due: 0,
      standing: 'paid',
    })
    await expectOk(reverse(id))
    expect(await invoiceOf(second.id)).toMatchObject({ paid: 0, rounding: 0, due: 20.03 })
    await expectOk(admin().post('/api/payments', { ...cash, amount: 69.9 }))
    expect(await invoiceOf(second.id)).toMatchObject({ paid: 19.92, rounding: 0, due: 0.11 })
  })
})

test('what is no amount, is nothing, is below it or of a day to come is refused by field, by every call', async () => {
  const { id } = await issueInvoice(office)
  const bodies: [object, string][] = [
    [{ amount: 0 }, 'amount'],
    [{ amount: '0,00' }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 'much' }, 'amount'],
    [{ amount: 1, date: '2999-01-01' }, 'date'],
    [{ amount: 1.05, method: 'cash' }, 'amount'],
  ]
  for (const [body, field] of bodies) {
    const answers = [await pay(id, body), await admin().post('/api/payments', { client: client(), ...body })]
    for (const { status, body: answer } of answers)
      expect([body, status, Object.keys(answer.fields)]).toEqual([body, 400, [field]])
  }
  expect(await invoiceOf(id)).toMatchObject({ paid: 0, payments: [] })
})

describe('the list of payments', () => {
  const list = (query: string, who = admin()) => who.get(`/api/payments?${query}`)
  let paying: string

  beforeAll(async () => {
    paying = (await expectOk(admin().post('/api/clients', { name: 'Many Ways' }))).id
    const invoice = await issueInvoice(office, 100, undefined, { client: paying })
    await expectOk(pay(invoice.id, { amount: 100, method: 'cash', date: '2026-01-10' }))
    await expectOk(
      admin().post('/api/payments', { client: paying, amount: 40, method: 'card', date: '2026-02-10' }),
    )
  })

  test('is narrowed by client, method and days, and says what each is put to', async () => {
    const all = await list(`client=${paying}`)
    expect(all.body).toMatchObject({
      total: 2,
      data: [
        {
          method: 'card',
          amount: 40,
          credit: 40,
          allocations: [],
          client: { id: paying, name: 'Many Ways' },
        },
        { method: 'cash', amount: 100, credit: 0, allocations: [{ amount: 100, rounding: 0 }] },
      ],
    })
    const totals = [`method=card&client=${paying}`, `client=${paying}&end=2026-01-31`, 'end=2026-01-31']
    for (const query of totals) expect((await list(query)).body.total).toBe(1)
    expect((await list(`client=${paying}&take=1&skip=1`)).body).toMatchObject({
      total: 2,
      data: [{ amount: 100 }],
    })
    expect((await list('method=barter')).body.fields).toHaveProperty('method')
  })

  test('shows others what was put to invoices that they see, and nothing of another account', async () => {
    const { stakeholder } = server.people
    expect((await server.other.get('/api/payments')).body.total).toBe(0)
    expect((await list('', stakeholder)).status).toBe(403)
  })

  test('on its page is narrowed alike, and goes out as a file, credit too', async () => {
    const shown = async (query: string) =>
      (await htmxRequest(server, admin(), 'GET', `/invoices/payments?client=${paying}${query}`)).html.replace(
        /<[^>]+>|\s+/g,
        ' ',
      )
    expect(await shown('')).toMatch(/Cash .* R.100,00/)
    expect(await shown('&method=card')).toMatch(/Card .* R.40,00/)
    expect(await shown('&method=other')).toContain('Nothing that was received matches.')
    expect(await shown('&credit=true&method=card')).toMatch(/Credit of Many Ways.* R.40,00/)
    const file = async (query: string) =>
      (await admin().get(`/invoices/payments/export?client=${paying}${query}`)).text.split('\r\n')
    const [, newest, before] = await file('')
    expect(newest).toBe('2026-02-10;Credit;Many Ways;Card;;40')
    expect(before).toMatch(/^2026-01-10;.*;Many Ways;Cash;;100$/)
    expect(await file('&credit=true')).toEqual([
      'Paid on;Client;Method;Reference;Credit',
      '2026-02-10;Many Ways;Card;;40',
      '',
    ])
  })
})

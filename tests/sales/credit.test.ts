import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sumPayments } from '#db/queries/sales/payments.ts'
import { findWrongTotals } from '#db/queries/self-check.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer, viewerFor } from '#server/access/viewer.ts'
import { readPaymentJson } from '#server/domains/sales/invoices/payment-json.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { startReceiver } from '#tests/webhooks/webhooks-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[a-z]+;|\s/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/ ,/g, ',')

beforeAll(async () => {
  server = await startTestServer(undefined, ['--webhook-private'])
  office = await createInvoiceFixtures(server)
}, 300_000)
afterAll(() => {
  expect(server.services.tenants.read(server.accountid, findWrongTotals)).toEqual([])
  return server.stop()
})

const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const page = async (path: string) => {
  const { status, html } = await htmxRequest(server, admin(), 'GET', path)
  expect(status, html).toBe(200)
  return plain(html)
}
const invoiceOf = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))
const newClient = async (name: string) => (await post('/api/clients', { name })).id as string

async function issued(client: string | null, rates: readonly number[]) {
  const lines = rates.map((linerate) => ({ linerate }))
  const draft = await readDraft(office, await completeJob(office, lines, { client }))
  return post(`/api/invoices/${draft.id}/issue`)
}

// 359,60 × 1,15 = 413,54; 2 479,20 × 1,15 = 2 851,08; together 3 264,62.
const RATES = [359.6, 2479.2]

/** Paid in full, then its first line is credited. */
async function creditedInPart(client: string | null) {
  const invoice = await issued(client, RATES)
  const { payments } = await post(`/api/invoices/${invoice.id}/payments`, { amount: 3264.62 })
  const note = await post(`/api/invoices/${invoice.id}/credit`, {
    reason: 'returned',
    lines: [{ line: 0, quantity: 1 }],
  })
  return { invoice, note, payment: payments[0].id as string }
}

const receivedToday = async () => {
  const { html } = await htmxRequest(server, admin(), 'GET', '/')
  return /Paid this month R ([\d ,]+)/.exec(plain(html))?.[1]?.trim()
}

test('what was paid of an invoice that is credited became credit, and is no payment', async () => {
  const client = await newClient('Thandi Plumb')
  const { invoice, note, payment } = await creditedInPart(client)
  expect(note.total).toBe(-413.54)
  const shown = await invoiceOf(invoice.id)
  expect(shown.payments).toMatchObject([
    { amount: 3264.62, what: 'payment', by: null },
    { amount: -413.54, what: 'credit', by: { number: note.number } },
  ])
  expect(shown).toMatchObject({ becamecredit: 413.54, opencredit: { amount: 413.54, client } })
  const tab = await page(`/invoices/${invoice.id}?tab=payments`)
  expect(tab).toContain(`Became credit, by ${note.number} −R 413,54`)
  expect(tab).not.toContain('Transfer −R 413,54')
  expect(tab).toMatch(/Payments 1 /)
  expect(await expectOk(admin().get(`/api/payments/${payment}`))).toMatchObject({ credit: 413.54 })
})

test('the link of the client says what they paid, and what of it is their credit', async () => {
  const client = await newClient('Joan Link')
  const { invoice, payment } = await creditedInPart(client)
  const { url } = await post(`/api/invoices/${invoice.id}/links`)
  const link = async () => plain(await (await fetch(url.replace(/^https?:\/\/[^/]+/, server.url))).text())
  expect(await link()).toMatch(
    /Invoiced R 3 264,62 Paid −R 3 264,62 Credited −R 413,54 Paid too much R 413,54 Still owed R 0,00/,
  )
  expect(await link()).toContain('R 413,54 of what you paid is kept as credit for you.')
  await post('/api/payments/refunds', { payment })
  expect(await link()).not.toContain('kept as credit for you')
})

test('what was received is what a bank has: credit counts, what went back is taken off', async () => {
  const before = Number((await receivedToday())?.replaceAll(' ', '').replace(',', '.') ?? 0)
  const client = await newClient('Bank Match')
  const { payment } = await creditedInPart(client)
  await post('/api/payments', { client, amount: 100 })
  await post('/api/payments/refunds', { client, amount: 13.54, reference: 'EFT 7' })
  const bounced = await post('/api/payments', { client, amount: 50 })
  await post(`/api/payments/${bounced.id}/reverse`, { reason: 'Bounced' })
  // 3 264,62 + 100,00 − 13,54 + 50,00 − 50,00 = 3 351,08
  const after = Number((await receivedToday())?.replaceAll(' ', '').replace(',', '.'))
  expect(Math.round((after - before) * 100)).toBe(335_108)
  const list = await page(`/invoices/payments?client=${client}`)
  expect(list).toMatch(/5 payments R 3 351,08/)
  expect(list).toContain('Reversed: Bounced')
  expect(list).not.toContain('2 851,08')
  const { payments } = await htmxRequest(server, admin(), 'GET', `/invoices/payments/${payment}`).then(
    ({ html }) => ({ payments: plain(html) }),
  )
  expect(payments).toContain('Credit paid back on')
})

test('credit is paid back, at most all of it, and a refund is reversed like any payment', async () => {
  const client = await newClient('Refund Me')
  const { invoice, note, payment } = await creditedInPart(client)
  const refund = (body: object, who = admin()) => who.post('/api/payments/refunds', { client, ...body })
  expect((await refund({ amount: 413.55 })).body.fields.amount).toMatch(/^Only R.413,54 is credit\.$/)
  expect((await refund({ amount: 0 })).body.fields).toHaveProperty('amount')
  expect((await refund({ amount: 10.01, method: 'cash' })).body.fields).toHaveProperty('amount')
  expect((await refund({ date: '2999-01-01' })).body.fields).toHaveProperty('date')
  expect((await refund({ payment })).status).toBe(400)
  expect((await refund({}, server.people.jobs)).status).toBe(403)
  expect((await refund({}, server.other)).status).toBe(404)
  for (const path of [
    `/invoices/payments/${payment}`,
    `/invoices/statement/${client}`,
    `/clients/${client}/overview`,
    `/invoices/${note.id}`,
    `/invoices/${invoice.id}`,
  ])
    expect(await page(path), path).toContain('Pay back')
  expect(await page(`/invoices/payback?client=${client}`)).toContain('At most R 413,54')
  const back = await expectOk(refund({ amount: '400,00', method: 'cash', reference: 'Till' }))
  expect(back).toMatchObject({ amount: -400, credit: 0, method: 'cash', reference: 'Till' })
  // 413,54 − 400,00 = 13,54
  expect(await expectOk(admin().get(`/api/payments/${payment}`))).toMatchObject({
    ...{ credit: 13.54, paidback: 400 },
  })
  const statement = () => expectOk(admin().get(`/api/invoices/statement/${client}`))
  expect(await statement()).toMatchObject({ credit: 13.54, total: -13.54 })
  const { body } = await admin().post(`/api/payments/${payment}/reverse`, { reason: 'x' })
  expect(body.code).toBe('paidback')
  expect(await page(`/invoices/payments/${back.id}`)).toContain('Refund')
  await post(`/api/payments/${back.id}/reverse`, { reason: 'Never left the till' })
  expect(await statement()).toMatchObject({ credit: 413.54 })
  await post('/api/payments/refunds', { client })
  expect(await statement()).toMatchObject({ credit: 0, total: 0 })
  expect((await refund({})).body.code).toBe('nocredit')
  expect(await page(`/invoices/${note.id}`)).not.toContain('Pay back')
  expect(await invoiceOf(invoice.id)).toMatchObject({ paid: 2851.08, due: 0, standing: 'paid' })
})

test('giving back is the main button of a credit note whose client is owed money, and of no other', async () => {
  const main = async (id: string) => {
    const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)
    const foot = html.split('class="foot"')[1] ?? ''
    return /class="[^"]*\bprimary\b[^"]*"[^>]*>.*?<span>([^<]*)/.exec(foot)?.[1]
  }
  const client = await newClient('Owed Money')
  const { invoice, note } = await creditedInPart(client)
  expect(await main(note.id)).toBe('Pay back')
  expect(await main(invoice.id)).not.toBe('Pay back')
  // 413,54 of credit can pay it first.
  const owing = await issued(client, RATES)
  expect(await main(note.id)).not.toBe('Pay back')
  await post(`/api/invoices/${owing.id}/payments`, { amount: 3264.62 })
  expect(await main(note.id)).toBe('Pay back')
  const sale = await creditedInPart(null)
  expect(await main(sale.note.id)).toBe('Pay back')
  await post('/api/payments/refunds', { payment: sale.payment })
  expect(await main(sale.note.id)).not.toBe('Pay back')
})

test('credit of several payments goes back as one, the oldest first; that of a cash sale too', async () => {
  const client = await newClient('Two Payments')
  const first = await post('/api/payments', { client, amount: 30, date: '2026-01-05' })
  const second = await post('/api/payments', { client, amount: 20, date: '2026-02-05' })
  await post('/api/payments/refunds', { client, amount: 45 })
  const creditOf = async ({ id }: { id: string }) =>
    (await expectOk(admin().get(`/api/payments/${id}`))).credit
  // 45 = 30 + 15, so 20 − 15 = 5 is left.
  expect([await creditOf(first), await creditOf(second)]).toEqual([0, 5])
  const sale = await creditedInPart(null)
  expect(await page(`/invoices/${sale.note.id}`)).toContain('Pay back')
  expect(await post('/api/payments/refunds', { payment: sale.payment })).toMatchObject({ amount: -413.54 })
})

test('a credit note says what it comes to while it is typed', async () => {
  const client = await newClient('While Typing')
  const { id, number } = await issued(client, RATES)
  const typed = async (body: Record<string, string>) =>
    plain((await htmxRequest(server, admin(), 'POST', `/invoices/${id}/credit/sum`, body)).html).trim()
  const lines = (first: string, second = '') => ({
    what: 'lines',
    ...{ 'lines.0.line': '0', 'lines.0.quantity': first, 'lines.1.line': '1', 'lines.1.quantity': second },
  })
  // 359,60 × 1,15 = 413,54, half of which is 206,77; 2 479,20 × 1,15 = 2 851,08.
  const half = `Credit R 206,77 of ${number} : R 179,80 and VAT of R 26,97.`
  expect(await typed(lines('0,5'))).toBe(`${half} The job stays Invoiced.`)
  expect(await typed(lines('0,5', '1'))).toContain(`Credit R 3 057,85 of ${number}`)
  expect(await typed({ what: 'all', reason: '' })).toContain(`Credit R 3 264,62 of ${number}`)
  expect(await typed(lines(''))).toBe('Choose at least one line.')
  for (const refused of ['2', 'x']) expect(await typed(lines(refused))).not.toContain('Credit')
  await post(`/api/invoices/${id}/credit`, { reason: 'varied', lines: [{ line: 0, quantity: 0.5 }] })
  expect(await typed({ what: 'all' })).toContain(`Credit R 3 057,85 of ${number}`)
  const { status } = await htmxRequest(server, server.people.agent, 'POST', `/invoices/${id}/credit/sum`, {})
  expect(status).toBe(403)
})

test('a credit note says why in words of one’s own, beside the reason of the law', async () => {
  const { id, number } = await issued(await newClient('Scratched'), RATES)
  const form = { reason: 'price', note: 'One door was scratched', ...{ what: 'lines', 'lines.0.line': '0' } }
  const credited = await htmxRequest(server, admin(), 'POST', `/invoices/${id}/credit`, {
    ...form,
    'lines.0.quantity': '1',
  })
  expect(credited.status).toBe(200)
  const [note] = (await expectOk(admin().get(`/api/invoices/${id}`))).creditnotes
  const text = 'The agreed price was changed, by a discount or otherwise: One door was scratched'
  expect((await expectOk(admin().get(`/api/invoices/${note.id}`))).reason).toEqual({ code: 'price', text })
  const paper = (await readPdf((await pdf(server, admin(), `/render/invoice/${note.id}`)).bytes)).text
  expect(paper.replace(/\s+/g, ' ')).toContain(text)
  expect(plain(await page(`/invoices/${id}`))).toContain(`by ${note.number}: ${text}`)
  const long = admin().post(`/api/invoices/${id}/credit`, { reason: 'price', note: 'x'.repeat(121) })
  expect((await long).body.fields).toHaveProperty('note')
  expect(number).not.toBe(note.number)
})

test('without VAT a credit note names none', async () => {
  const [{ id: organisation, vatnumber }] = await expectOk(admin().get('/api/organisations'))
  await expectOk(admin().patch(`/api/organisations/${organisation}`, { vatnumber: '' }))
  const { id } = await issued(await newClient('No vendor'), RATES)
  const { html } = await htmxRequest(server, admin(), 'POST', `/invoices/${id}/credit/sum`, { what: 'all' })
  await expectOk(admin().patch(`/api/organisations/${organisation}`, { vatnumber }))
  expect(html).not.toContain('VAT')
})

test('whoever sees one board sees credit that went back of what its invoices were paid by', async () => {
  const client = await newClient('One Board')
  const { payment } = await creditedInPart(client)
  const refund = await post('/api/payments/refunds', { client, amount: 400 })
  const unseen = await post('/api/payments', { client, amount: 70 })
  const unseenback = await post('/api/payments/refunds', { payment: unseen.id })
  const read = <T>(run: (db: TenantDb, viewer: Viewer) => T, board = office.boardid) =>
    server.services.tenants.read(server.accountid, (db) =>
      run(db, {
        ...viewerFor(db, {
          userid: admin().userid,
          roles: [],
          claims: new Set(['jobs.read', 'invoices.read']),
        }),
        ...{ everything: false, locations: null, boards: new Map([[board, 'view']]) },
      } as unknown as Viewer),
    )
  const summed = (board?: string) =>
    read((db, viewer) => sumPayments(db, jobScope(viewer), { client }).cents, board)
  // 3 264,62 − 400,00 = 2 864,62; the 70,00 were put to no invoice.
  expect(summed()).toBe(286_462)
  expect(summed('other')).toBe(0)
  expect(read((db, viewer) => readPaymentJson(db, viewer, refund.id))).toMatchObject({ amount: -400 })
  expect(() => read((db, viewer) => readPaymentJson(db, viewer, refund.id), 'other')).toThrow()
  expect(() => read((db, viewer) => readPaymentJson(db, viewer, unseenback.id))).toThrow()
  await post(`/api/payments/${refund.id}/reverse`, { reason: 'Never left' })
  expect(summed()).toBe(326_462)
  expect(read((db, viewer) => readPaymentJson(db, viewer, payment))).toMatchObject({ paidback: 0 })
})

test('credit goes back in cash as coins can pay it, on no day before it came', async () => {
  const client = await newClient('Coins')
  const { payment } = await creditedInPart(client)
  const dialog = await htmxRequest(server, admin(), 'GET', `/invoices/payback?client=${client}`)
  expect(plain(dialog.html)).toContain('At most R 413,54, in cash R 413,50.')
  expect(dialog.html).toContain('data-open="41354" data-cash="41350"')
  const early = await admin().post('/api/payments/refunds', { client, date: '2020-01-01' })
  expect([early.status, Object.keys(early.body.fields)]).toEqual([400, ['date']])
  expect(await post('/api/payments/refunds', { client, method: 'cash' })).toMatchObject({ amount: -413.5 })
  expect(await expectOk(admin().get(`/api/payments/${payment}`))).toMatchObject({ credit: 0.04 })
})

test('what was paid back whole says so where it stands among the payments', async () => {
  const client = await newClient('Gone Back')
  await post('/api/payments', { client, amount: 80, reference: 'Came' })
  await post('/api/payments/refunds', { client, reference: 'Went' })
  const list = await page(`/invoices/payments?client=${client}`)
  expect(list).toMatch(/Paid back Gone Back Transfer Came/)
  expect(list).toMatch(/Credit Gone Back Transfer Went/)
})

test('the next invoice says what credit its client has, and uses it at one press', async () => {
  const client = await newClient('Next Invoice')
  const { payment, note } = await creditedInPart(client)
  const jobid = await completeJob(office, [{ linerate: 100 }, { linerate: 900 }], { client })
  const draft = await readDraft(office, jobid)
  expect(await page(`/invoices/${draft.id}`)).toContain('Next Invoice has R 413,54 of credit')
  const next = await post(`/api/invoices/${draft.id}/issue`)
  const shown = await page(`/invoices/${next.id}?tab=payments`)
  expect(shown).toContain('R 413,54 of it can pay this invoice')
  expect(shown).toContain('Use the credit')
  // 1 000,00 × 1,15 = 1 150,00; less 413,54 is 736,46.
  expect(await post(`/api/invoices/${next.id}/usecredit`)).toMatchObject({
    ...{ paid: 413.54, due: 736.46, opencredit: null },
  })
  expect(await page(`/invoices/${next.id}?tab=payments`)).toContain(`Transfer Credit ${note.number} R 413,54`)
  expect(await expectOk(admin().get(`/api/payments/${payment}`))).toMatchObject({ credit: 0 })
  expect((await admin().post(`/api/invoices/${next.id}/usecredit`)).body.code).toBe('nocredit')
})

test.each([
  ['a part', [{ line: 0, quantity: 1 }], '413,54', '413,54'],
  ['all', undefined, '3 264,62', '3 264,62'],
] as const)(
  'a copy says what was paid and what of it became credit when %s is credited',
  async (_, lines, credit, credited) => {
    const { id } = await issued(await newClient('Copy'), RATES)
    await pdf(server, admin(), `/render/invoice/${id}`)
    await post(`/api/invoices/${id}/payments`, { amount: 3264.62 })
    await post(`/api/invoices/${id}/credit`, { reason: 'returned', lines })
    const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${id}`)).bytes)
    const paper = text.replace(/\s+/g, ' ')
    for (const row of [
      'Paid since −R 3 264,62',
      `Became credit R ${credit}`,
      `Credited since −R ${credited}`,
      'Amount due R 0,00',
    ])
      expect(paper).toContain(row)
    expect(paper).toContain('Nothing owed on')
  },
)

test('the page of an invoice ends as its paper does', async () => {
  const jobid = await completeJob(office, [{ linerate: 12_096 }], { client: office.clients[0] })
  // 12 096,00 × 1,15 = 13 910,40, half of which is 6 955,20.
  const deposit = await post('/api/invoices/deposits', { jobid, amount: 6955.2 })
  await post(`/api/invoices/${deposit.id}/payments`, { amount: 6955.2 })
  const draft = await readDraft(office, jobid)
  const next = await post(`/api/invoices/${draft.id}/issue`)
  expect(await page(`/invoices/${next.id}`)).toContain(
    `Total with VAT R 13 910,40 Less deposit received, ${deposit.number} −R 6 955,20 Amount due R 6 955,20`,
  )
  await post(`/api/invoices/${next.id}/payments`, { amount: 5000 })
  expect(await page(`/invoices/${next.id}`)).toContain('−R 6 955,20 Paid −R 5 000,00 Still due R 1 955,20')
  expect(await page(`/invoices/${deposit.id}?tab=payments`)).toContain(`Taken off by ${next.number}`)
})

test('a payment that is put to an invoice, given back or reversed is told to webhooks', async () => {
  const to = await startReceiver()
  const hook = await post('/api/webhooks', { url: to.url, kinds: ['payment.changed'] })
  const told = async (id: string, times: number) =>
    until(() => to.received.filter(({ json }) => json.id === id).length === times, `${times} events of ${id}`)
  const client = await newClient('Hook')
  const invoice = await issued(client, [100])
  const { id } = await post('/api/payments', { client, amount: 40 })
  await told(id, 1)
  await post(`/api/payments/${id}/allocations`, { invoiceid: invoice.id, amount: 10 })
  await told(id, 2)
  const refund = await post('/api/payments/refunds', { client, amount: 30 })
  await told(id, 3)
  await told(refund.id, 1)
  await post(`/api/payments/${refund.id}/reverse`, { reason: 'Twice' })
  await told(refund.id, 2)
  await told(id, 4)
  await post(`/api/payments/${id}/reverse`, { reason: 'Bounced' })
  await told(id, 5)
  const deposit = await post('/api/invoices/deposits', {
    jobid: await completeJob(office, [{ linerate: 100 }], { status: 3, client }),
    amount: 20,
  })
  const paid = await post(`/api/invoices/${deposit.id}/payments`, { amount: 20 })
  await told(paid.payments[0].id, 1)
  const back = await post(`/api/invoices/${deposit.id}/refund`, { reason: 'Less work' })
  await told(back.payments[1].id, 1)
  await admin().delete(`/api/webhooks/${hook.id}`)
  to.stop()
})

test('what is credited is no margin any more, unless it is to be invoiced again', async () => {
  const of = async (again: boolean) => {
    const jobid = await completeJob(office, [{ linerate: 1000, costrate: 400 }], {
      client: office.clients[0],
    })
    const draft = await readDraft(office, jobid)
    const { id } = await post(`/api/invoices/${draft.id}/issue`)
    const lines = [{ line: 0, quantity: 0.25 }]
    await post(`/api/invoices/${id}/credit`, { reason: 'varied', lines, again })
    return expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  }
  const shown = async () => {
    const { html } = await htmxRequest(server, admin(), 'GET', '/')
    const [, rand = ''] = /Margin this month (-?R [\d ,]+)/.exec(plain(html)) ?? []
    return Number(rand.replace(/[R ]/g, '').replace(',', '.'))
  }
  const before = await shown()
  // 1 000,00 − 250,00 − 400,00 = 350,00, which is 46,67 % of 750,00.
  expect(await of(false)).toMatchObject({
    ...{ actual: { net: 1000 }, credited: 250, margin: { actual: 350, actualpercent: 46.67 } },
  })
  // 1 000,00 − 400,00 = 600,00
  expect(await of(true)).toMatchObject({ credited: 0, margin: { actual: 600 } })
  // 350,00 + 600,00 = 950,00
  expect(Math.round((await shown()) * 100 - before * 100)).toBe(95_000)
})

test('refund and deposit are found by what people call them', async () => {
  const found = async (words: string) => page(`/search?search=${words}`)
  expect(await found('refund')).toContain('Pay back a client')
  expect(await found('deposit')).toContain('Ask for a deposit')
})

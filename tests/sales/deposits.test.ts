import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { findWrongTotals, seriesGaps } from '#db/queries/self-check.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { settleAndLeave } from '#server/domains/sales/deposits/leave-job.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
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

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => {
  expect(server.services.tenants.read(server.accountid, findWrongTotals)).toEqual([])
  expect(server.services.tenants.read(server.accountid, seriesGaps)).toEqual([])
  return server.stop()
})

const invoiceOf = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))
const ask = (body: Record<string, unknown>) => admin().post('/api/invoices/deposits', body)
const pay = (id: string, amount: number, more: Record<string, unknown> = {}) =>
  expectOk(admin().post(`/api/invoices/${id}/payments`, { amount, ...more }))
const jobOf = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))
const patchJob = (id: string, body: Record<string, unknown>) =>
  expectOk(admin().patch(`/api/jobs/${id}`, body))
const words = async (path: string) => {
  const { text } = await readPdf((await pdf(server, admin(), path)).bytes)
  return text.replace(/\s+/g, ' ')
}

/** A job whose one line is estimated and used, R 11 500,00 with VAT. */
const job = (more: Record<string, unknown> = {}) => completeJob(office, [{ linerate: 10_000 }], more)
const approved = () => job({ status: 3 })

describe('a deposit request', () => {
  test('is a numbered paper without VAT, paid, and taken off the invoice, which charges all the VAT', async () => {
    const jobid = await job()
    const asked = await expectOk(ask({ jobid, amount: 3000, duedate: '2999-01-31' }))
    expect(asked).toMatchObject({
      ...{ kind: 'deposit', number: 'DJDEP-0001', net: 3000, vat: 0, total: 3000, due: 0 },
      deposit: { open: 3000, held: 0, outcome: null },
    })
    const paper = await words(`/render/invoice/${asked.id}`)
    expect(paper).toContain('Deposit request')
    expect(paper).toContain('This is not a tax invoice.')
    expect(paper).not.toContain('4210256398')
    expect(paper).not.toContain('VAT 15')
    const again = await words(`/render/invoice/${asked.id}`)
    expect(again).toBe(paper)
    expect(await pay(asked.id, 3000)).toMatchObject({ deposit: { open: 0, held: 3000 } })
    expect(await words(`/render/receipt/${asked.id}`)).toContain('DJDEP-0001')
    expect(await expectOk(admin().get(`/api/invoices/statement/${office.clients[0]}`))).toMatchObject({
      total: 0,
      deposits: [{ number: 'DJDEP-0001', held: 3000 }],
    })
    const draft = await readDraft(office, jobid)
    expect(draft.deposits).toEqual([{ id: asked.id, number: 'DJDEP-0001', amount: 3000 }])
    const issued = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
    expect(issued).toMatchObject({ net: 10_000, vat: 1500, total: 11_500, paid: 3000, due: 8500 })
    const invoice = await words(`/render/invoice/${draft.id}`)
    expect(invoice).toMatch(/Less deposit received, DJDEP-0001 -?−?R.?3.000,00/)
    expect(invoice).toMatch(/Amount due.*8.500,00/)
    expect(await invoiceOf(asked.id)).toMatchObject({
      deposit: { open: 0, held: 0, outcome: 'applied' },
      outcomes: [{ kind: 'applied', amount: 3000, invoiceid: draft.id }],
    })
    await pay(draft.id, 8500)
    expect((await jobOf(jobid)).paid).toBe(true)
    expect(await expectOk(admin().get(`/api/invoices/statement/${office.clients[0]}`))).toMatchObject({
      deposits: [],
    })
  })

  test('that is kept makes a tax invoice with the VAT in it, paid as it is issued', async () => {
    const asked = await expectOk(ask({ jobid: await approved(), percent: '26,0869' }))
    expect(asked.total).toBe(2999.99)
    const other = await expectOk(ask({ jobid: await approved(), amount: 3000 }))
    const forfeit = (body: object, who = admin()) => who.post(`/api/invoices/${other.id}/forfeit`, body)
    expect(await forfeit({ reason: 'Cancelled' })).toMatchObject({
      status: 400,
      body: { code: 'nothingheld' },
    })
    await pay(other.id, 3000)
    expect((await forfeit({ reason: '' })).body.fields).toHaveProperty('reason')
    expect((await forfeit({ reason: 'x', amount: 3000.01 })).body.fields.amount).toMatch(/^Only R.3.000,00/)
    expect((await forfeit({ reason: 'x' }, server.people.agent)).status).toBe(403)
    expect((await forfeit({ reason: 'x' }, server.other)).status).toBe(404)
    const invoice = await expectOk(forfeit({ reason: 'Cancelled on the day' }))
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', net: 2608.7, vat: 391.3, total: 3000, paid: 3000, due: 0, standing: 'paid' },
      document: { lines: [{ vatrate: 15, total: 3000 }], totals: { vat: 391.3 } },
    })
    expect(await words(`/render/invoice/${invoice.id}`)).toContain('Tax invoice')
    expect(await invoiceOf(other.id)).toMatchObject({ deposit: { held: 0, open: 0, outcome: 'forfeited' } })
  })

  test('is given back, in part too, and a refund is reversed like any payment', async () => {
    const { id } = await expectOk(ask({ jobid: await approved(), amount: 3000 }))
    await pay(id, 3000)
    const refund = (body: object) => admin().post(`/api/invoices/${id}/refund`, body)
    expect((await refund({ reason: 'x', amount: 3001 })).body.fields).toHaveProperty('amount')
    expect((await refund({ reason: 'x', date: '2999-01-01' })).body.fields).toHaveProperty('date')
    expect((await refund({ reason: 'x', amount: 10.01, method: 'cash' })).body.fields).toHaveProperty(
      'amount',
    )
    expect(await expectOk(refund({ reason: 'Less work', amount: '1000,00' }))).toMatchObject({
      deposit: { held: 2000, open: 0 },
    })
    const back = await expectOk(refund({ reason: 'Cancelled' }))
    expect(back).toMatchObject({ deposit: { held: 0, open: 0, outcome: 'refunded' } })
    const payment = back.payments.at(-1)
    expect(payment).toMatchObject({ amount: -2000 })
    expect(await expectOk(admin().get(`/api/payments/${payment.id}`))).toMatchObject({
      amount: -2000,
      credit: 0,
    })
    expect((await admin().get(`/render/receipt/${payment.id}`)).status).toBe(400)
    await expectOk(admin().post(`/api/payments/${payment.id}/reverse`, { reason: 'The transfer failed' }))
    expect(await invoiceOf(id)).toMatchObject({ deposit: { held: 2000, open: 0 } })
  })

  test('asks for no more than is estimated and not asked for yet, and names the field', async () => {
    const jobid = await approved()
    const field = async (body: object) => (await ask({ jobid, ...body })).body.fields
    expect(await field({})).toHaveProperty('amount')
    expect(await field({ amount: 1, percent: 1 })).toHaveProperty('amount')
    expect(await field({ amount: 0 })).toHaveProperty('amount')
    expect(await field({ percent: 101 })).toHaveProperty('percent')
    expect(await field({ amount: 100, duedate: '2020-01-01' })).toHaveProperty('duedate')
    const first = await expectOk(ask({ jobid, percent: 60 }))
    expect(first.total).toBe(6900)
    expect((await field({ percent: 50 })).percent).toMatch(/^Only R.4.600,00 of the R.11.500,00 estimated/)
    const withdraw = () => admin().post(`/api/invoices/${first.id}/withdraw`, { reason: 'Pays later' })
    expect(await expectOk(withdraw())).toMatchObject({ deposit: { open: 0, outcome: 'withdrawn' } })
    expect(await withdraw()).toMatchObject({ status: 400, body: { code: 'nothingopen' } })
    expect((await ask({ jobid, percent: 100 })).status).toBe(200)
    const empty = await completeJob(office, [], { status: 3 })
    expect((await ask({ jobid: empty, amount: 5 })).body.fields.amount).toMatch(/^Nothing is estimated/)
    const credit = admin().post(`/api/invoices/${first.id}/credit`, { reason: 'error' })
    expect((await credit).status).toBe(400)
    expect((await server.other.post('/api/invoices/deposits', { jobid, amount: 1 })).status).toBe(404)
    expect((await server.people.jobs.post('/api/invoices/deposits', { jobid, amount: 1 })).status).toBe(403)
  })

  test('is the next step of an approved job, and what was not paid is asked for by the invoice', async () => {
    const jobid = await completeJob(office, [{ linerate: 10_000, consumed: 0 }], { status: 3 })
    expect(await jobOf(jobid)).toMatchObject({ nextstep: 'start', deposit: null })
    await expectOk(admin().post(`/api/jobs/${jobid}/depositonacceptance`, { deposit: 30 }))
    expect(await jobOf(jobid)).toMatchObject({ nextstep: 'askdeposit', deposit: null })
    const { id } = await expectOk(ask({ jobid, amount: 3000 }))
    expect(await jobOf(jobid)).toMatchObject({ nextstep: 'deposit', deposit: 'asked' })
    const other = await expectOk(ask({ jobid, amount: 1 }))
    await expectOk(admin().post(`/api/invoices/${other.id}/withdraw`, { reason: 'One is enough' }))
    await pay(id, 1000)
    expect(await jobOf(jobid)).toMatchObject({ nextstep: 'deposit' })
    const [{ id: line, version }] = await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
    await expectOk(admin().patch(`/api/materials/${line}`, { consumed: 1, version }))
    await patchJob(jobid, { status: 4 })
    const draft = await readDraft(office, jobid)
    const issued = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
    expect(issued).toMatchObject({ total: 11_500, paid: 1000, due: 10_500 })
    expect(await invoiceOf(id)).toMatchObject({
      deposit: { open: 0, held: 0 },
      outcomes: [
        { kind: 'applied', amount: 1000 },
        { kind: 'withdrawn', amount: 2000, reason: `${issued.number} asks for it` },
      ],
    })
    expect((await ask({ jobid, amount: 1 })).body.code).toBe('status')
    expect(await admin().post(`/api/invoices/${id}/payments`, { amount: 1 })).toMatchObject({
      status: 400,
      body: { fields: { amount: 'This deposit request asks for nothing any more.' } },
    })
    // Its money bounces: the invoice asks for it again.
    const [payment] = (await invoiceOf(draft.id)).payments
    await expectOk(admin().post(`/api/payments/${payment.id}/reverse`, { reason: 'Bounced' }))
    expect(await invoiceOf(draft.id)).toMatchObject({ paid: 0, due: 11_500 })
  })

  test('says where it is asked for, sent and read that it does not say how to pay', async () => {
    const [{ id: organisation, bank }] = await expectOk(admin().get('/api/organisations'))
    const setBank = (to: string) =>
      expectOk(admin().patch(`/api/organisations/${organisation}`, { bank: to }))
    const shown = async (path: string) => (await htmxRequest(server, admin(), 'GET', path)).html
    const jobid = await approved()
    expect(await shown(`/invoices/deposit/${jobid}`)).not.toContain('will be without')
    await setBank('')
    expect(await shown(`/invoices/deposit/${jobid}`)).toMatch(
      /This request will be without:.*the bank details of/,
    )
    const { id } = await expectOk(ask({ jobid, amount: 3000 }))
    await setBank(bank)
    expect(await words(`/render/invoice/${id}`)).not.toContain('How to pay')
    for (const path of [`/invoices/${id}`, `/mail/invoice/${id}`])
      expect(await shown(path)).toContain('does not say how to pay it')
  })

  test('on acceptance is said where the estimate is sent, on it and to the client, and proposed then', async () => {
    const jobid = await job({ status: 1 })
    const form = (deposit: string) =>
      htmxRequest(server, admin(), 'POST', `/mail/estimate/${jobid}/deposit`, { deposit })
    expect((await form('120')).status).toBe(422)
    expect((await form('30')).status).toBe(200)
    expect((await htmxRequest(server, admin(), 'GET', `/mail/estimate/${jobid}`)).html).toMatch(
      /name="deposit"[^>]*value="30"/,
    )
    expect(await words(`/render/estimate/${jobid}`)).toContain('R 3 450,00 (30 %)')
    const { url } = await expectOk(admin().post(`/api/jobs/${jobid}/links`, { purpose: 'approve' }))
    const client = await (await fetch(server.url + new URL(url).pathname)).text()
    expect(client.replaceAll('\u00a0', ' ')).toContain('A deposit of <strong>R 3 450,00</strong> (30 %)')
    const outdated = async () =>
      (await htmxRequest(server, admin(), 'GET', `/mail/estimate/${jobid}`)).html.includes(
        'changed since the link',
      )
    expect(await outdated()).toBe(false)
    await form('50')
    expect(await outdated()).toBe(true)
    await patchJob(jobid, { status: 3 })
    expect((await htmxRequest(server, admin(), 'GET', `/invoices/deposit/${jobid}`)).html).toMatch(
      /name="percent"[^>]*value="50"/,
    )
    await form('')
    expect(await jobOf(jobid)).toMatchObject({ depositpercent: null })
    expect(await words(`/render/estimate/${jobid}`)).not.toContain('Deposit on acceptance')
  })

  test('is said to be taken off before the job is invoiced at once', async () => {
    const jobid = await completeJob(office, [{ linerate: 10_000, consumed: 0 }], { status: 3 })
    const { id } = await expectOk(ask({ jobid, amount: 3000 }))
    await pay(id, 3000)
    const said = await expectOk(admin().get(`/api/jobs/${jobid}/atonce`))
    expect(said.map(({ message }: { message: string }) => message.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining([
        'The invoice comes to R 11 500,00 with VAT.',
        'The deposit of R 3 000,00 is taken off: R 8 500,00 is left to pay.',
      ]),
    )
  })

  test('leaves to pay what the time that is chosen comes to', async () => {
    const made = { materialname: 'Mason', baseunit: 'hour', rate: 320, price: 480 }
    const item = await expectOk(admin().post('/api/inventory', made))
    const jobid = await completeJob(office, [{ linerate: 100, consumed: 0 }], { status: 3 })
    await expectOk(admin().post('/api/materials', { jobid, role: 4, inventoryid: item.id, estimated: 3 }))
    const { id } = await expectOk(ask({ jobid, amount: 115 }))
    await pay(id, 115)
    const worker = await expectOk(admin().post('/api/workers', { name: 'Thandi', rate: 120 }))
    await expectOk(admin().post('/api/jobs/timesheet', { jobid, workerid: worker.id, minutes: 60 }))
    const [group] = (await expectOk(admin().get(`/api/jobs/${jobid}/timesheet/bill`))).lines
    const sums = async (query: string) =>
      (await expectOk(admin().get(`/api/jobs/${jobid}/atonce?${query}`)))
        .filter(({ code }: { code: string }) => code === 'amount' || code === 'deposit')
        .map(({ message }: { message: string }) =>
          message.replaceAll('\u00a0', ' ').replace(/^.*(comes to|off:) /, ''),
        )
    expect(await sums('')).toEqual(['R 1 771,00 with VAT.', 'R 1 656,00 is left to pay.'])
    expect(await sums(`instead=${group.line.id}`)).toEqual(['R 667,00 with VAT.', 'R 552,00 is left to pay.'])
    expect(await sums(`beside=${group.line.id}`)).toEqual([
      'R 2 323,00 with VAT.',
      'R 2 208,00 is left to pay.',
    ])
  })

  test('dated a year back is asked about on the form, and taken once somebody says that it is right', async () => {
    const { id } = await expectOk(ask({ jobid: await approved(), amount: 3000 }))
    const { date } = await invoiceOf(id)
    const lastyear = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
    const form = (more: object) =>
      htmxRequest(server, admin(), 'POST', `/invoices/${id}/payments`, { amount: '3000', ...more })
    const refused = await form({ date: lastyear })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('This is long before the request')
    expect((await invoiceOf(id)).deposit).toMatchObject({ held: 0 })
    expect((await form({ date: lastyear, early: 'on' })).status).toBe(200)
    expect((await invoiceOf(id)).deposit).toMatchObject({ held: 3000 })
  })

  test('counts as nothing invoiced, and has a state of its own in the list', async () => {
    const before = (await admin().get('/api/invoices?take=1')).body
    await expectOk(ask({ jobid: await approved(), amount: 50, duedate: '2998-03-31' }))
    const { html } = await htmxRequest(server, admin(), 'GET', '/invoices')
    expect(html).toContain('Deposit asked for')
    expect(html).toContain('31 Mar 2998')
    expect(html).toContain('drafts and deposit requests not counted in the sums')
    const { body } = await admin().get('/api/invoices?state=deposit')
    expect(body.data[0]).toMatchObject({ kind: 'deposit', total: 50, due: 0, deposit: { open: 50 } })
    expect((await admin().get('/api/invoices?take=1')).body.total).toBe(before.total + 1)
    const dialog = await htmxRequest(server, admin(), 'GET', `/invoices/${body.data[0].id}`)
    expect(dialog.html).toContain('Record the payment')
    expect(dialog.html).not.toContain('Give back or keep')
  })

  test('of an organisation that is no vendor says that it is no invoice', async () => {
    const jobid = await approved()
    const { id, number } = await expectOk(ask({ jobid, amount: 100, organisation: office.plain }))
    expect(number).toBe('DEP-0001')
    expect(await words(`/render/invoice/${id}`)).toContain('This is not an invoice.')
    // What another organisation holds is not taken off.
    await pay(id, 100)
    await patchJob(jobid, { status: 4 })
    expect((await readDraft(office, jobid, office.vendor)).deposits).toEqual([])
  })
})

describe('a job that holds a deposit', () => {
  const held = async (jobid: string, amount = 3000) => {
    const { id, number } = await expectOk(ask({ jobid, amount }))
    await pay(id, amount)
    return { id, number }
  }
  const archive = (id: string, more: object = {}) => admin().patch(`/api/jobs/${id}`, { status: 6, ...more })

  test('asks what becomes of it before it is removed, and nothing is changed until that is said', async () => {
    const jobid = await approved()
    const { id, number } = await held(jobid)
    const asked = await admin().delete(`/api/jobs/${jobid}`)
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'deposits',
        data: {
          choices: ['refund', 'keep', 'credit', 'leave'],
          deposits: [{ id, number, held: 3000 }],
        },
      },
    })
    expect(asked.body.message).toMatch(/is held: .*3.000,00.*before the job is removed/)
    expect((await jobOf(jobid)).status).toBe(3)
    expect((await admin().delete(`/api/jobs/${jobid}?deposit=burn`)).status).toBe(400)
    await expectOk(admin().delete(`/api/jobs/${jobid}?deposit=leave`))
    expect(await invoiceOf(id)).toMatchObject({ deposit: { held: 3000 }, outcomes: [] })
  })

  test('gives it back with its removal, or neither', async () => {
    const jobid = await approved()
    const { id } = await held(jobid)
    await patchJob(jobid, { status: 2 })
    const late = await admin().delete(`/api/jobs/${jobid}?deposit=refund&version=1`)
    expect(late.body.code).toBe('conflict')
    expect(await invoiceOf(id)).toMatchObject({ deposit: { held: 3000 } })
    await expectOk(admin().delete(`/api/jobs/${jobid}?deposit=refund`))
    expect(await invoiceOf(id)).toMatchObject({
      deposit: { held: 0, open: 0, outcome: 'refunded' },
      outcomes: [{ kind: 'refunded', amount: 3000, reason: 'Job removed' }],
    })
  })

  test('keeps all of it with its archiving or its removal, or neither', async () => {
    const jobid = await job()
    const deposits = [await held(jobid, 300), await held(jobid, 200)]
    const states = () => Promise.all(deposits.map(async ({ id }) => (await invoiceOf(id)).deposit.held))
    const kept = async () =>
      (
        (await expectOk(admin().get('/api/invoices?take=500'))) as { job: { id: string }; kind: string }[]
      ).filter((one) => one.job.id === jobid && one.kind === 'invoice')
    const nobody = { deposit: 'keep', client: jobid }
    expect(await expectRefused(archive(jobid, nobody))).toEqual(['client'])
    expect(await states()).toEqual([300, 200])
    expect(await kept()).toEqual([])
    expect(
      (await server.people.agent.patch(`/api/jobs/${jobid}`, { status: 6, deposit: 'keep' })).status,
    ).toBe(403)
    expect(await expectOk(archive(jobid, { deposit: 'keep' }))).toMatchObject({ status: 6 })
    expect(await states()).toEqual([0, 0])
    const numbers = (await kept()).map((one) =>
      Number(/\d+$/.exec((one as { number?: string }).number ?? '')?.[0]),
    )
    expect(Math.abs((numbers[0] ?? 0) - (numbers[1] ?? 0))).toBe(1)
    const [first] = deposits
    expect(await invoiceOf(first?.id ?? '')).toMatchObject({
      outcomes: [{ kind: 'forfeited', amount: 300, reason: expect.stringMatching(/ archived$/) }],
    })
    const other = await approved()
    const { id } = await held(other)
    await expectOk(admin().delete(`/api/jobs/${other}?deposit=keep`))
    expect(await invoiceOf(id)).toMatchObject({ deposit: { held: 0, outcome: 'forfeited' } })
    expect((await jobOf(other)).status).toBe(98)
  })

  test('moves it to the credit of the client as it is archived, where it pays another invoice', async () => {
    const jobid = await job()
    const { id } = await held(jobid)
    expect((await archive(jobid)).body.code).toBe('deposits')
    await expectOk(archive(jobid, { deposit: 'credit' }))
    const moved = await invoiceOf(id)
    expect(moved).toMatchObject({
      deposit: { held: 0, open: 0, outcome: 'credited' },
      outcomes: [{ kind: 'credited', amount: 3000, reason: 'Job archived' }],
    })
    const paymentid = moved.payments[0].paymentid ?? moved.payments[0].id
    expect(await expectOk(admin().get(`/api/payments/${paymentid}`))).toMatchObject({ credit: 3000 })
  })

  test('of many that are archived stays, and says why; no deposit that was kept asks again', async () => {
    const jobid = await job()
    const { id } = await held(jobid)
    const many = () => admin().post('/api/jobs/bulk', { ids: [jobid], archived: true })
    expect(await expectOk(many())).toMatchObject({ done: [], refused: [{ id: jobid }] })
    await expectOk(admin().post(`/api/invoices/${id}/forfeit`, { reason: 'Cancelled' }))
    expect(await expectOk(many())).toMatchObject({ done: [jobid] })
  })

  test('tells no amount to whoever sees no invoices, and takes from them only that it stays', async () => {
    const jobid = await approved()
    const { id, number } = await held(jobid)
    const without = { everything: true, claims: new Set() } as unknown as Viewer
    const leave = (choice?: 'credit') =>
      server.services.tenants.write(server.accountid, by, (tx) =>
        settleAndLeave(tx, without, { id: jobid, act: 'removed', choice }, () => 'left'),
      )
    const asked = await leave().catch((error) => error)
    expect(asked.message).not.toMatch(/3.000/)
    expect(asked.more.data).toEqual({ choices: ['leave'], deposits: [{ id, number }] })
    expect((await leave('credit').catch((error) => error)).status).toBe(403)
  })
})

import { afterEach, beforeEach, expect, test } from 'bun:test'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import {
  answerLost,
  answerPut,
  approveBill,
  browserOf,
  cancelBill,
  connectXero,
  loseAnswer,
  startXeroShop,
  type XeroShop,
} from './xero-support.ts'

let shop: XeroShop
let supplier: string
// Of its own each: Xero's limits of a minute are for each organisation.
beforeEach(async () => {
  shop = await startXeroShop()
  supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
})
afterEach(() => shop.stop())

const bill = (number: string, rate: number, kind?: string, from = supplier) =>
  approveBill(shop, { supplier: from, number, rate, kind })
const cancel = (id: string) => cancelBill(shop, id)
const entryOf = async (id: string): Promise<Rec> =>
  (await expectOk(shop.admin().get('/api/xero/documents?take=500'))).find((one: Rec) => one.billid === id)
const sendAgain = async (id: string) =>
  expectOk(shop.admin().post(`/api/xero/documents/${(await entryOf(id)).id}/send`))
const states = (list: 'Invoices' | 'CreditNotes', number: string) =>
  shop.sent(list, number).map(({ Status }) => Status)
const shown = async (id: string) =>
  (
    await fetch(`${shop.office.server.url}/supplierinvoices/${id}`, {
      headers: { cookie: shop.admin().cookie },
    })
  ).text()

for (const { kind, list, put, what } of [
  {
    kind: 'invoice',
    list: 'Invoices',
    put: { AmountPaid: 20, AmountDue: 30 },
    what: 'is paid or credited',
  },
  {
    kind: 'creditnote',
    list: 'CreditNotes',
    put: { Allocations: [{ Amount: 20 }], RemainingCredit: 30 },
    what: 'is put to bills or paid back',
  },
] as const)
  test(`a cancelled ${kind} of which something is paid in Xero stands there once, and both say what helps`, async () => {
    const first = await bill('SC-1', 50, kind)
    await shop.drain()
    const [there] = shop.sent(list, 'SC-1') as [Rec]
    const stood = { ...there }
    Object.assign(there, put)
    await cancel(first.id)
    const second = await bill('SC-1', 50, kind)
    await shop.drain()
    expect(states(list, 'SC-1')).toEqual(['AUTHORISED'])
    const refused = await entryOf(first.id)
    expect(refused).toMatchObject({ state: 'refused', code: 'void', xeroid: there[`${list.slice(0, -1)}ID`] })
    expect(refused.reason).toMatch(
      new RegExp(
        `^It was cancelled here, but still stands in Xero: R\\s50,00, of which R\\s20,00 ${what}, so Xero does not void it\\. Take that off it there, then press "Void again"\\.$`,
      ),
    )
    const waiting = await entryOf(second.id)
    expect(waiting.state).toBe('refused')
    expect(waiting.reason).toMatch(
      /^Xero has a (bill|credit note) numbered SC-1 of this supplier already: R\s50,00, dated 5 Jan 2026\. That one was cancelled here, and Xero did not void it, so this one was not sent as a second\. See beside that one what helps/,
    )
    expect(await shown(first.id)).toContain('Void again')
    const said = '1 that was cancelled here still stands in Xero: what helps is said beside it'
    expect(await shop.check()).toEqual({ level: 'warning', message: said })

    // Asked too early, nothing has changed.
    await sendAgain(second.id)
    await sendAgain(first.id)
    await shop.drain()
    expect(states(list, 'SC-1')).toEqual(['AUTHORISED'])
    expect([(await entryOf(first.id)).state, (await entryOf(second.id)).state]).toEqual([
      'refused',
      'refused',
    ])

    Object.assign(there, stood)
    await sendAgain(first.id)
    await shop.drain()
    expect(states(list, 'SC-1')).toEqual(['VOIDED', 'AUTHORISED'])
    expect(await entryOf(first.id)).toMatchObject({ state: 'withdrawn', reason: '' })
    expect(await entryOf(second.id)).toMatchObject({ state: 'sent', reason: '' })
    expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  })

test('one that is voided there by hand makes room by itself, and voiding it again does no harm', async () => {
  const first = await bill('SC-2', 50)
  await shop.drain()
  const [there] = shop.sent('Invoices', 'SC-2') as [Rec]
  Object.assign(there, { AmountPaid: 20, AmountDue: 30 })
  await cancel(first.id)
  const second = await bill('sc 2', 60)
  const third = await bill('SC-2', 60)
  await shop.drain()
  expect([(await entryOf(second.id)).state, (await entryOf(third.id)).state]).toEqual(['sent', 'refused'])
  Object.assign(there, { Status: 'VOIDED', UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
  expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  await shop.drain()
  expect(await entryOf(first.id)).toMatchObject({ state: 'withdrawn', reason: '' })
  expect(await entryOf(third.id)).toMatchObject({ state: 'sent', reason: '' })

  const [gone] = shop.sent('Invoices', 'sc 2') as [Rec]
  gone.Status = 'VOIDED'
  await cancel(second.id)
  await shop.drain()
  expect(await entryOf(second.id)).toMatchObject({ state: 'withdrawn', reason: '' })
})

test('one that was cancelled while the account was not connected is voided before another of its number goes', async () => {
  const first = await bill('SC-3', 50)
  await shop.drain()
  const { url } = shop.office.server.services
  const browser = browserOf(shop.office.server, shop.admin())
  await browser.request(`${url}/xero/clear`, { method: 'POST', headers: { origin: url } })
  await cancel(first.id)
  shop.xero.state.tenants.push(shop.tenant)
  await connectXero(shop.office.server, shop.tenant.tenantId)
  await expectOk(shop.map())
  await bill('SC-3', 50)
  await shop.drain()
  expect(states('Invoices', 'SC-3')).toEqual(['VOIDED', 'AUTHORISED'])
})

test('two suppliers who are one contact in Xero: a bill of the same number is not sent twice', async () => {
  await bill('SC-4', 50)
  await shop.drain()
  const other = (await expectOk(shop.admin().post('/api/suppliers', { name: 'steel city' }))).id
  const second = await bill('SC\u00a0- 4', 50, 'invoice', other)
  await shop.drain()
  const { id, code } = await entryOf(second.id)
  expect(code).toBe('namesake')
  const [contact] = shop.books().Contacts as [Rec]
  await expectOk(shop.admin().post(`/api/xero/documents/${id}/contact`, { contactid: contact.ContactID }))
  await shop.drain()
  expect(shop.books().Invoices).toHaveLength(1)
  expect((await entryOf(second.id)).reason).toMatch(
    /^Xero has a bill numbered SC-4 of this supplier already: .*, which was sent from here before\. So this one was not sent as a second\./,
  )
  Object.assign(shop.books().Invoices[0] as Rec, { InvoiceNumber: 'SC-4 of the first' })
  await sendAgain(second.id)
  await shop.drain()
  expect(await entryOf(second.id)).toMatchObject({ state: 'sent' })
  expect(shop.books().Invoices).toHaveLength(2)
})

test('a number of other spaces and letters is the same', async () => {
  await bill('First', 10)
  await shop.drain()
  const [like] = shop.books().Invoices as [Rec]
  const InvoiceID = crypto.randomUUID()
  shop.books().Invoices.push({ ...like, InvoiceID, InvoiceNumber: ' Sc\u00a0 5\u2009/ a\u200b' })
  const { id } = await bill('SC 5 /A', 10)
  await shop.drain()
  expect(await entryOf(id)).toMatchObject({ state: 'sent', xeroid: InvoiceID })
  expect(shop.books().Invoices).toHaveLength(2)
})

test('a total that was changed in Xero is told, until it is as it was', async () => {
  const { number, total } = await issueInvoice(shop.office, 100)
  const supplied = await bill('SC-6', 30, 'creditnote')
  await shop.drain()
  const change = (rec: Rec, values: Rec) =>
    Object.assign(rec, values, { UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
  const [there] = shop.sent('Invoices', number) as [Rec]
  const [credit] = shop.sent('CreditNotes', 'SC-6') as [Rec]
  change(there, { Total: total + 1, AmountDue: total - 4, AmountPaid: 5 })
  change(credit, { Total: 31, RemainingCredit: 31 })
  const said = '2 documents were changed in Xero: what differs is said beside each'
  expect(await shop.check()).toEqual({ level: 'warning', message: said })
  const still = 'Nothing more has changed in Xero; 2 documents differ there still'
  expect(await shop.check()).toEqual({ level: 'warning', message: still })
  expect((await shop.entry(number)).reason).toMatch(
    /^Its total was changed in Xero: R\s[\d\s,]+ there, and R\s[\d\s,]+ was sent from here\. .* Xero has R\s5,00 put to it, and R\s0,00 was sent from here\./,
  )
  expect(await entryOf(supplied.id)).toMatchObject({
    state: 'diverged',
    reason: expect.stringMatching(/^Its total was changed in Xero: R\s31,00 there, and R\s30,00 was sent/),
  })
  change(there, { Total: total, AmountDue: total, AmountPaid: 0 })
  change(credit, { Total: 30, RemainingCredit: 30 })
  expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  expect(await shop.entry(number)).toMatchObject({ state: 'sent', reason: '' })
  expect(await entryOf(supplied.id)).toMatchObject({ state: 'sent', reason: '' })
})

test('of a list that came in part nothing is taken for missing', async () => {
  const { number } = await issueInvoice(shop.office, 100)
  await bill('SC-7', 30)
  await shop.drain()
  const instead = (path: string, answer: () => Response) => (request: Request) =>
    new URL(request.url).pathname.endsWith(path) && request.method === 'GET' ? answer() : null
  const half = () => Response.json({ pagination: { page: 1, pageCount: 1, itemCount: 3 }, Invoices: [] })
  const [there] = shop.sent('Invoices', number) as [Rec]
  Object.assign(there, { Status: 'VOIDED', UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
  // Payments and credit notes answer themselves.
  const itself = () => null
  for (const answer of [half, () => Response.json({ Id: 'no list' })]) {
    shop.xero.state.nextCalls.push(itself, itself, instead('/Invoices', answer))
    expect((await shop.check())?.message).toMatch(/^Xero sent only a part of the list/)
    expect(await shop.entry(number)).toMatchObject({ state: 'sent' })
  }
  expect((await shop.check())?.message).toMatch(/^1 document was changed/)

  const [like] = shop.sent('Invoices', 'SC-7') as [Rec]
  shop.books().Invoices.push({ ...like, InvoiceID: crypto.randomUUID(), InvoiceNumber: 'SC-8' })
  shop.xero.state.nextCalls.push(instead('/Invoices', half))
  const { id } = await bill('SC-8', 30)
  await shop.run()
  expect(await entryOf(id)).toMatchObject({ state: 'waiting', reason: 'Xero could not be reached.' })
  shop.later(3_600_000)
  await shop.drain()
  expect(await entryOf(id)).toMatchObject({ state: 'sent' })
  expect(shop.sent('Invoices', 'SC-8')).toHaveLength(1)
})

test('one that is cancelled after its answer was lost is voided there', async () => {
  loseAnswer(shop.xero, 'Invoices')
  const { id } = await bill('SC-9', 50)
  await shop.drain()
  expect(states('Invoices', 'SC-9')).toEqual(['AUTHORISED'])
  await cancel(id)
  await shop.drain()
  expect(states('Invoices', 'SC-9')).toEqual(['VOIDED'])
  expect(await entryOf(id)).toMatchObject({ state: 'withdrawn', reason: '' })
})

test('one that is cancelled while it is sent, and whose answer is lost, is voided there', async () => {
  const approved = Promise.withResolvers<Rec>()
  answerPut(shop.xero, 'Invoices', async (request) => {
    await cancel((await approved.promise).id)
    return answerLost(request)
  })
  const made = await bill('SC-9', 50)
  approved.resolve(made)
  await shop.drain()
  expect(states('Invoices', 'SC-9')).toEqual(['VOIDED'])
  expect(await entryOf(made.id)).toMatchObject({ state: 'withdrawn', reason: '' })
})

test('a check that breaks off in the middle keeps what it found, and says so the next time', async () => {
  const { number } = await issueInvoice(shop.office, 100)
  const credit = await bill('SC-10', 30, 'creditnote')
  await shop.drain()
  const [there] = shop.sent('CreditNotes', 'SC-10') as [Rec]
  Object.assign(there, { Status: 'VOIDED', UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
  const itself = () => null
  for (const [status, said] of [
    [404, /^Xero refused it/],
    [403, /^Xero refused it: Joblane may not do this there/],
    [503, /^Xero cannot be reached/],
  ] as const) {
    shop.xero.state.nextCalls.push(itself, itself, () => Response.json({ Detail: 'No' }, { status }))
    const message = await shop.check()
    expect([status, message]).toEqual([status, { level: 'warning', message: expect.stringMatching(said) }])
  }
  expect(await entryOf(credit.id)).toMatchObject({ state: 'diverged', reason: 'It was voided in Xero.' })
  expect(await shop.check()).toEqual({
    level: 'warning',
    message: 'Nothing more has changed in Xero; 1 document differs there still',
  })
  expect(await shop.entry(number)).toMatchObject({ state: 'sent' })
})

test('one whose contact was merged into another in Xero, and that Xero did not void, is not sent a second time', async () => {
  const first = await bill('SC-11', 50)
  await shop.drain()
  const [contact] = shop.books().Contacts as [Rec]
  const merged: Rec = { ...contact, ContactID: crypto.randomUUID(), Name: 'Steel City Ltd' }
  shop.books().Contacts.push(merged)
  Object.assign(contact, { ContactStatus: 'ARCHIVED', MergedToContactID: merged.ContactID })
  const [there] = shop.sent('Invoices', 'SC-11') as [Rec]
  Object.assign(there, { Contact: merged, AmountPaid: 20, AmountDue: 30 })
  await cancel(first.id)
  const second = await bill('sc\u201111', 50)
  await shop.drain()
  expect(shop.books().Invoices).toHaveLength(1)
  expect((await entryOf(second.id)).reason).toMatch(
    /^Xero has a bill numbered SC-11 of this supplier already: .* That one was cancelled here, and Xero did not void it/,
  )
  there.InvoiceNumber = 'SC-11 cancelled'
  await sendAgain(second.id)
  await shop.drain()
  expect(await entryOf(second.id)).toMatchObject({ state: 'sent' })
  const sent = () => shop.books().Invoices.map(({ Contact }) => Contact.ContactID)
  expect(sent()).toEqual([merged.ContactID, merged.ContactID])
  // One that was only archived is for a person to mend.
  merged.ContactStatus = 'ARCHIVED'
  const third = await bill('SC-11 again', 70)
  await shop.drain()
  expect((await entryOf(third.id)).reason).toContain('has been archived')
  merged.ContactStatus = 'ACTIVE'
  await sendAgain(third.id)
  await shop.drain()
  expect(sent()).toHaveLength(3)
})

test('typographic quotes and hyphens of a number are as plain ones', async () => {
  await bill('First', 10)
  await shop.drain()
  const [like] = shop.books().Invoices as [Rec]
  const hyphens = ['N\u20101', 'N\u20151', 'N\u22121', 'N\u30fc1', 'N\u058a1']
  const quotes = ['N\u20191', 'N\u20321', 'N\u00b41', 'N`1', 'N\u02bc1', '\u201cN\u201d 1', '\u00abN\u00bb1']
  const forms = [...hyphens, ...quotes]
  const plain = ['N-1', 'n- 1', 'N -1', 'n-1', 'N-1', "N'1", "n'1", "N'1", "n'1", "N'1", '"N"1', '"N"1']
  for (const [at, form] of forms.entries()) {
    const InvoiceID = crypto.randomUUID()
    shop
      .books()
      .Invoices.push({ ...like, InvoiceID, InvoiceNumber: form, Total: 20 + at, AmountDue: 20 + at })
    const { id } = await bill(plain[at] as string, 20 + at)
    await shop.drain()
    expect(await entryOf(id)).toMatchObject({ state: 'sent', xeroid: InvoiceID })
    await cancel(id)
    await shop.drain()
  }
})

test.each(['DRAFT', 'SUBMITTED'])(
  'a %s that stands in Xero by hand says so, and is deleted there',
  async (Status) => {
    await bill('First', 10)
    await shop.drain()
    const [like] = shop.books().Invoices as [Rec]
    const there: Rec = { ...like, InvoiceID: crypto.randomUUID(), InvoiceNumber: 'SC-12', Status }
    shop.books().Invoices.push(there)
    const { id } = await bill('SC-12', 10)
    await shop.drain()
    const said = 'It stands in Xero as a draft that nobody approved: approve it there.'
    expect(await entryOf(id)).toMatchObject({ state: 'diverged', xeroid: there.InvoiceID, reason: said })
    const approve = (to: string) =>
      Object.assign(there, { Status: to, UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
    approve('AUTHORISED')
    await shop.check()
    expect(await entryOf(id)).toMatchObject({ state: 'sent', reason: '' })
    approve(Status)
    await shop.check()
    expect(await entryOf(id)).toMatchObject({ state: 'diverged', reason: said })
    await cancel(id)
    await shop.drain()
    expect(await entryOf(id)).toMatchObject({ state: 'withdrawn', reason: '' })
    expect(states('Invoices', 'SC-12')).toEqual(['DELETED'])
  },
)

test('what Xero says ends with a stop, and the check says anew why a cancelled one stands there', async () => {
  const { id } = await bill('SC-13', 50)
  await shop.drain()
  const locked = 'The document date cannot be before the end of year lock date, currently set to 28 Feb 2026'
  shop.xero.state.nextCalls.push(() =>
    Response.json({ Elements: [{ ValidationErrors: [{ Message: locked }] }] }, { status: 400 }),
  )
  await cancel(id)
  await shop.run()
  const { reason } = await entryOf(id)
  expect(reason).toContain('28 Feb 2026. Mend that there, then press "Void again".')
  const [there] = shop.sent('Invoices', 'SC-13') as [Rec]
  const change = (values: Rec) =>
    Object.assign(there, values, { UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString() })
  change({})
  await shop.check()
  expect((await entryOf(id)).reason).toBe(reason)
  change({ AmountPaid: 20, AmountDue: 30 })
  await shop.check()
  expect((await entryOf(id)).reason).toMatch(
    /R\s50,00, of which R\s20,00 is paid or credited, so Xero does not void it\./,
  )
  change({ AmountPaid: 0, AmountDue: 60, Total: 60 })
  await shop.check()
  expect((await entryOf(id)).reason).toMatch(
    /^It was cancelled here, but still stands in Xero: R\s60,00\. Nothing is put to it there: press "Void again"\.$/,
  )
})

test('what was changed there is found though the clocks are three hours apart', async () => {
  const { number, total } = await issueInvoice(shop.office, 100)
  await shop.drain()
  const [there] = shop.sent('Invoices', number) as [Rec]
  const UpdatedDateUTC = new Date(shop.xero.state.now() - 3 * 3_600_000).toISOString()
  Object.assign(there, { Total: total + 1, AmountDue: total + 1, UpdatedDateUTC })
  await shop.office.server.services.background.run('xerochanges')
  shop.later(3_600_000)
  expect((await shop.check())?.message).toBe('1 document was changed in Xero: what differs is said beside it')
})

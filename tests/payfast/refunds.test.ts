import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { audit } from '#db/schema/platform/index.ts'
import { readSeller } from '#server/domains/account/fees/payment-parties.ts'
import { asPercent, type Percent } from '#server/money/decimal.ts'
import { runAfter } from '#tests/support/background.ts'
import { type Client, startTestServer } from '#tests/support/server.ts'
import { MEDIUM_PLAN_ID, payfastFixture, SMALL_PLAN_ID } from './support.ts'

const at = payfastFixture()
const { account, paid, subscribed } = at

const refund = (
  id: string | undefined,
  who: Client = at.server.operator,
  body: object = { reason: 'Paid twice' },
) => who.call('POST', `/backoffice/payments/${id}/refund`, body, { accept: 'application/json' })
const notes = () =>
  at.server.services.platform.read((db) =>
    db
      .select()
      .from(audit)
      .where(and(eq(audit.accountid, at.server.accountid), eq(audit.what, 'paymentrefunded')))
      .all(),
  )
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ')

describe('a refund', () => {
  test('takes back the month that the payment brought, once, and the line stays', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    await subscribed([SMALL_PLAN_ID, 1])
    const [second] = paid()
    const before = notes().length
    const { text } = await at.server.operator.get(`/backoffice/payments/${second?.id}/refund`)
    expect(plain(text)).toContain('1 Feb 2027, 12:00 → 1 Jan 2027, 12:00')
    expect(plain(text)).toContain('Stop charging its card too')
    const [one, two] = await Promise.all([refund(second?.id), refund(second?.id)])
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(account()).toMatchObject({ utcexpires: '2027-01-01T10:00:00.000Z', size: 1, seatspaid: 5 })
    expect(paid()).toHaveLength(2)
    expect(paid()[0]).toMatchObject({
      reference: second?.reference,
      reason: 'Paid twice',
      creditnumber: 3,
      endwas: '2027-02-01T10:00:00.000Z',
      endis: '2027-01-01T10:00:00.000Z',
    })
    expect(notes()).toHaveLength(before + 1)
    expect(plain(notes().at(-1)?.detail ?? '')).toContain(
      'credit note 3, R 399,00, paid until 1 Feb 2027, 12:00 → 1 Jan 2027, 12:00',
    )
    const { body } = await at.admin().get('/api/account/subscribe')
    expect(body.data.payments[0].reversedutc).toBe(at.now.toISOString())
    expect(JSON.stringify((await at.admin().get('/api/communication/notifications')).body)).toContain(
      'was refunded',
    )
  })

  test('that is sent again by its form is answered as it was, and tells the managers once', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    const [{ id } = {}] = paid()
    const told = async () =>
      (
        JSON.stringify((await at.admin().get('/api/communication/notifications')).body).match(
          /was refunded/g,
        ) ?? []
      ).length
    const before = await told()
    const send = () =>
      at.server.operator.call(
        'POST',
        `/backoffice/payments/${id}/refund`,
        { reason: 'Paid twice' },
        { accept: 'application/json', 'idempotency-key': 'refund-1' },
      )
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get('hx-trigger')).toBe(first.headers.get('hx-trigger'))
    expect(again.headers.get('hx-trigger')).toContain('The refund is booked')
    expect((await told()) - before).toBe(1)
  })

  test('of the one payment ends the account now, or leaves its evaluation', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    await refund(paid()[0]?.id)
    expect(account()?.utcexpires).toBe('2026-12-01T10:00:00.000Z')
    expect((await at.admin().get('/subscription')).text).toContain('Evaluation until')
    at.now = new Date('2026-12-20T08:00:00.000Z')
    const later = await at.server.signIn('admin@first.test')
    at.admin = () => later
    await subscribed([SMALL_PLAN_ID, 1])
    at.now = new Date('2026-12-25T08:00:00.000Z')
    const operator = await at.server.signIn('operator@platform.test')
    expect((await refund(paid()[0]?.id, operator)).status).toBe(200)
    expect(account()?.utcexpires).toBe('2026-12-25T08:00:00.000Z')
    const evening = await at.server.signIn('admin@first.test')
    expect((await evening.post('/api/divisions', { name: 'X' })).status).toBe(403)
  })

  test('of a month that was carried over to another plan is taken by value', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    await subscribed([MEDIUM_PLAN_ID, 1])
    expect(account()?.utcexpires).toBe('2027-01-14T10:00:00.000Z')
    await refund(paid()[1]?.id)
    // 31 × 399 ÷ 999 = 12.38, rounded down
    expect(account()?.utcexpires).toBe('2027-01-02T10:00:00.000Z')
    await refund(paid()[0]?.id)
    expect(account()?.utcexpires).toBe('2026-12-02T10:00:00.000Z')
  })

  test('leaves to later payments their whole month', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    await subscribed([SMALL_PLAN_ID, 1])
    await refund(paid()[1]?.id)
    expect(account()?.utcexpires).toBe('2027-01-01T10:00:00.000Z')
    await subscribed([MEDIUM_PLAN_ID, 1])
    expect(paid()[0]).toMatchObject({ dayswere: 31, daysbecame: 13 })
  })

  test('stops the card too when asked, also while the provider cannot be told', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    await subscribed([SMALL_PLAN_ID, 1])
    const [second, first] = paid()
    const [card] = at.cards()
    at.payfast.state.down = true
    const reply = await refund(first?.id, at.server.operator, { reason: 'Closed', stopcard: true })
    expect(reply.headers.get('hx-trigger')).toContain('told to stop as soon as it can be reached')
    at.payfast.state.down = false
    await runAfter(at.server, 'payments', () => {
      at.now = new Date(at.now.getTime() + 60_000)
    })
    expect(at.payfast.cards.get(card?.token ?? '')?.status_text).toBe('CANCELLED')
    expect(account()).toMatchObject({ subscribed: false, utcexpires: '2027-01-01T10:00:00.000Z' })
    // There is no card any more: asked for again it is no error.
    expect((await refund(second?.id, at.server.operator, { reason: 'Closed', stopcard: true })).status).toBe(
      200,
    )
  })

  test('is the operator’s alone to book, with a reason', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    const { id } = paid()[0] ?? {}
    for (const who of [at.server.people.admin, at.server.other]) {
      expect((await refund(id, who)).status).toBe(403)
      expect((await who.get(`/backoffice/payments/${id}/refund`)).status).toBe(403)
    }
    expect((await refund(id, at.server.operator, {})).status).toBe(400)
    expect((await refund(id, at.server.operator, { reason: ' ' })).body.fields).toHaveProperty('reason')
    expect((await refund(id, at.server.operator, { reason: 'x', amount: 1 })).status).toBe(400)
    expect((await refund(crypto.randomUUID())).status).toBe(404)
    expect(paid()[0]?.reversedutc).toBeNull()
  })

  test('cannot be undone by sending the report of its payment again', async () => {
    const card = at.payfast.subscribe((await at.formOf([SMALL_PLAN_ID, 1])).fields)
    const report = at.payfast.report(card.token)
    await at.payfast.send(report)
    await refund(paid()[0]?.id)
    expect(await at.payfast.send(report)).toMatchObject({ body: { data: { state: 'replayed' } } })
    expect(account()?.utcexpires).toBe('2026-12-01T10:00:00.000Z')
    expect(paid()).toHaveLength(1)
  })
})

describe('the papers', () => {
  test('of a refund name the receipt and why, to that account alone', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    const { id } = paid()[0] ?? {}
    const path = `/subscription/receipts/${id}/credit`
    expect((await at.admin().get(path)).status).toBe(404)
    await refund(id)
    const note = plain((await at.admin().get(path)).text)
    expect(note).toContain('Credit note 2')
    expect(note).toMatch(/Receipt 1 of 21 Nov 2026/)
    expect(note).toContain('Paid twice')
    expect((await at.server.other.get(path)).status).toBe(404)
    expect(plain((await at.admin().get(`/subscription/receipts/${id}`)).text)).toContain('credit note 2')
  })

  test('charge the standard rate of the day of the payment in South Africa, unless a setting names another', () => {
    const vendor = { seller: 'A; 1 Long Street', sellervat: '4123456789' }
    const rateAt = (now: string, sellervatrate: Percent | null) =>
      at.server.services.platform.read((db) => readSeller(db, { ...vendor, sellervatrate }, now)).vatrate
    expect(rateAt('2018-03-31T21:59:59.000Z', null)).toBe(140_000)
    expect(rateAt('2018-03-31T22:00:00.000Z', null)).toBe(150_000)
    expect(rateAt('2018-03-31T22:00:00.000Z', asPercent(155_000))).toBe(155_000)
  })

  test('of a vendor are tax invoices, and stay what they were', async () => {
    const address = 'Joblane (Pty) Ltd; 1 Long Street; Cape Town; 8001'
    const vendor = ['--seller', address, '--seller-vat', '4123456789']
    const server = await startTestServer(() => at.now, [...at.payfast.flags(), ...vendor])
    const { admin } = server.people
    await admin.patch('/api/account/accountfees', [{ corefee: MEDIUM_PLAN_ID, quantity: 1 }])
    const { body } = await admin.get('/api/cctransactions/link/payfast')
    const card = at.payfast.subscribe(body.data.fields)
    await at.payfast.charge(card.token)
    const [payment] = (await admin.get('/api/account/subscribe')).body.data.payments
    const invoice = plain((await admin.get(`/subscription/receipts/${payment.id}`)).text)
    expect(invoice).toContain('Tax invoice 1')
    expect(invoice).toContain('Joblane (Pty) Ltd, 1 Long Street, Cape Town, 8001. VAT number 4123456789')
    // 999 × 15 ÷ 115 = 130.304…
    expect(invoice).toMatch(/VAT 15 % in it R 130,30/)
    const payer = {
      name: 'Workshop Ltd',
      addressline1: '2 Short Road',
      city: 'Paarl',
      vatnumber: '4987654321',
    }
    expect((await admin.post('/api/organisations', payer)).status).toBe(200)
    expect(plain((await admin.get(`/subscription/receipts/${payment.id}`)).text)).toContain(
      'From Workshop Ltd, 2 Short Road, Paarl. VAT number 4987654321',
    )
    // Whom an invoice names is kept with its payment, once an address is known.
    await at.payfast.charge(card.token)
    const [later] = (await admin.get('/api/account/subscribe')).body.data.payments
    expect(later.id).not.toBe(payment.id)
    const [{ id }] = (await admin.get('/api/organisations')).body.data
    const moved = await admin.patch(`/api/organisations/${id}`, { addressline1: '9 New Road' })
    expect(moved.status).toBe(200)
    expect(plain((await admin.get(`/subscription/receipts/${later.id}`)).text)).toContain(
      'From Workshop Ltd, 2 Short Road, Paarl. VAT number 4987654321',
    )
    await server.stop()
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { billedAccount } from '#db/queries/platform/fees.ts'
import { latestNotices, paymentsOf, subscriptionsOf } from '#db/queries/platform/payments.ts'
import {
  accountfees,
  accounts,
  cardsubscriptions,
  paymentnotifications,
  paymentorders,
  payments,
} from '#db/schema/platform/index.ts'
import { type FakePayfast, startPayfast } from '#tests/support/payfast.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const SMALL = '019aa000-0000-7000-8000-000000000001'
const MEDIUM = '019aa000-0000-7000-8000-000000000002'
const SEAT = '019aa000-0000-7000-8000-000000000011'

let now = new Date('2026-11-21T08:00:00.000Z')
let server: TestServer
let payfast: FakePayfast

beforeAll(async () => {
  payfast = await startPayfast()
  server = await startTestServer(() => now, payfast.flags())
})
afterAll(async () => {
  await server.stop()
  payfast.stop()
})

/** Each test begins with an account that evaluates until 1 December and pays nothing. */
beforeEach(async () => {
  now = new Date('2026-11-21T08:00:00.000Z')
  admin = () => server.people.admin
  payfast.state.down = false
  payfast.calls.length = 0
  await server.services.platform.write(({ db }) => {
    for (const table of [payments, cardsubscriptions, paymentorders, accountfees, paymentnotifications])
      db.delete(table).run()
    db.update(accounts)
      .set({ utcexpires: '2026-12-01T10:00:00.000Z', size: 1, seatspaid: 10, subscribed: false })
      .where(eq(accounts.id, server.accountid))
      .run()
  })
})

/** The administrator, signed in as of now: a token is good for 15 minutes. */
let admin: () => Client
const account = () => server.services.platform.read((db) => billedAccount(db, server.accountid))
const paid = () => server.services.platform.read((db) => paymentsOf(db, server.accountid))
const cards = () => server.services.platform.read((db) => subscriptionsOf(db, server.accountid))
const notices = () => server.services.platform.read((db) => latestNotices(db)).map(({ notice }) => notice)

const choose = (...fees: [string, number][]) =>
  admin().patch(
    '/api/account/accountfees',
    fees.map(([corefee, quantity]) => ({ corefee, quantity })),
  )

async function formOf(...fees: [string, number][]) {
  expect((await choose(...fees)).status).toBe(200)
  const { body } = await admin().get('/api/cctransactions/link/payfast')
  return body.data as { url: string; fields: Record<string, string>; amount: number }
}

/** Chooses, and pays with a new card. */
async function subscribed(...fees: [string, number][]) {
  const card = payfast.subscribe((await formOf(...fees)).fields)
  expect(await payfast.charge(card.token)).toMatchObject({ status: 200, body: { data: { state: 'paid' } } })
  return card
}

describe('a choice', () => {
  test('gives no seat before it is paid; the provider takes its form as signed', async () => {
    const { url, fields, amount } = await formOf([MEDIUM, 1])
    expect(amount).toBe(999)
    expect(account()).toMatchObject({ size: 1, seatspaid: 10, subscribed: false })
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    expect(reply.status).toBe(200)
    const changed = new URLSearchParams({ ...fields, amount: '5.00' })
    expect((await fetch(url, { method: 'POST', body: changed })).status).toBe(400)
  })

  test('is one plan with add-ons of its size', async () => {
    for (const wrong of [
      [[SEAT, 1]],
      [
        [SMALL, 1],
        [MEDIUM, 1],
      ],
      [
        [MEDIUM, 1],
        [SEAT, 2],
      ],
      [[SMALL, 2]],
    ] as [string, number][][])
      expect((await choose(...wrong)).status).toBe(400)
    expect((await choose([SMALL, 1], [SEAT, -1])).status).toBe(400)
    expect((await choose([SMALL, 1], [SEAT, 3])).body.message).toBe(
      'Your account subscription has been updated successfully',
    )
    const { body } = await admin().get('/api/account/accountfees')
    expect(body.data).toMatchObject([
      { quantity: 1, paid: 0, corefee: { code: 'SUB1', amount: 399 }, new: false },
      { quantity: 3, paid: 0, corefee: { code: 'SUB1-SEAT', amount: 89 } },
    ])
  })

  test('that is sent again with its key gets its own answer again', async () => {
    const send = (quantity: number) =>
      admin().call('PATCH', '/api/account/accountfees', [{ corefee: SMALL, quantity }], {
        'idempotency-key': 'once',
      })
    const first = await send(1)
    expect(first.status).toBe(200)
    expect((await send(1)).text).toBe(first.text)
    expect((await send(2)).status).toBeGreaterThanOrEqual(400)
  })

  test('of another account is made by the operator alone', async () => {
    const list = [{ corefee: SMALL, quantity: 1 }]
    const path = `/api/account/${server.accountid}/accountfees`
    expect((await server.other.patch(path, list)).status).toBe(404)
    expect((await server.other.get(path)).status).toBe(404)
    expect((await server.people.agent.patch(path, list)).status).toBe(403)
    expect((await server.operator.patch(path, list)).status).toBe(200)
    expect((await server.operator.get(path)).body.data).toHaveLength(1)
  })
})

describe('a payment', () => {
  test('gives what was chosen and a calendar month from the end of what is paid', async () => {
    await subscribed([SMALL, 1], [SEAT, 3])
    expect(account()).toMatchObject({
      size: 1,
      seatspaid: 8,
      subscribed: true,
      utcexpires: '2027-01-01T10:00:00.000Z',
    })
    expect(paid()).toMatchObject([{ amount: 66_600, renewed: '2027-01-01T10:00:00.000Z' }])
    expect(notices()).toMatchObject([{ state: 'paid', accountid: server.accountid }])
  })

  test('is not undone by an operator’s form that was opened before it', async () => {
    const row = () =>
      server.services.platform.read((db) =>
        db.select().from(accounts).where(eq(accounts.id, server.accountid)).get(),
      )
    const seen = row()?.version
    await payfast.charge(payfast.subscribe((await formOf([SMALL, 1])).fields).token)
    const late = { id: server.accountid, utcexpires: '2026-12-01', seatspaid: 10, version: seen }
    expect((await server.operator.post('/api/backoffice/account', late)).status).toBe(409)
    expect(row()).toMatchObject({ utcexpires: '2027-01-01T10:00:00.000Z', seatspaid: 5 })
  })

  test('after the account expired counts from now', async () => {
    now = new Date('2027-01-31T09:00:00.000Z')
    const later = await server.signIn('admin@first.test')
    admin = () => later
    expect((await admin().post('/api/divisions', { name: 'X' })).status).toBe(403)
    const card = await subscribed([SMALL, 1])
    expect(account()?.utcexpires).toBe('2027-02-28T09:00:00.000Z')
    now = new Date('2027-02-25T09:00:00.000Z')
    await payfast.charge(card.token)
    expect(account()?.utcexpires).toBe('2027-03-31T09:00:00.000Z')
  })

  test('that is reported again, at once or many times together, counts once', async () => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    const report = payfast.report(card.token)
    const replies = await Promise.all(Array.from({ length: 8 }, () => payfast.send(report)))
    expect(replies.filter(({ body }) => body.data?.state === 'paid')).toHaveLength(1)
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(paid()).toHaveLength(1)
    expect(await payfast.send(report)).toMatchObject({ body: { data: { state: 'replayed' } } })
    expect(account()?.utcexpires).toBe('2027-01-01T10:00:00.000Z')
  })

  test('waits while the provider cannot be asked, and is booked by the background once it can', async () => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    payfast.state.down = true
    expect(await payfast.charge(card.token)).toMatchObject({
      status: 200,
      body: { data: { state: 'waiting' } },
    })
    expect(paid()).toHaveLength(0)
    payfast.state.down = false
    await server.services.background.run('payments')
    expect(paid(), 'not before its time').toHaveLength(0)
    now = new Date(now.getTime() + 60_000)
    await server.services.background.run('payments')
    expect(paid()).toHaveLength(1)
  })

  test('tells who manages the account', async () => {
    await subscribed([SMALL, 1])
    const { body } = await admin().get('/api/communication/notifications')
    expect(JSON.stringify(body.data)).toContain('A card payment was received')
    const others = await server.people.agent.get('/api/communication/notifications')
    expect(JSON.stringify(others.body)).not.toContain('A card payment was received')
  })

  test('has a receipt that no other account can see', async () => {
    await subscribed([SMALL, 1])
    const { id = '', reference = '' } = paid()[0] ?? {}
    const receipt = await admin().get(`/subscription/receipts/${id}`)
    expect(receipt.text).toContain(reference)
    expect((await server.other.get(`/subscription/receipts/${id}`)).status).toBe(404)
  })
})

test('a later payment of a card may name neither order nor account; a first one must', async () => {
  const blank = { m_payment_id: '', custom_str1: '' }
  const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
  expect((await payfast.charge(card.token, blank)).status).toBe(400)
  await payfast.charge(card.token)
  expect((await payfast.charge(card.token, blank)).body.data?.state).toBe('paid')
  expect(paid()).toHaveLength(2)
  expect((await payfast.charge(card.token, { ...blank, custom_str1: server.otherid })).status).toBe(400)
})

describe('a notification is refused, and changes nothing,', () => {
  const refusals: [string, (token: string) => ReturnType<FakePayfast['send']>, RegExp][] = [
    [
      'without the right signature',
      (token) => payfast.send(payfast.report(token), { signature: 'f'.repeat(32) }),
      /signature/,
    ],
    [
      'with an amount changed after it was signed',
      async (token) => {
        const pairs = payfast.report(token)
        const { createHash } = await import('node:crypto')
        const signature = createHash('md5').update(new URLSearchParams(pairs).toString()).digest('hex')
        return payfast.send(pairs, { signature })
      },
      /signature/,
    ],
    ['of another amount', (token) => payfast.charge(token, { amount_gross: '5.00' }), /amount/],
    ['of no amount', (token) => payfast.charge(token, { amount_gross: '' }), /amount/],
    ['for another merchant', (token) => payfast.charge(token, { merchant_id: '10000999' }), /merchant/],
    [
      'for another account',
      (token) => payfast.charge(token, { custom_str1: server.otherid }),
      /another account/,
    ],
    ['for no order', (token) => payfast.charge(token, { m_payment_id: crypto.randomUUID() }), /no order/],
    ['without a payment number', (token) => payfast.charge(token, { pf_payment_id: '' }), /no payment/],
  ]

  test.each(refusals)('%s', async (_, send, why) => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    const reply = await send(card.token)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(why)
    expect(notices()[0]).toMatchObject({ state: 'refused', reason: reply.body.message })
    expect(paid()).toHaveLength(0)
    expect(account()).toMatchObject({ utcexpires: '2026-12-01T10:00:00.000Z', seatspaid: 10 })
  })

  test('that the provider says it did not send', async () => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    const reply = await payfast.send(payfast.report(card.token), { forged: true })
    expect(reply.body.data?.state).toBe('refused')
    expect(notices()[0]?.reason).toContain('did not send')
    expect(paid()).toHaveLength(0)
  })

  test('from an address that is not the provider’s, whatever a header says', async () => {
    const elsewhere = await startTestServer(() => now, payfast.flags('10.0.0.0/8'))
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    const to = `${elsewhere.url}/api/cctransactions/payfast/notify`
    expect((await payfast.send(payfast.report(card.token), { to })).status).toBe(403)
    const claimed = await fetch(to, {
      method: 'POST',
      headers: { 'x-forwarded-for': '10.1.2.3', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    })
    expect(claimed.status).toBe(403)
    await elsewhere.stop()
  })

  test('of a payment that failed is kept, and gives nothing', async () => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    expect(await payfast.charge(card.token, { payment_status: 'FAILED' })).toMatchObject({
      body: { data: { state: 'recorded' } },
    })
    expect(paid()).toHaveLength(0)
  })

  test('and however many are sent, only the latest are kept', async () => {
    const to = `${server.url}/api/cctransactions/payfast/notify`
    const one = (i: number) =>
      fetch(to, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: `m_payment_id=${i}` })
    for (let i = 0; i < 13; i++) await Promise.all(Array.from({ length: 40 }, (_, j) => one(40 * i + j)))
    await server.services.background.run('payments')
    const kept = server.services.platform.read((db) => latestNotices(db, 1_000))
    expect(kept.length).toBe(500)
    expect(kept.every(({ notice }) => notice.body === '')).toBe(true)
  })
})

describe('a subscription', () => {
  test('that is changed gets its seats with the payment of the new amount', async () => {
    const card = await subscribed([SMALL, 1])
    await choose([MEDIUM, 1])
    expect(payfast.calls).toContainEqual({ method: 'PATCH', path: 'update', amount: 99_900 })
    expect(account()).toMatchObject({ size: 1, seatspaid: 5 })
    const { body } = await admin().get('/api/account/subscribe')
    expect(body.data).toMatchObject({ amount: 399, next: { amount: 999, seats: 15, size: 2 } })
    await payfast.charge(card.token)
    expect(account()).toMatchObject({ size: 2, seatspaid: 15, utcexpires: '2027-02-01T10:00:00.000Z' })
  })

  test('still pays for what it paid for when the old amount comes first; changed back it stays', async () => {
    const card = await subscribed([SMALL, 1])
    await choose([MEDIUM, 1])
    expect(await payfast.charge(card.token, { amount_gross: '399.00' })).toMatchObject({ status: 200 })
    expect(account()).toMatchObject({ size: 1, seatspaid: 5 })
    await choose([SMALL, 1])
    expect(payfast.cards.get(card.token)?.amount).toBe(39_900)
    expect(cards()[0]?.nextorderid).toBeNull()
    expect((await payfast.charge(card.token, { amount_gross: '999.00' })).status).toBe(400)
  })

  test('whose change the provider could not be told is told later', async () => {
    const card = await subscribed([SMALL, 1])
    payfast.state.down = true
    expect((await choose([MEDIUM, 1])).status).toBe(200)
    payfast.state.down = false
    now = new Date(now.getTime() + 60_000)
    await server.services.background.run('payments')
    expect(payfast.cards.get(card.token)?.amount).toBe(99_900)
  })

  test('is shown as the provider has it, to who manages the account', async () => {
    const path = '/api/cctransactions/payfast/subscription'
    expect((await admin().get(path)).body.data.data.response.status_text).toBe('NONE')
    const card = await subscribed([SMALL, 1])
    expect((await admin().get(path)).body.data).toMatchObject({
      code: 200,
      data: {
        response: { status_text: 'ACTIVE', amount: 39_900, token: card.token, run_date: '2026-12-29' },
      },
    })
    payfast.state.down = true
    expect((await admin().get(path)).body.data.data.response.status_text).toBe('UNKNOWN')
    expect((await server.people.agent.get(path)).status).toBe(403)
  })

  test('is stopped once, by its own account or the operator; what is paid stays', async () => {
    const card = await subscribed([SMALL, 1])
    const path = `/api/cctransactions/payfast/subscription/${server.accountid}?token=${card.token}`
    expect((await server.other.delete(path)).status).toBe(404)
    const foreign = `/api/cctransactions/payfast/subscription/${server.otherid}?token=${card.token}`
    expect((await server.other.delete(foreign)).status).toBe(404)
    expect((await server.people.agent.delete(path)).status).toBe(403)
    const stopped = await admin().delete(path)
    expect(stopped).toMatchObject({ status: 200, body: { message: 'Subscription has been stopped' } })
    expect(payfast.cards.get(card.token)?.status_text).toBe('CANCELLED')
    expect(account()).toMatchObject({
      subscribed: false,
      utcexpires: '2027-01-01T10:00:00.000Z',
      seatspaid: 5,
    })
    expect((await server.operator.delete(path)).status).toBe(200)
  })

  test('that the provider could not be told to stop is stopped later', async () => {
    const card = await subscribed([SMALL, 1])
    payfast.state.down = true
    const path = `/api/cctransactions/payfast/subscription/${server.accountid}`
    const reply = await admin().delete(path)
    expect(reply).toMatchObject({ status: 503, body: { code: 'later' } })
    payfast.state.down = false
    now = new Date(now.getTime() + 60_000)
    await server.services.background.run('payments')
    expect(payfast.cards.get(card.token)?.status_text).toBe('CANCELLED')
  })

  test('that the provider ended is ended here; a payment that is reported after it still counts', async () => {
    const card = payfast.subscribe((await formOf([SMALL, 1])).fields)
    await payfast.charge(card.token, { payment_status: 'CANCELLED', amount_gross: '' })
    expect(account()?.subscribed).toBe(false)
    await payfast.charge(card.token)
    expect(paid()).toHaveLength(1)
    expect(account()).toMatchObject({ subscribed: false, seatspaid: 5 })
  })

  test('with a new card gives up the old one, so that nobody pays twice', async () => {
    const old = await subscribed([SMALL, 1])
    const card = await subscribed([MEDIUM, 1])
    expect(payfast.cards.get(old.token)?.status_text).toBe('CANCELLED')
    expect(payfast.cards.get(card.token)?.status_text).toBe('ACTIVE')
    expect(
      cards()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['active', 'cancelled'])
    await payfast.charge(old.token, { payment_status: 'CANCELLED', amount_gross: '' })
    expect(account()).toMatchObject({ subscribed: true, size: 2 })
  })

  test('cannot be reached by somebody of another account through its order', async () => {
    const { fields } = await formOf([SMALL, 1])
    const { text } = await server.other.get(`/subscription/returned?order=${fields.m_payment_id}`)
    expect(text).not.toContain(fields.m_payment_id ?? '-')
  })
})

test('without settings nothing can be paid, and the page says whom to ask', async () => {
  const plain = await startTestServer(() => now)
  expect((await plain.people.admin.get('/api/cctransactions/link/payfast')).status).toBe(409)
  expect((await plain.people.admin.get('/subscription')).text).toContain('Card payments are not set up here')
  const page = await fetch(`${plain.url}/signin`)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
  const note = await fetch(`${plain.url}/api/cctransactions/payfast/notify`, { method: 'POST', body: 'a=b' })
  expect(note.status).toBe(503)
  await plain.stop()
})

test('forms may go to the provider alone beside this program', async () => {
  const page = await fetch(`${server.url}/signin`)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${payfast.url};`)
})

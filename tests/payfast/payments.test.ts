import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listLatestNotices } from '#db/queries/platform/payments.ts'
import { accounts } from '#db/schema/platform/index.ts'
import { runAfter } from '#tests/support/background.ts'
import type { FakePayfast } from '#tests/support/payfast.ts'
import { startTestServer } from '#tests/support/server.ts'
import { MEDIUM_PLAN_ID, payfastFixture, SEAT_FEE_ID, SMALL_PLAN_ID } from './support.ts'

const at = payfastFixture()
const { account, paid, notices, choose, formOf, subscribed } = at

describe('a choice', () => {
  test('gives no seat before it is paid; the provider takes its form as signed', async () => {
    const { url, fields, amount } = await formOf([MEDIUM_PLAN_ID, 1])
    expect(amount).toBe(999)
    expect(account()).toMatchObject({ size: 1, seatspaid: 10, subscribed: false })
    const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    expect(reply.status).toBe(200)
    const changed = new URLSearchParams({ ...fields, amount: '5.00' })
    expect((await fetch(url, { method: 'POST', body: changed })).status).toBe(400)
  })

  test('is one plan with add-ons of its size', async () => {
    for (const wrong of [
      [[SEAT_FEE_ID, 1]],
      [
        [SMALL_PLAN_ID, 1],
        [MEDIUM_PLAN_ID, 1],
      ],
      [
        [MEDIUM_PLAN_ID, 1],
        [SEAT_FEE_ID, 2],
      ],
      [[SMALL_PLAN_ID, 2]],
    ] as [string, number][][])
      expect((await choose(...wrong)).status).toBe(400)
    expect((await choose([SMALL_PLAN_ID, 1], [SEAT_FEE_ID, -1])).status).toBe(400)
    expect((await choose([SMALL_PLAN_ID, 1], [SEAT_FEE_ID, 3])).body.message).toBe(
      'Your account subscription has been updated successfully',
    )
    const { body } = await at.admin().get('/api/account/accountfees')
    expect(body.data).toMatchObject([
      { quantity: 1, paid: 0, corefee: { code: 'SUB1', amount: 399 }, new: false },
      { quantity: 3, paid: 0, corefee: { code: 'SUB1-SEAT', amount: 89 } },
    ])
  })

  test('that is sent again with its key gets its own answer again', async () => {
    const send = (quantity: number) =>
      at.admin().call('PATCH', '/api/account/accountfees', [{ corefee: SMALL_PLAN_ID, quantity }], {
        'idempotency-key': 'once',
      })
    const first = await send(1)
    expect(first.status).toBe(200)
    expect((await send(1)).text).toBe(first.text)
    expect((await send(2)).status).toBeGreaterThanOrEqual(400)
  })

  test('of another account is made by the operator alone', async () => {
    const list = [{ corefee: SMALL_PLAN_ID, quantity: 1 }]
    const path = `/api/account/${at.server.accountid}/accountfees`
    expect((await at.server.other.patch(path, list)).status).toBe(404)
    expect((await at.server.other.get(path)).status).toBe(404)
    expect((await at.server.people.agent.patch(path, list)).status).toBe(403)
    expect((await at.server.operator.patch(path, list)).status).toBe(200)
    expect((await at.server.operator.get(path)).body.data).toHaveLength(1)
  })
})

describe('a payment', () => {
  test('gives what was chosen and a calendar month from the end of what is paid', async () => {
    await subscribed([SMALL_PLAN_ID, 1], [SEAT_FEE_ID, 3])
    expect(account()).toMatchObject({
      size: 1,
      seatspaid: 8,
      subscribed: true,
      utcexpires: '2027-01-01T10:00:00.000Z',
    })
    expect(paid()).toMatchObject([{ amount: 66_600, renewed: '2027-01-01T10:00:00.000Z' }])
    expect(notices()).toMatchObject([{ state: 'paid', accountid: at.server.accountid }])
  })

  test('is not undone by an operator’s form that was opened before it', async () => {
    const row = () =>
      at.server.services.platform.read((db) =>
        db.select().from(accounts).where(eq(accounts.id, at.server.accountid)).get(),
      )
    const seen = row()?.version
    await at.payfast.charge(at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields).token)
    const late = { id: at.server.accountid, utcexpires: '2026-12-01', seatspaid: 10, version: seen }
    expect((await at.server.operator.post('/api/backoffice/account', late)).status).toBe(409)
    expect(row()).toMatchObject({ utcexpires: '2027-01-01T10:00:00.000Z', seatspaid: 5 })
  })

  test('after the account expired counts from now', async () => {
    at.now = new Date('2027-01-31T09:00:00.000Z')
    const later = await at.server.signIn('admin@first.test')
    at.admin = () => later
    expect((await at.admin().post('/api/divisions', { name: 'X' })).status).toBe(403)
    const card = await subscribed([SMALL_PLAN_ID, 1])
    expect(account()?.utcexpires).toBe('2027-02-28T09:00:00.000Z')
    at.now = new Date('2027-02-25T09:00:00.000Z')
    await at.payfast.charge(card.token)
    expect(account()?.utcexpires).toBe('2027-03-31T09:00:00.000Z')
  })

  test('that is reported again, at once or many times together, counts once', async () => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    const report = at.payfast.report(card.token)
    const replies = await Promise.all(Array.from({ length: 8 }, () => at.payfast.send(report)))
    expect(replies.filter(({ body }) => body.data?.state === 'paid')).toHaveLength(1)
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(paid()).toHaveLength(1)
    expect(await at.payfast.send(report)).toMatchObject({ body: { data: { state: 'replayed' } } })
    expect(account()?.utcexpires).toBe('2027-01-01T10:00:00.000Z')
  })

  test('waits while the provider cannot be asked, and is booked by the background once it can', async () => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    at.payfast.state.down = true
    expect(await at.payfast.charge(card.token)).toMatchObject({
      status: 200,
      body: { data: { state: 'waiting' } },
    })
    expect(paid()).toHaveLength(0)
    at.payfast.state.down = false
    await at.server.services.background.run('payments')
    expect(paid(), 'not before its time').toHaveLength(0)
    await runAfter(at.server, 'payments', () => {
      at.now = new Date(at.now.getTime() + 60_000)
    })
    expect(paid()).toHaveLength(1)
  })

  test('tells who manages the account', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    const { body } = await at.admin().get('/api/communication/notifications')
    expect(JSON.stringify(body.data)).toContain('A card payment was received')
    const others = await at.server.people.agent.get('/api/communication/notifications')
    expect(JSON.stringify(others.body)).not.toContain('A card payment was received')
  })

  test('has a receipt that no other account can see', async () => {
    await subscribed([SMALL_PLAN_ID, 1])
    const { id = '', reference = '' } = paid()[0] ?? {}
    const receipt = await at.admin().get(`/subscription/receipts/${id}`)
    expect(receipt.text).toContain(reference)
    expect((await at.server.other.get(`/subscription/receipts/${id}`)).status).toBe(404)
  })
})

test('a later payment of a card may name neither order nor account; a first one must', async () => {
  const blank = { m_payment_id: '', custom_str1: '' }
  const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
  expect((await at.payfast.charge(card.token, blank)).status).toBe(400)
  await at.payfast.charge(card.token)
  expect((await at.payfast.charge(card.token, blank)).body.data?.state).toBe('paid')
  expect(paid()).toHaveLength(2)
  expect((await at.payfast.charge(card.token, { ...blank, custom_str1: at.server.otherid })).status).toBe(400)
})

describe('a notification is refused, and changes nothing,', () => {
  const refusals: [string, (token: string) => ReturnType<FakePayfast['send']>, RegExp][] = [
    [
      'without the right signature',
      (token) => at.payfast.send(at.payfast.report(token), { signature: 'f'.repeat(32) }),
      /signature/,
    ],
    [
      'with an amount changed after it was signed',
      async (token) => {
        const pairs = at.payfast.report(token)
        const { createHash } = await import('node:crypto')
        const signature = createHash('md5').update(new URLSearchParams(pairs).toString()).digest('hex')
        return at.payfast.send(pairs, { signature })
      },
      /signature/,
    ],
    ['of another amount', (token) => at.payfast.charge(token, { amount_gross: '5.00' }), /amount/],
    ['of no amount', (token) => at.payfast.charge(token, { amount_gross: '' }), /amount/],
    ['for another merchant', (token) => at.payfast.charge(token, { merchant_id: '10000999' }), /merchant/],
    [
      'for another account',
      (token) => at.payfast.charge(token, { custom_str1: at.server.otherid }),
      /another account/,
    ],
    ['for no order', (token) => at.payfast.charge(token, { m_payment_id: crypto.randomUUID() }), /no order/],
    ['without a payment number', (token) => at.payfast.charge(token, { pf_payment_id: '' }), /no payment/],
  ]

  test.each(refusals)('%s', async (_, send, why) => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    const reply = await send(card.token)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(why)
    expect(notices()[0]).toMatchObject({ state: 'refused', reason: reply.body.message })
    expect(paid()).toHaveLength(0)
    expect(account()).toMatchObject({ utcexpires: '2026-12-01T10:00:00.000Z', seatspaid: 10 })
  })

  test('that the provider says it did not send', async () => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    const reply = await at.payfast.send(at.payfast.report(card.token), { forged: true })
    expect(reply.body.data?.state).toBe('refused')
    expect(notices()[0]?.reason).toContain('did not send')
    expect(paid()).toHaveLength(0)
  })

  test('from an address that is not the provider’s, whatever a header says', async () => {
    const elsewhere = await startTestServer(() => at.now, at.payfast.flags('10.0.0.0/8'))
    const to = `${elsewhere.url}/api/cctransactions/payfast/notify`
    const claimed = await fetch(to, {
      method: 'POST',
      headers: { 'x-forwarded-for': '10.1.2.3', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    })
    expect(claimed.status).toBe(403)
    await elsewhere.stop()
  })

  test('that is rightly signed is kept whole wherever it comes from, and the provider itself decides', async () => {
    const { config } = at.server.services
    const { payfastsources } = config
    Object.assign(config, { payfastsources: '10.0.0.0/8' })
    try {
      const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
      const forged = await at.payfast.send(at.payfast.report(card.token), { forged: true })
      expect(forged.body.data?.state).toBe('refused')
      expect(paid()).toHaveLength(0)
      expect((await at.payfast.charge(card.token)).body.data?.state).toBe('paid')
      const [notice] = notices()
      expect(notice).toMatchObject({ state: 'paid', accountid: at.server.accountid })
      expect(notice?.reason).toContain('from an address that is not among those of the card provider')
      expect(notice?.body).toContain('signature=')
      expect(paid()).toHaveLength(1)
    } finally {
      Object.assign(config, { payfastsources })
    }
  })

  test('of a payment that failed is kept, and gives nothing', async () => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    expect(await at.payfast.charge(card.token, { payment_status: 'FAILED' })).toMatchObject({
      body: { data: { state: 'recorded' } },
    })
    expect(paid()).toHaveLength(0)
  })

  test('and however many are sent, only the latest are kept', async () => {
    const to = `${at.server.url}/api/cctransactions/payfast/notify`
    const one = (i: number) =>
      fetch(to, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: `m_payment_id=${i}` })
    for (let i = 0; i < 13; i++) await Promise.all(Array.from({ length: 40 }, (_, j) => one(40 * i + j)))
    await at.server.services.background.run('payments')
    const kept = at.server.services.platform.read((db) => listLatestNotices(db, 1_000))
    expect(kept.length).toBe(500)
    expect(kept.every(({ notice }) => notice.body === '')).toBe(true)
  })
})

test('without settings nothing can be paid, and the page says whom to ask', async () => {
  const plain = await startTestServer(() => at.now)
  expect((await plain.people.admin.get('/api/cctransactions/link/payfast')).status).toBe(409)
  expect((await plain.people.admin.get('/subscription')).text).toContain('Card payments are not set up here')
  // Whole, with the setting that it names: a title is cut.
  expect((await plain.operator.get('/backoffice/fees')).text).toContain(
    'Card payments are not set up: the README says how under JOBLANE_PAYFAST_MERCHANT_ID.',
  )
  const page = await fetch(`${plain.url}/signin`)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
  const note = await fetch(`${plain.url}/api/cctransactions/payfast/notify`, { method: 'POST', body: 'a=b' })
  expect(note.status).toBe(503)
  await plain.stop()
})

test('forms may go to the provider alone beside this program', async () => {
  const page = await fetch(`${at.server.url}/signin`)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${at.payfast.url};`)
})

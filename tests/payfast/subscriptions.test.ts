import { describe, expect, test } from 'bun:test'
import { MEDIUM_PLAN_ID, payfastFixture, SMALL_PLAN_ID } from './support.ts'

const at = payfastFixture()
const { account, paid, cards, choose, formOf, subscribed } = at

describe('a subscription', () => {
  test('that is changed gets its seats with the payment of the new amount', async () => {
    const card = await subscribed([SMALL_PLAN_ID, 1])
    await choose([MEDIUM_PLAN_ID, 1])
    expect(at.payfast.calls).toContainEqual({ method: 'PATCH', path: 'update', amount: 99_900 })
    expect(account()).toMatchObject({ size: 1, seatspaid: 5 })
    const { body } = await at.admin().get('/api/account/subscribe')
    expect(body.data).toMatchObject({ amount: 399, next: { amount: 999, seats: 15, size: 2 } })
    await at.payfast.charge(card.token)
    // The evaluation until 1 December stays; 31 paid days × 399 ÷ 999 = 12.38 days of the larger plan.
    expect(account()).toMatchObject({ size: 2, seatspaid: 15, utcexpires: '2027-01-14T10:00:00.000Z' })
  })

  test('still pays for what it paid for when the old amount comes first; changed back it stays', async () => {
    const card = await subscribed([SMALL_PLAN_ID, 1])
    await choose([MEDIUM_PLAN_ID, 1])
    expect(await at.payfast.charge(card.token, { amount_gross: '399.00' })).toMatchObject({ status: 200 })
    expect(account()).toMatchObject({ size: 1, seatspaid: 5 })
    await choose([SMALL_PLAN_ID, 1])
    expect(at.payfast.cards.get(card.token)?.amount).toBe(39_900)
    expect(cards()[0]?.nextorderid).toBeNull()
    expect((await at.payfast.charge(card.token, { amount_gross: '999.00' })).status).toBe(400)
  })

  test('whose change the provider could not be told is told later', async () => {
    const card = await subscribed([SMALL_PLAN_ID, 1])
    at.payfast.state.down = true
    expect((await choose([MEDIUM_PLAN_ID, 1])).status).toBe(200)
    at.payfast.state.down = false
    at.now = new Date(at.now.getTime() + 60_000)
    await at.server.services.background.run('payments')
    expect(at.payfast.cards.get(card.token)?.amount).toBe(99_900)
  })

  test('is shown as the provider has it, to who manages the account', async () => {
    const path = '/api/cctransactions/payfast/subscription'
    expect((await at.admin().get(path)).body.data.data.response.status_text).toBe('NONE')
    const card = await subscribed([SMALL_PLAN_ID, 1])
    expect((await at.admin().get(path)).body.data).toMatchObject({
      code: 200,
      data: {
        response: { status_text: 'ACTIVE', amount: 39_900, token: card.token, run_date: '2026-12-25' },
      },
    })
    at.payfast.state.down = true
    expect((await at.admin().get(path)).body.data.data.response.status_text).toBe('UNKNOWN')
    expect((await at.server.people.agent.get(path)).status).toBe(403)
  })

  test('is stopped once, by its own account or the operator; what is paid stays', async () => {
    const card = await subscribed([SMALL_PLAN_ID, 1])
    const path = `/api/cctransactions/payfast/subscription/${at.server.accountid}?token=${card.token}`
    expect((await at.server.other.delete(path)).status).toBe(404)
    const foreign = `/api/cctransactions/payfast/subscription/${at.server.otherid}?token=${card.token}`
    expect((await at.server.other.delete(foreign)).status).toBe(404)
    expect((await at.server.people.agent.delete(path)).status).toBe(403)
    const stopped = await at.admin().delete(path)
    expect(stopped).toMatchObject({ status: 200, body: { message: 'Subscription has been stopped' } })
    expect(at.payfast.cards.get(card.token)?.status_text).toBe('CANCELLED')
    expect(account()).toMatchObject({
      subscribed: false,
      utcexpires: '2027-01-01T10:00:00.000Z',
      seatspaid: 5,
    })
    expect(await at.server.operator.delete(path)).toMatchObject({
      status: 200,
      body: { message: 'This subscription had been stopped already' },
    })
  })

  test('that the provider could not be told to stop is stopped later', async () => {
    const card = await subscribed([SMALL_PLAN_ID, 1])
    at.payfast.state.down = true
    const path = `/api/cctransactions/payfast/subscription/${at.server.accountid}`
    const reply = await at.admin().delete(path)
    expect(reply).toMatchObject({ status: 503, body: { code: 'later' } })
    at.payfast.state.down = false
    at.now = new Date(at.now.getTime() + 60_000)
    await at.server.services.background.run('payments')
    expect(at.payfast.cards.get(card.token)?.status_text).toBe('CANCELLED')
  })

  test('that the provider ended is ended here; a payment that is reported after it still counts', async () => {
    const card = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    await at.payfast.charge(card.token, { payment_status: 'CANCELLED', amount_gross: '' })
    expect(account()?.subscribed).toBe(false)
    await at.payfast.charge(card.token)
    expect(paid()).toHaveLength(1)
    expect(account()).toMatchObject({ subscribed: false, seatspaid: 5 })
  })

  test('with a new card gives up the old one, so that nobody pays twice', async () => {
    const old = await subscribed([SMALL_PLAN_ID, 1])
    const card = await subscribed([MEDIUM_PLAN_ID, 1])
    expect(at.payfast.cards.get(old.token)?.status_text).toBe('CANCELLED')
    expect(at.payfast.cards.get(card.token)?.status_text).toBe('ACTIVE')
    expect(
      cards()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['active', 'cancelled'])
    await at.payfast.charge(old.token, { payment_status: 'CANCELLED', amount_gross: '' })
    expect(account()).toMatchObject({ subscribed: true, size: 2 })
  })

  test('cannot be reached by somebody of another account through its order', async () => {
    const { fields } = await formOf([SMALL_PLAN_ID, 1])
    const { text } = await at.server.other.get(`/subscription/returned?order=${fields.m_payment_id}`)
    expect(text).not.toContain(fields.m_payment_id ?? '-')
  })
})

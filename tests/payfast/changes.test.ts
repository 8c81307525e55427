import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { accounts, audit } from '#db/schema/platform/index.ts'
import { MEDIUM_PLAN_ID, payfastFixture, SEAT_FEE_ID, SMALL_PLAN_ID } from './support.ts'

const at = payfastFixture()
const { account, paid, choose, formOf, subscribed } = at

/** Another month of what was chosen, by a new card. */
async function again(...fees: [string, number][]) {
  const { token } = await subscribed(...fees)
  return token
}
const text = async (path: string) =>
  (await at.admin().get(path)).text.replaceAll(/<[^>]+>/g, '').replaceAll(/[\s\u00a0]+/g, ' ')
const save = (values: object) =>
  at.server.operator.post('/api/backoffice/account', { id: at.server.accountid, ...values })
const lastNote = (what: string) =>
  at.server.services.platform
    .read((db) =>
      db
        .select()
        .from(audit)
        .where(and(eq(audit.accountid, at.server.accountid), eq(audit.what, what)))
        .all(),
    )
    .at(-1)?.detail ?? ''

describe('a change of plan', () => {
  test('carries ten cheap months over by value, as it said before they were paid', async () => {
    await save({ utcexpires: at.now.toISOString() })
    for (let i = 0; i < 10; i++) await again([SMALL_PLAN_ID, 1])
    expect(account()?.utcexpires).toBe('2027-09-21T08:00:00.000Z')
    // 304 days × 399 ÷ 999 = 121.4
    const said =
      'Your 304 paid days become 122 days of Medium with 15 seats; paid until 23 Apr 2027, 10:00. They are carried over'
    await choose([MEDIUM_PLAN_ID, 1])
    expect(await text('/subscription')).toContain(said)
    expect(await text('/backoffice/fees')).not.toContain(said)
    const { fields } = await formOf([MEDIUM_PLAN_ID, 1])
    expect(fields.billing_date).toBe('2027-04-20')
    await at.payfast.charge(at.payfast.subscribe(fields).token)
    expect(account()).toMatchObject({ size: 2, seatspaid: 15, utcexpires: '2027-04-23T08:00:00.000Z' })
    expect(paid()[0]).toMatchObject({ dayswere: 304, daysbecame: 122, renewed: '2027-04-23T08:00:00.000Z' })
    expect(lastNote('paymentreceived')).toContain(
      'R\u00a0999,00, 304 paid days became 122, paid until 23 Apr 2027',
    )
    expect(await text(`/subscription/receipts/${paid()[0]?.id}`)).toContain(
      '304 paid days became 122 days of this plan',
    )
    const { text: drawer } = await at.server.operator.get(
      `/backoffice/accounts/${at.server.accountid}/payments`,
    )
    expect(drawer).toContain('304 days became 122')
    expect(drawer.replaceAll('\u00a0', ' ')).toContain('153 days at R 999,00 a month')
  })

  test('to a smaller plan gives more days; back again nothing was won', async () => {
    await save({ utcexpires: at.now.toISOString() })
    await again([MEDIUM_PLAN_ID, 1])
    const end = account()?.utcexpires
    await again([SMALL_PLAN_ID, 1])
    // 30 × 999 ÷ 399 = 75.1
    expect(paid()[0]).toMatchObject({ dayswere: 30, daysbecame: 76 })
    expect(account()?.utcexpires).toBe('2027-03-05T08:00:00.000Z')
    await again([MEDIUM_PLAN_ID, 1])
    // (76 + 28) × 399 ÷ 999 = 41.5: the 30 first ones, 28 small days and less than a day by rounding.
    expect(paid()[0]).toMatchObject({ dayswere: 104, daysbecame: 42 })
    expect(end).toBe('2026-12-21T08:00:00.000Z')
  })

  test('of seats alone is one too', async () => {
    await again([SMALL_PLAN_ID, 1])
    await again([SMALL_PLAN_ID, 1], [SEAT_FEE_ID, 3])
    // 31 × 399 ÷ 666 = 18.6
    expect(paid()[0]).toMatchObject({ dayswere: 31, daysbecame: 19 })
    expect(account()).toMatchObject({ seatspaid: 8, utcexpires: '2027-01-20T10:00:00.000Z' })
  })

  test('counts what was paid, not what the price list says since', async () => {
    await save({ utcexpires: at.now.toISOString() })
    await again([SMALL_PLAN_ID, 1])
    const { operator } = at.server
    const fee = (await operator.get('/api/backoffice/corefees')).body.data.find(
      ({ id }: { id: string }) => id === SMALL_PLAN_ID,
    )
    const { code, name, size, quantity } = fee
    const price = (amount: number) =>
      operator.call(
        'PATCH',
        `/backoffice/fees/${SMALL_PLAN_ID}`,
        { code, name, size, quantity, amount, kind: 'plan', class: 'seats' },
        { accept: 'application/json' },
      )
    expect((await price(899)).status).toBe(200)
    // The same plan at its new price: the days stay days.
    await again([SMALL_PLAN_ID, 1])
    expect(paid()[0]).toMatchObject({ dayswere: null, amount: 89_900, renewed: '2027-01-21T08:00:00.000Z' })
    await again([MEDIUM_PLAN_ID, 1])
    // (30 × 399 + 31 × 899) ÷ 999 = 39.9
    expect(paid()[0]).toMatchObject({ dayswere: 61, daysbecame: 40 })
    expect((await price(399)).status).toBe(200)
  })

  test('counts nothing for the evaluation, which stays', async () => {
    await choose([MEDIUM_PLAN_ID, 1])
    expect(await text('/subscription')).toContain(
      'The month begins when your evaluation ends, on 1 Dec 2026, 12:00; paid until 1 Jan 2027, 12:00.',
    )
    await again([SMALL_PLAN_ID, 1])
    await choose([MEDIUM_PLAN_ID, 1])
    expect(await text('/subscription')).toContain(
      'Time for which nothing was paid stays as it is and comes first, until 1 Dec 2026, 12:00.',
    )
  })

  test('of two that arrive in one second each extends once, the later by what the first brought', async () => {
    const small = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
    const medium = at.payfast.subscribe((await formOf([MEDIUM_PLAN_ID, 1])).fields)
    const reports = [at.payfast.report(small.token), at.payfast.report(medium.token)]
    for (const report of [...reports, ...reports]) await at.payfast.send(report)
    expect(paid()).toHaveLength(2)
    expect(account()).toMatchObject({ size: 2, utcexpires: '2027-01-14T10:00:00.000Z' })
    expect(paid().map(({ number }) => number)).toEqual([2, 1])
  })

  test('of an account without end changes its plan alone, and of an expired one starts now', async () => {
    await save({ utcexpires: null })
    await again([SMALL_PLAN_ID, 1])
    await again([MEDIUM_PLAN_ID, 1])
    expect(account()).toMatchObject({ utcexpires: null, size: 2 })
    expect(paid()[0]).toMatchObject({ dayswere: null, renewed: null })
    await save({ utcexpires: '2026-11-01T00:00:00Z' })
    await again([SMALL_PLAN_ID, 1])
    expect(account()?.utcexpires).toBe('2026-12-21T08:00:00.000Z')
  })

  test('leaves alone what the operator gave, and what they took is not paid twice', async () => {
    await save({ utcexpires: at.now.toISOString() })
    await again([SMALL_PLAN_ID, 1])
    await save({ utcexpires: '2026-12-31T08:00:00Z' })
    await again([MEDIUM_PLAN_ID, 1])
    // 30 paid days became 12, the 10 that were given come first.
    expect(account()?.utcexpires).toBe('2027-01-13T08:00:00.000Z')
    await save({ utcexpires: '2026-12-13T08:00:00Z' })
    await again([SMALL_PLAN_ID, 1])
    // 22 days less the 10 that were given: 12 × 999 ÷ 399 = 30.04
    expect(paid()[0]).toMatchObject({ dayswere: 12, daysbecame: 31 })
  })
})

describe('numbers of receipts', () => {
  test('run without a gap, whatever is refused or comes twice between', async () => {
    const token = await again([SMALL_PLAN_ID, 1])
    await at.payfast.charge(token, { amount_gross: '5.00' })
    const report = at.payfast.report(token)
    await Promise.all([at.payfast.send(report), at.payfast.send(report)])
    await again([SMALL_PLAN_ID, 1])
    expect(paid().map(({ number }) => number)).toEqual([3, 2, 1])
  })
})

test('the version rises with each, so that an open form of the operator is told', async () => {
  const version = () =>
    at.server.services.platform.read((db) =>
      db.select().from(accounts).where(eq(accounts.id, at.server.accountid)).get(),
    )?.version ?? 0
  const before = version()
  await again([SMALL_PLAN_ID, 1])
  expect(version()).toBe(before + 1)
})

import { expect, test } from 'bun:test'
import { MEDIUM_PLAN_ID, payfastFixture, SEAT_FEE_ID, SMALL_PLAN_ID } from '#tests/payfast/support.ts'

const at = payfastFixture()
const { account, paid, formOf, subscribed } = at

test('an old report of a small plan brings neither its plan nor its time back', async () => {
  const small = at.payfast.subscribe((await formOf([SMALL_PLAN_ID, 1])).fields)
  const report = at.payfast.report(small.token)
  await at.payfast.send(report)
  await subscribed([MEDIUM_PLAN_ID, 1])
  const before = account()
  for (const again of [report, report])
    expect(await at.payfast.send(again)).toMatchObject({ body: { data: { state: 'replayed' } } })
  expect(account()).toEqual(before as NonNullable<typeof before>)
  expect(paid()).toHaveLength(2)
})

test('a large order is not paid with the price of a small one, nor by a number that was used', async () => {
  const small = await subscribed([SMALL_PLAN_ID, 1])
  const large = at.payfast.subscribe((await formOf([MEDIUM_PLAN_ID, 1])).fields)
  const { m_payment_id = '' } = large.form
  const wrong = [
    await at.payfast.charge(large.token, { amount_gross: '399.00' }),
    await at.payfast.charge(small.token, { m_payment_id, amount_gross: '998.99' }),
    await at.payfast.charge(large.token, { amount_gross: '-999.00' }),
  ]
  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400])
  // What a card pays for is told by its amount, whatever order the report names.
  await at.payfast.charge(small.token, { m_payment_id, amount_gross: '399.00' })
  const used = paid()[0]?.reference ?? ''
  expect(await at.payfast.charge(large.token, { pf_payment_id: used })).toMatchObject({
    body: { data: { state: 'replayed' } },
  })
  expect(account()).toMatchObject({ size: 1, seatspaid: 5 })
  expect(paid()).toHaveLength(2)
})

test('months are not stretched by going to and fro between plans', async () => {
  await at.server.operator.post('/api/backoffice/account', {
    id: at.server.accountid,
    utcexpires: at.now.toISOString(),
  })
  let cents = 0
  for (let i = 0; i < 6; i++)
    for (const fees of [
      [[SMALL_PLAN_ID, 1]],
      [
        [SMALL_PLAN_ID, 1],
        [SEAT_FEE_ID, 9],
      ],
      [[MEDIUM_PLAN_ID, 1]],
    ] as [string, number][][]) {
      await subscribed(...fees)
      cents += paid()[0]?.amount ?? 0
    }
  const days = (Date.parse(account()?.utcexpires ?? '') - at.now.getTime()) / 86_400_000
  // What came in, in days of the plan that it ends with; each change rounds up by less than a day of the dearer plan.
  const worth = (cents * 31) / 99_900
  expect(days).toBeLessThan(worth + 6 * 3)
  expect(days).toBeGreaterThan((cents * 28) / 99_900)
})

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { billedAccount } from '#db/queries/platform/fees.ts'
import { listAccountPayments, listPaidPeriods } from '#db/queries/platform/payments.ts'
import { accountfees, accounts, paymentorders, payments } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { applyPayment } from '#server/domains/account/fees/apply-payment.ts'
import { chooseFees } from '#server/domains/account/fees/choose-fees.ts'
import { type PaidPeriod, remainingPeriods } from '#server/domains/account/fees/paid-time.ts'
import { refundPayment } from '#server/domains/account/fees/refund-payment.ts'
import { MEDIUM_PLAN_ID, payfastFixture, SEAT_FEE_ID, SMALL_PLAN_ID } from './support.ts'

const DAY = 86_400_000
const LARGE = '019aa000-0000-7000-8000-000000000003'
const plans = [
  new Map([[SMALL_PLAN_ID, 1]]),
  new Map([
    [SMALL_PLAN_ID, 1],
    [SEAT_FEE_ID, 7],
  ]),
  new Map([[MEDIUM_PLAN_ID, 1]]),
  new Map([[LARGE, 1]]),
]
const dearest = 219_900

const at = payfastFixture()

type Move =
  | { kind: 'pay'; plan: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'refund'; which: number }
const moves = (refunds: boolean) =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('pay' as const), plan: fc.nat(plans.length - 1) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat(24 * 40) }) },
      ...(refunds
        ? [{ weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), which: fc.nat(20) }) }]
        : []),
    ),
    { minLength: 1, maxLength: 14 },
  )

const worth = (lots: readonly PaidPeriod[]) =>
  lots.reduce(
    (sum, lot) => sum + ((Date.parse(lot.timeuntil) - Date.parse(lot.timefrom)) / DAY) * lot.amount,
    0,
  )

/** Plays a story in one transaction, and holds what is left against what was paid after each move. */
function play(tx: PlatformTx, story: readonly Move[]) {
  const accountid = at.server.accountid
  const { db } = tx
  let now = '2027-01-30T21:30:00.000Z'
  let used = 0
  let carried = 0
  let price = 0
  const then = () => ({ db, now }) as PlatformTx
  const left = () => {
    const { utcexpires = null } = billedAccount(db, accountid) ?? {}
    return remainingPeriods({ utcexpires, lots: listPaidPeriods(db, accountid), now })
  }
  for (const [i, move] of story.entries()) {
    if (move.kind === 'wait') {
      const before = worth(left())
      now = new Date(Date.parse(now) + move.hours * 3_600_000).toISOString()
      used += before - worth(left())
    } else if (move.kind === 'refund') {
      const rows = listAccountPayments(db, accountid)
      const id = rows[move.which % Math.max(1, rows.length)]?.id
      if (id) refundPayment(then(), { id, reason: 'x', userid: '', address: '' })
    } else {
      const choice = plans[move.plan] as Map<string, number>
      const order = chooseFees(then(), { accountid, userid: '', choice })
      const { id: orderid, amount } = order
      price = amount
      const paid = { reference: `r${i}`, orderid, accountid, token: '', amount }
      expect(applyPayment(then(), paid, at.server.services.config).state).toBe('paid')
      expect(applyPayment(then(), paid, at.server.services.config).state).toBe('replayed')
      if (listAccountPayments(db, accountid).find(({ reference }) => reference === `r${i}`)?.dayswere)
        carried++
    }
    const rows = listAccountPayments(db, accountid)
    const kept = rows.filter(({ reversedutc }) => !reversedutc)
    const months = kept.reduce(
      (sum, { amount, monthfrom, renewed }) =>
        sum + ((Date.parse(renewed ?? '') - Date.parse(monthfrom ?? '')) / DAY) * amount,
      0,
    )
    const stretches = left()
    for (const [j, one] of stretches.entries())
      expect(one.timefrom >= (stretches[j - 1]?.timeuntil ?? now), 'stretches lie one behind the other').toBe(
        true,
      )
    expect(
      stretches.filter(({ amount }) => amount !== price),
      'all at the price of the plan that it has',
    ).toEqual([])
    const numbers = rows
      .flatMap(({ number, creditnumber }) => [number ?? 0, creditnumber ?? 0])
      .filter(Boolean)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, j) => j + 1))
    // A carry-over rounds up at most a begun day of the old plan and a day of the new one; a refund a day down.
    const slack = (2 * carried + (rows.length - kept.length)) * dearest
    expect(worth(stretches)).toBeLessThanOrEqual(months + slack + 1)
    if (kept.length === rows.length) expect(worth(stretches) + used).toBeGreaterThanOrEqual(months - 1)
  }
}

for (const refunds of [false, true])
  test(`whatever is paid${refunds ? ' and given back' : ''}, in whatever order: no value is lost, none is made`, () =>
    fc.assert(
      fc.asyncProperty(moves(refunds), (story) =>
        at.server.services.platform.write((tx) => {
          for (const table of [payments, paymentorders, accountfees]) tx.db.delete(table).run()
          tx.db.update(accounts).set({ utcexpires: '2027-02-03T10:00:00.000Z' }).run()
          play(tx, story)
        }),
      ),
      { numRuns: 60 },
    ))

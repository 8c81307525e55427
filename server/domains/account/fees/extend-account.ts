import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { BilledAccount } from '#db/queries/platform/fees.ts'
import { type CardSubscription, listPaidPeriods } from '#db/queries/platform/payments.ts'
import { payments } from '#db/schema/platform/payments.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { addMs } from '#server/instants.ts'
import type { CarryOver } from '#views/account/subscription/carry-over.tsx'
import { counted } from '#views/format.ts'
import { DAYS_AHEAD } from './months.ts'
import { type Extension, extendPaidTime } from './paid-time.ts'
import { type PricedFee, readChoices, sameChoice } from './price.ts'

type Bought = { amount: number; fees: readonly Pick<PricedFee, 'id' | 'quantity'>[] }

/** `card`: the one that is charged for it, if it has paid before. */
export function planExtension(
  db: PlatformDb,
  { id, utcexpires }: Pick<BilledAccount, 'id' | 'utcexpires'>,
  { amount, fees }: Bought,
  now: string,
  card?: CardSubscription,
): Extension {
  const bought = new Map(fees.map(({ id, quantity }) => [id, quantity]))
  const sameplan = sameChoice(bought, readChoices(db, id).paid)
  const month = { amount, sameplan, anchorday: card?.anchorday, keepdays: card ? DAYS_AHEAD : 0 }
  return extendPaidTime({ utcexpires, lots: listPaidPeriods(db, id), now }, month)
}

type Offered = Bought & { seats: number; fees: readonly PricedFee[] }

export function planCarryOver(
  db: PlatformDb,
  account: BilledAccount,
  { amount, fees, seats }: Offered,
  now: string,
): CarryOver {
  const { days, becomes, carried, givenms, renewed } = planExtension(db, account, { amount, fees }, now)
  return {
    what: `${fees[0]?.name ?? 'this plan'} with ${counted(seats, 'seat')}`,
    days,
    becomes,
    carried,
    given: givenms > 0 ? addMs(now, givenms) : undefined,
    evaluating: readChoices(db, account.id).paid.size === 0,
    renewed,
  }
}

/** Before a payment is kept: what is carried over to it stands on no earlier one, nor what the operator took away. */
export function closePaidPeriods({ db }: PlatformTx, account: BilledAccount, { carried }: Extension) {
  const validpayments = and(eq(payments.accountid, account.id), isNotNull(payments.timeuntil))
  if (carried) db.update(payments).set({ timefrom: null, timeuntil: null }).where(validpayments).run()
  else if (account.utcexpires)
    db.update(payments)
      .set({ timeuntil: sql`max(${payments.timefrom}, min(${payments.timeuntil}, ${account.utcexpires}))` })
      .where(validpayments)
      .run()
}

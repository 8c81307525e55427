import { accountFees, type BilledAccount, billedAccount, type CoreFee } from '#db/queries/platform/fees.ts'
import {
  activeSubscription,
  listAccountPayments,
  listCardSubscriptions,
  openOrder,
  orderById,
  type Payment,
} from '#db/queries/platform/payments.ts'
import { seatFigures } from '#db/queries/platform/seats.ts'
import type { PlatformDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { planCarryOver } from './extend-account.ts'
import {
  type FeeChoice,
  listAvailableFees,
  normaliseChoice,
  priceFees,
  readChoices,
  sameChoice,
} from './price.ts'

export const presentCoreFee = ({ amount, createdutc, updatedutc, ...fee }: CoreFee) => ({
  ...fee,
  amount: toDecimal(amount, 'cents'),
})

/** `quantity` was chosen, `paid` is what the latest payment paid for. */
export const presentAccountFees = (db: PlatformDb, accountid: string) =>
  accountFees(db, accountid)
    .filter(({ fee }) => fee.quantity > 0 || fee.paid > 0)
    .map(({ fee: { id, quantity, paid }, corefee }) => ({
      id,
      quantity,
      paid,
      corefee: presentCoreFee(corefee),
      new: false,
    }))

export function requireBilledAccount(db: PlatformDb, accountid: string): BilledAccount {
  const account = billedAccount(db, accountid)
  if (!account) throw notFound('account')
  return account
}

export function defaultChoice(db: PlatformDb, account: BilledAccount): FeeChoice {
  const list = listAvailableFees(db, account.id)
  const { chosen } = readChoices(db, account.id)
  if (chosen.size > 0) return normaliseChoice(list, chosen)
  const plan = list.find((fee) => fee.primary && fee.size === account.size)
  return normaliseChoice(list, new Map(), plan?.id)
}

export function readFeeChooser(
  db: PlatformDb,
  accountid: string,
  choice: FeeChoice,
  step: 1 | 10,
  now: string,
) {
  const account = requireBilledAccount(db, accountid)
  const list = listAvailableFees(db, accountid)
  const plan = list.find((fee) => fee.primary && choice.has(fee.id))
  const price = plan && priceFees(list, choice)
  const { chosen, paid } = readChoices(db, accountid)
  return {
    plans: list.filter((fee) => fee.primary).map((fee) => line(fee, choice)),
    addons: list.filter((fee) => !fee.primary && fee.size === plan?.size).map((fee) => line(fee, choice)),
    step,
    total: price?.amount ?? 0,
    seats: {
      before: account.seatspaid,
      after: price?.seats ?? 0,
      used: seatFigures(db, accountid).seatsused,
    },
    applied: sameChoice(choice, chosen),
    paid: sameChoice(choice, paid),
    carry: price && planCarryOver(db, account, price, now),
  }
}

const line = (
  { id, name, description, amount, size, class: kind, quantity }: CoreFee,
  choice: FeeChoice,
) => ({
  id,
  name,
  description,
  amount,
  size,
  seats: kind === 'seats' ? quantity : 0,
  count: choice.get(id) ?? 0,
})

export function readSubscription(db: PlatformDb, accountid: string) {
  const account = requireBilledAccount(db, accountid)
  const card = activeSubscription(db, accountid)
  const current = card ? orderById(db, card.orderid) : undefined
  const next = card?.nextorderid ? orderById(db, card.nextorderid) : undefined
  const plan = accountFees(db, accountid).find(({ fee, corefee }) => corefee.primary && fee.paid > 0)
  return {
    account,
    planname: plan?.corefee.name,
    seatsused: seatFigures(db, accountid).seatsused,
    card: card && {
      token: card.token,
      amount: current?.amount ?? 0,
      untold: card.tell !== '',
      next: next && { amount: next.amount, seats: next.seats, size: next.size },
    },
    hadcard: listCardSubscriptions(db, accountid).length > 0,
    order: openOrder(db, accountid),
  }
}

const presentPayment = (payment: Payment) => ({
  id: payment.id,
  renewed: payment.renewed,
  reference: payment.reference,
  amount: toDecimal(payment.amount, 'cents'),
  receivedutc: payment.receivedutc,
  number: payment.number,
  dayswere: payment.dayswere,
  daysbecame: payment.daysbecame,
  reversedutc: payment.reversedutc,
})

export const presentPayments = (db: PlatformDb, accountid: string) =>
  listAccountPayments(db, accountid).map(presentPayment)

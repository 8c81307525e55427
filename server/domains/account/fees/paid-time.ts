import { addMs, DAY_MS } from '#server/instants.ts'
import { dayOfMonth, firstPaidDay, monthLater } from './months.ts'

/** `amount` is cents a month. */
export type PaidPeriod = { id: string; amount: number; timefrom: string; timeuntil: string }

type PaidTime = { utcexpires: string | null; lots: readonly PaidPeriod[]; now: string }

type Month = {
  /** Cents. */
  amount: number
  /** It is for the plan and add-ons that the time left was paid for, whatever they cost by now. */
  sameplan: boolean
  /** The card's first day of the month, when it has one. */
  anchorday?: number
  /** A card is charged some days before the end: as many of them stay, so that its next charge is in time too. */
  keepdays?: number
}

export type Extension = {
  /** Paid days left, a begun one counted whole, and what they become; the same where nothing is carried over. */
  days: number
  becomes: number
  carried: boolean
  /** What is left beside them: an evaluation, or time that was given. */
  givenms: number
  /** From where on the time stands on this payment: its month, and before that what was carried over. */
  timefrom: string
  /** The month itself. Null: the account does not expire. */
  monthfrom: string
  renewed: string | null
  anchorday: number
}

/** A hundred years: from there on a date would be none. */
const MAX_DAYS = 36_525

const ms = (iso: string) => Date.parse(iso)
const wholeDays = (length: number) => Math.ceil(length / DAY_MS)

/** The paid time that is still to come: what the operator has shortened an account by is gone. */
export function remainingPeriods({ utcexpires, lots, now }: PaidTime): PaidPeriod[] {
  if (utcexpires === null) return []
  return lots
    .map((lot) => ({
      ...lot,
      timefrom: lot.timefrom > now ? lot.timefrom : now,
      timeuntil: lot.timeuntil < utcexpires ? lot.timeuntil : utcexpires,
    }))
    .filter(({ timefrom, timeuntil }) => timeuntil > timefrom)
}

const periodLength = ({ timefrom, timeuntil }: PaidPeriod) => ms(timeuntil) - ms(timefrom)

/** The days of it, a begun one counted whole, each at so many cents a month. */
export function daysLeft(paidtime: PaidTime): { days: number; amount: number }[] {
  const byAmount = Map.groupBy(remainingPeriods(paidtime), ({ amount }) => amount)
  return [...byAmount].map(([amount, lots]) => ({ amount, days: daysIn(lots) }))
}

const daysIn = (lots: readonly PaidPeriod[]) =>
  lots.reduce((sum, lot) => sum + wholeDays(periodLength(lot)), 0)

/**
 * What a payment makes of an account's time: a calendar month more from its end, or from now. Paid days of another
 * plan are carried over by what was paid for them: days × their amount ÷ the new one, rounded up once, to the day.
 * An evaluation and time that was given have no value; they come first and stay as long as they are.
 */
export function extendPaidTime(paidtime: PaidTime, month: Month): Extension {
  const { utcexpires, now } = paidtime
  const { amount, sameplan, keepdays = 0 } = month
  const end = firstPaidDay(utcexpires, now)
  const left = remainingPeriods(paidtime)
  const days = daysIn(left)
  const givenms = ms(end) - ms(now) - left.reduce((sum, lot) => sum + periodLength(lot), 0)
  const carried = !sameplan && left.some((lot) => lot.amount !== amount)
  const becomes = carried ? Math.max(byValue(left, amount), Math.min(days, keepdays)) : days
  const timefrom = carried ? addMs(now, givenms) : end
  const monthfrom = carried ? addMs(timefrom, becomes * DAY_MS) : end
  const anchorday = carried ? dayOfMonth(monthfrom) : (month.anchorday ?? dayOfMonth(monthfrom))
  const renewed = utcexpires === null ? null : monthLater(monthfrom, anchorday)
  return { days, becomes, carried, givenms, timefrom, monthfrom, renewed, anchorday }
}

/** Exact: cents × days are added up before the one division. */
function byValue(lots: readonly PaidPeriod[], amount: number): number {
  const value = lots.reduce((sum, lot) => sum + BigInt(wholeDays(periodLength(lot))) * BigInt(lot.amount), 0n)
  const by = BigInt(amount)
  return Math.min(MAX_DAYS, Number((value + by - 1n) / by))
}

type PaidMonth = {
  id: string
  amount: number
  monthfrom: string | null
  renewed: string | null
}

export type RefundedTime = {
  utcexpires: string | null
  /** Stretches that are shorter or earlier than before, by the payment they stand on. */
  lots: PaidPeriod[]
}

/**
 * What remains of an account's time when a payment is given back: its month is taken from the end, though never time
 * that has passed. A month that was carried over to another plan is taken by value, rounded down to the day.
 * `lots` are all that stand, oldest first.
 */
export function refundedTime({ utcexpires, lots, now }: PaidTime, paid: PaidMonth): RefundedTime {
  const own = lots.findIndex(({ id }) => id === paid.id)
  const at = Math.max(own, 0)
  const holder = lots[at]
  if (!holder || paid.monthfrom === null || paid.renewed === null) return { utcexpires, lots: [] }
  const length = ms(paid.renewed) - ms(paid.monthfrom)
  const worth =
    own < 0 && holder.amount !== paid.amount
      ? Number((BigInt(wholeDays(length)) * BigInt(paid.amount)) / BigInt(holder.amount)) * DAY_MS
      : length
  // What the operator has shortened the account by already is not taken twice.
  const until = utcexpires !== null && utcexpires < holder.timeuntil ? utcexpires : holder.timeuntil
  const taken = Math.min(worth, Math.max(0, ms(until) - ms(holder.timefrom)))
  const moved = lots.slice(at).map((lot, i) => ({
    ...lot,
    timefrom: i === 0 ? lot.timefrom : addMs(lot.timefrom, -taken),
    timeuntil: addMs(i === 0 ? until : lot.timeuntil, -taken),
  }))
  return { utcexpires: utcexpires && shortenPeriods(utcexpires, taken, now), lots: moved }
}

function shortenPeriods(utcexpires: string, taken: number, now: string): string {
  if (utcexpires <= now) return utcexpires
  const end = addMs(utcexpires, -taken)
  return end > now ? end : now
}

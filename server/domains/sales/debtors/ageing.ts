import { listHeldDeposits } from '#db/queries/sales/deposits.ts'
import { type ClientMovement, listClientMovements } from '#db/queries/sales/movements.ts'
import { type HeldCredit, listHeldCredit, listOwed, type OwedInvoice } from '#db/queries/sales/owed.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import type { AgeBucket, Ageing, StatementLine, StatementMovements } from '#views/sales/debtors/types.ts'

/** The last day past due of each, by name. */
const buckets: readonly [AgeBucket, number][] = [
  ['notdue', 0],
  ['days30', 30],
  ['days60', 60],
  ['days90', 90],
  ['days120', 120],
]

/** By how long it is past due; without a due date, since it was issued. */
export function findBucket({ date, duedate }: Pick<OwedInvoice, 'date' | 'duedate'>, on: string): AgeBucket {
  const late = daysBetween(duedate ?? date, on)
  return buckets.find(([, last]) => late <= last)?.[0] ?? 'older'
}

export const noAges = (): Ageing => ({
  ...{ notdue: 0, days30: 0, days60: 0, days90: 0, days120: 0, older: 0 },
  ...{ owed: 0, credit: 0, total: 0 },
})

/** Cents; what is held as credit is taken off the total alone. */
function sumAges(owed: readonly OwedInvoice[], credits: readonly HeldCredit[], on: string): Ageing {
  const sums = noAges()
  for (const one of owed) {
    sums[findBucket(one, on)] += one.open
    sums.owed += one.open
  }
  for (const { open } of credits) {
    sums.credit += open
  }
  return { ...sums, total: sums.owed - sums.credit }
}

/** Of each client that owes anything, or has credit, on a day: by name. */
export function ageDebtors(db: TenantDb, on: string) {
  const owed = listOwed(db, { date: on })
  const credits = listHeldCredit(db, { date: on })
  const byClient = Map.groupBy(owed, ({ client }) => client ?? '')
  const creditOf = Map.groupBy(credits, ({ client }) => client ?? '')
  const ids = new Set([...byClient.keys(), ...creditOf.keys()])
  const rows = [...ids].map((id) => {
    const [mine, held] = [byClient.get(id) ?? [], creditOf.get(id) ?? []]
    const name = (id && (held[0]?.clientname ?? mine.at(-1)?.clientname)) || 'Cash sale'
    return { id: id || null, name, ages: sumAges(mine, held, on) }
  })
  rows.sort((a, b) => a.name.localeCompare(b.name))
  const deposits = sumCents(listHeldDeposits(db, { date: on }).map(({ held }) => held))
  return { rows, ages: sumAges(owed, credits, on), deposits }
}

/** What a client owes on a day, item by item. */
export function buildStatement(db: TenantDb, client: string, on: string) {
  const owed = listOwed(db, { date: on, client })
  const credits = listHeldCredit(db, { date: on, client })
  const lines: StatementLine[] = [
    ...owed.map((one) => ({
      id: one.id,
      kind: 'invoice' as const,
      date: one.date,
      name: one.number,
      detail: one.jobreference,
      duedate: one.duedate,
      total: one.total as number,
      open: one.open as number,
      late: Math.max(0, daysBetween(one.duedate ?? one.date, on)),
    })),
    ...credits.map((credit) => ({
      ...{ id: credit.id, kind: 'payment' as const, detail: credit.reference, ...describeCredit(credit) },
      ...{ duedate: null, total: -credit.open, open: -credit.open, late: 0 },
    })),
  ]
  const deposits = listHeldDeposits(db, { date: on, client })
  return { date: on, lines, deposits, ages: sumAges(owed, credits, on) }
}

/** What a client has credit by: a payment, the credit notes that freed it, or some of each. */
export function describeCredit({ date, open, freed, notes, notedate }: HeldCredit) {
  if (!notes || !notedate) return { name: 'Payment', date }
  const named = `redit note${notes.includes(',') ? 's' : ''} ${notes.replaceAll(',', ', ')}`
  return open > freed ? { name: `Payment, c${named}`, date } : { name: `C${named}`, date: notedate }
}

const movementNames: Record<ClientMovement['kind'], (number: string) => string> = {
  invoice: (number) => `Invoice ${number}`,
  creditnote: (number) => `Credit note ${number}`,
  payment: () => 'Payment',
  reversal: () => 'Payment taken back',
  refund: () => 'Paid back',
  held: (number) => `Deposit ${number} received and held`,
  released: (number) => `Deposit ${number} used`,
  rounding: (number) => `Cash rounding ${number}`,
}

type Joined = ClientMovement & { held: Cents | null; undone?: boolean }

/** The same money on the same day, without a change of the balance. */
const belongTogether = (one: ClientMovement, other: ClientMovement | undefined) =>
  other !== undefined && other.date === one.date && other.amount + one.amount === 0

/**
 * What was paid for a deposit alone is one line, which changes no balance: it is held until its invoice. So is such a
 * payment that was taken back, by which nothing was used.
 */
function joinHeld(movements: readonly ClientMovement[]): Joined[] {
  const byPayment = (kind: ClientMovement['kind']) =>
    new Map(movements.filter((one) => one.kind === kind).map((one) => [one.paymentid, one]))
  const [received, reversed] = [byPayment('payment'), byPayment('reversal')]
  const joined = new Set<ClientMovement>()
  const lines = movements.map((one) => {
    const beside = one.kind === 'held' ? received : one.kind === 'released' ? reversed : undefined
    const other = beside?.get(one.paymentid)
    if (!other || !belongTogether(one, other)) return { one, line: { ...one, held: null } }
    joined.add(other)
    const undone = one.kind === 'released'
    const detail = undone ? other.detail : one.detail
    return { one, line: { ...one, detail, held: one.amount, undone, amount: asCents(0) } }
  })
  return lines.filter(({ one }) => !joined.has(one)).map(({ line }) => line)
}

/** What changed the balance of a client from one day to another, with the balance before, after each and at the end. */
export function buildMovements(db: TenantDb, client: string, from: string, to: string): StatementMovements {
  const opening = buildStatement(db, client, daysAfter(from, -1)).ages.total
  let balance = opening
  const movements = joinHeld(listClientMovements(db, { client, from, to }))
  const lines = movements.map(({ name, amount, held, undone, paymentid: _, ...line }) => {
    balance += amount
    return {
      ...line,
      name: undone ? `Deposit ${name}: payment taken back` : movementNames[line.kind](name),
      amount: amount as number,
      held: held as number | null,
      balance,
    }
  })
  return { from, opening, lines, closing: balance }
}

import type { Cents } from '#server/money/decimal.ts'

/** A line of a bank statement; money that went out is below zero. */
export type BankEntry = {
  /** `YYYY-MM-DD` */
  date: string
  cents: Cents
  description: string
  reference: string
  /** What the bank calls it, where it does. */
  bankid: string
  /** Of the file, or the how manieth line. */
  row: number
}

/** `proof`: whether the balances of the file add up, or it has none. */
export type ReadStatement = {
  lines: BankEntry[]
  proof: 'proven' | 'unproven' | 'none'
  warnings: string[]
}

/**
 * What makes each line one: the bank's own id with day and amount, since some banks use an id again; without one its
 * text, and which of the same it is on its day.
 */
export function keyLines<Line extends BankEntry>(lines: readonly Line[]): (Line & { key: string })[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { date, cents, bankid, description, reference } = line
    const text = [description, reference].join(' ').replace(/\s+/g, ' ').trim().toLowerCase()
    const base = [bankid ? `id ${bankid}` : `text ${text}`, date, cents].join('|')
    const nth = bankid ? 0 : (seen.get(base) ?? 0)
    seen.set(base, nth + 1)
    const key = new Bun.CryptoHasher('sha256').update(`${base}|${nth}`).digest('hex').slice(0, 32)
    return { ...line, key }
  })
}

import { formatRand } from '#views/format.ts'
import type { BankEntry } from './statement-line.ts'

/** Cents; `balance` is what was on the account after it, `fee` what the bank took for it. */
export type BalancedLine = BankEntry & { fee: number; balance: number | undefined }

/** `turned`: amounts above zero went out. */
type Proof = 'proven' | 'turned' | 'unproven' | 'none'

type Way = { newestFirst: boolean; feesApart: boolean; sign: 1 | -1 }

const orders = [false, true].flatMap((newestFirst) =>
  [true, false].map((feesApart) => ({ newestFirst, feesApart })),
)

/**
 * Whether each balance is the one before with what came in and went out between. Files run either way, and fees stand
 * in the amount or beside it: the way that fits is the bank's. `wrong`: what does not fit, in words.
 */
export function proveBalance(
  lines: readonly BalancedLine[],
  mayTurn: boolean,
): { proof: Proof; wrong?: string } {
  if (lines.filter(({ balance }) => balance !== undefined).length < 2) return { proof: 'none' }
  const plain = orders.map((order): Way => ({ ...order, sign: 1 }))
  const tries = plain.map((way) => findBreak(lines, way))
  if (tries.includes(undefined)) return { proof: 'proven' }
  const turned = orders.map((order): Way => ({ ...order, sign: -1 }))
  const isTurned = turned.some((way) => findBreak(lines, way) === undefined)
  if (isTurned && mayTurn) return { proof: 'turned' }
  if (isTurned)
    return { proof: 'unproven', wrong: 'By the balance, money in and money out are the other way round.' }
  return { proof: 'unproven', wrong: describeBreak(furthest(tries)) }
}

/** `fitted`: how many balances agreed before it. */
type Break = { line: BalancedLine; expected: number; found: number; fitted: number }

function findBreak(lines: readonly BalancedLine[], { newestFirst, feesApart, sign }: Way): Break | undefined {
  let known: number | undefined
  let moved = 0
  let fitted = 0
  for (const line of newestFirst ? lines.toReversed() : lines) {
    moved += sign * line.cents - (feesApart ? line.fee : 0)
    if (line.balance === undefined) continue
    if (known !== undefined && known + moved !== line.balance)
      return { line, expected: known + moved, found: line.balance, fitted }
    known = line.balance
    moved = 0
    fitted++
  }
  return undefined
}

/** Of the way that went best. */
const furthest = (tries: readonly (Break | undefined)[]) =>
  tries.filter((one) => one !== undefined).toSorted((a, b) => b.fitted - a.fitted)[0] as Break

const describeBreak = ({ line, expected, found }: Break) =>
  `The balance of row ${line.row} is ${formatRand(found)} where ${formatRand(expected)} would follow from the lines before: a line is missing, or an amount is wrong.`

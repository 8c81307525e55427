import type { UnpaidInvoice } from '#db/queries/sales/bank-lines.ts'
import { estimateName } from '#views/documents/estimate-name.ts'
import type { MatchedInvoice, MatchReason } from '#views/sales/bank/types.ts'

type Line = { amountcents: number; description: string; reference: string }

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** As people write it: INV 12, inv-12 and INV12 alike, and never within INV123. */
function numberFinder(number: string): (text: string) => boolean {
  const runs = plain(number).match(/\p{L}+|\p{N}+/gu) ?? []
  // One or two digits alone are in every text.
  if (runs.join('').length < 3) return () => false
  const pattern = new RegExp(`(?<!\\p{N})${runs.join('[^\\p{L}\\p{N}]*')}(?!\\p{N})`, 'u')
  const last = runs.at(-1) ?? ''
  return (text) => text.includes(last) && pattern.test(text)
}

/** Words of a name that tell it from others. */
const wordsOfName = (name: string) =>
  plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !common.has(word))

const common = new Set('pty ltd cc the and inc company trading services group'.split(' '))

type Prepared = { invoice: UnpaidInvoice; isNumbered: (text: string) => boolean; words: string[] }

/** What is owed, made ready to be looked for in many lines. */
export const prepareMatches = (unpaid: readonly UnpaidInvoice[]): Prepared[] =>
  unpaid.map((invoice) => ({
    invoice,
    isNumbered: referenceFinder(invoice),
    words: wordsOfName(invoice.clientname ?? ''),
  }))

/** Whoever pays a deposit may have been told what the estimate is called, before there was a request. */
function referenceFinder({ kind, number, jobreference }: UnpaidInvoice): (text: string) => boolean {
  const isNumbered = numberFinder(number)
  if (kind !== 'deposit') return isNumbered
  const isEstimate = numberFinder(estimateName(jobreference))
  const isShortened = numberFinder(`Est ${jobreference}`)
  return (text) => isNumbered(text) || isEstimate(text) || isShortened(text)
}

const lettersAndDigits = (number: string) =>
  (plain(number).match(/\p{L}+|\p{N}+/gu) ?? []).map((run) => run.replace(/^0+(?=\p{N})/u, '')).join(' ')

/** As it is written, else as people write it: dep-1, DEP1 and dep 0001 alike. */
export function findUnpaidByNumber<T extends { number: string }>(unpaid: readonly T[], wanted: string): T[] {
  const exact = unpaid.filter(({ number }) => number.toLowerCase() === wanted.toLowerCase())
  if (exact.length > 0) return exact
  const asked = lettersAndDigits(wanted)
  return asked ? unpaid.filter(({ number }) => lettersAndDigits(number) === asked) : []
}

const MOST = 5
const LONGEST = 600

/** Invoices that a line may pay, the likeliest first: named by number, of the same amount, of the client it names. */
export function matchInvoices({ amountcents, description, reference }: Line, prepared: readonly Prepared[]) {
  // One letter may become eighteen (NFKD), and every invoice is looked for in all of them.
  const text = plain(`${description} ${reference}`).slice(0, LONGEST)
  const found = prepared.flatMap(({ invoice, isNumbered, words }): (MatchedInvoice & { score: number })[] => {
    const isNamed = words.length > 0 && words.every((word) => text.includes(word))
    const reasons: MatchReason[] = [
      ...(isNumbered(text) ? (['number'] as const) : []),
      ...(invoice.open === amountcents ? (['amount'] as const) : []),
      ...(isNamed ? (['client'] as const) : []),
    ]
    if (reasons.length === 0) return []
    const score = reasons.reduce((sum, reason) => sum + weights[reason], 0)
    return [{ ...invoice, reasons, score }]
  })
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ score: _, ...match }) => match)
}

const weights: Record<MatchReason, number> = { number: 4, amount: 2, client: 1 }

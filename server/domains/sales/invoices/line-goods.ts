import { limit, sum, take } from './take-from-rows.ts'

/** A line of a credit note: how much it credits, and what documents said of these goods; all in millionths of a unit. */
export type CreditGoods = {
  invoiceid: string
  position: number
  /** Credited since goods were returned. */
  returned: boolean
  again: boolean
  quantity: number
  /**
   * What it brought into stock: of that, `awaited` a delivery note is still to say, and `fromaside` was aside. What it brought aside itself,
   * as no note had delivered it, is taken off `fromaside`.
   */
  restocked: number
  awaited: number
  fromaside: number
  /** What delivery notes put back into stock, and what they brought back aside. */
  backbynote: number
  backaside: number
  /** Of what came into stock: what left it again; of that, `laid` lies unsold on consignment. */
  outagain: number
  laid: number
}

/** A return into stock, with what of it no credit note has credited. `scrapped`: others are to go out in its place. */
type ReturnGoods = { id: string; dateutc: string; uncredited: number; scrapped: boolean }

/**
 * Where the goods of a line of a job are. What came back is either in stock, or aside: not fit for sale, or to be mended.
 * `total`: all that was used or made, with what of it is in stock again; nothing of what lies at the client’s on consignment.
 */
export type LineGoods = {
  ismade: boolean
  total: number
  /** Of what issued notes delivered or sold from consignment, what did not come back; of that, what was sold; `laid`: back once, and unsold there. */
  out: number
  sold: number
  laid: number
  /** In stock, and aside, by notes alone. */
  noted: number
  notedaside: number
  /** What stands invoiced, when it was invoiced last, and what a fixed price charges in all. */
  charged: number
  invoicedutc: string | null
  whole: number | null
  /** Of what came back into stock, in place of what others were used or made since. */
  replaced: number
  credits: readonly CreditGoods[]
  returns: readonly ReturnGoods[]
}

/** What is credited, and neither in stock nor aside by it or by a note. */
export const countOpen = ({ quantity, restocked, backbynote, backaside }: CreditGoods) =>
  limit(quantity - restocked - backbynote - backaside)

/** The figures that documents ask for. */
export function countGoods(goods: LineGoods) {
  const { total, out, noted, notedaside, charged, credits, returns } = goods
  const instock = noted + sum(credits, ({ restocked }) => restocked)
  const aside = notedaside - sum(credits, ({ fromaside }) => fromaside)
  const asidecredited = sum(credits, ({ backaside }) => backaside)
  const awaited = sum(credits, (credit) => credit.awaited)
  const forgood = credits.filter(({ again }) => !again)
  const settled = sum(
    forgood,
    (credit) => credit.restocked + credit.backbynote - credit.awaited - credit.outagain,
  )
  const free = sum(forgood, ({ quantity, restocked, backbynote }) => limit(quantity - restocked - backbynote))
  return {
    instock,
    /** Of what is aside, what no credit note has credited, and what one has. */
    aside: limit(aside - asidecredited),
    asidecredited,
    awaited,
    /** Of what is in stock: nobody waits for it any more. What was credited for good is replaced by nothing. */
    replaced: limit(goods.replaced, instock - settled),
    settled,
    /** Never delivered by a note, and not in stock again. */
    undelivered: total - instock - aside - (out - awaited),
    /** Credited for good, and back by nothing. */
    givenaway: sum(forgood, countOpen),
    /** Above zero: that much is invoiced of what nobody keeps; below zero, that much is to be invoiced. */
    over: charged + free - (total - instock),
    uncredited: sum(returns, ({ uncredited }) => uncredited),
  }
}

const byTime = (a: CreditGoods, b: CreditGoods) =>
  a.invoiceid === b.invoiceid ? a.position - b.position : a.invoiceid < b.invoiceid ? -1 : 1
const flags = (is: boolean, than: boolean) => Number(than) - Number(is)

/** What was credited as returned first, for good and then to be invoiced again; then the rest. */
const byReturn = (rows: readonly CreditGoods[]) =>
  rows.toSorted((a, b) => flags(a.returned, b.returned) || flags(!a.again, !b.again) || byTime(a, b))

/** What is to be invoiced again first. */
export const byAgain = (rows: readonly CreditGoods[]) =>
  rows.toSorted((a, b) => flags(a.again, b.again) || flags(a.returned, b.returned) || byTime(a, b))

/** After a note brought goods back. `before`: of these, what a credit note had brought in. */
type Back = { after: LineGoods; before: number }

/**
 * Goods come back by a note: those that credit notes brought in before it, then those that they credited, then others. Goods that are
 * not put into stock are first those that were credited without it. `unsold`: they lay on consignment, so that they were not out.
 */
export function bringBack(
  goods: LineGoods,
  quantity: number,
  { instock, scrapped = false, unsold = false, ...about }: Return,
): Back {
  const was = countGoods(goods)
  let again = limit(-was.over)
  // What was credited for another reason than a return is first what never left.
  let never = limit(was.undelivered)
  const openTo = (row: CreditGoods) => {
    const open = countOpen(row)
    // Of what was to be invoiced again, what is invoiced anew is among what stands.
    if (row.again) return Math.min(open, again)
    if (row.returned) return open
    const stayed = limit(never, open)
    never -= stayed
    return open - stayed
  }
  const match = (rows: readonly CreditGoods[], most: number, is: (row: CreditGoods) => boolean) => {
    const uses = { instock: { backbynote: 1, backaside: 0 }, aside: { backbynote: 0, backaside: 1 } }
    const use = uses[instock ? 'instock' : 'aside']
    return take(byReturn(rows), {
      quantity: most,
      most: (row) => (is(row) ? openTo(row) : 0),
      by: (row, taken) => {
        if (row.again) again -= taken
        const backbynote = row.backbynote + use.backbynote * taken
        return { ...row, backbynote, backaside: row.backaside + use.backaside * taken }
      },
    })
  }
  // Of what is out by notes, what a credit note brought in is in stock.
  const first = instock
    ? { rows: goods.credits, taken: 0 }
    : match(goods.credits, limit(quantity, goods.out - was.awaited), ({ returned }) => returned)
  const said = take(byReturn(first.rows), {
    quantity: quantity - first.taken,
    most: ({ awaited }) => (unsold ? 0 : awaited),
    by: (row, taken) => ({ ...row, awaited: row.awaited - taken }),
  })
  const before = said.taken
  const came = quantity - before
  const laid = takeAgain(said.rows, unsold ? came : 0, true)
  // Goods that were charged wrongly were not given back.
  const matched = match(laid.rows, came - first.taken - laid.taken, ({ again: is }) => instock || !is)
  // What went out again and is not charged yet is as it was before. Others go out for what is scrapped, and what is unsold was never out.
  const undone =
    instock && !scrapped && !unsold ? limit(came - laid.taken - matched.taken, countDue(goods)) : 0
  const rest = takeAgain(matched.rows, undone, false)
  const after = {
    ...goods,
    out: unsold ? goods.out : goods.out - quantity,
    noted: goods.noted + (instock ? came : 0),
    notedaside: goods.notedaside + (instock ? 0 : came),
    credits: rest.rows,
  }
  // A credit of what was charged wrongly is no credit of what came back.
  const credited = sum(rest.rows, (row) => {
    if (!row.returned && row.again) return 0
    const old = goods.credits.find((one) => isSameCredit(one, row)) as CreditGoods
    return row.backbynote - old.backbynote
  })
  const uncredited = instock ? limit(came - credited - laid.taken - rest.taken) : 0
  return { before, after: { ...after, returns: [...goods.returns, { ...about, scrapped, uncredited }] } }
}

/** Of what was credited, is in stock by that and left it again, what is back: it had been `laid` out on consignment, or delivered. */
const takeAgain = (rows: readonly CreditGoods[], quantity: number, islaid: boolean) =>
  take(byAgain(rows), {
    quantity,
    most: (row) => (islaid ? row.laid : row.outagain - row.laid),
    by: (row, taken) => ({
      ...row,
      outagain: row.outagain - taken,
      laid: islaid ? row.laid - taken : row.laid,
    }),
  })

/** What of a fixed price is not invoiced, as the figures of `listInvoicedFigures` have it; nothing where the price is by the line. */
function countDue({ whole, charged, credits }: LineGoods): number {
  if (whole === null) return 0
  const settled = sum(credits, ({ again, quantity, restocked, backbynote, outagain, laid }) =>
    again ? restocked + backbynote - outagain + laid : quantity - outagain + laid,
  )
  return limit(whole - charged - settled)
}

type Return = { id: string; dateutc: string; instock: boolean; scrapped?: boolean; unsold?: boolean }

export const isSameCredit = (a: Place, b: Place) => a.invoiceid === b.invoiceid && a.position === b.position
type Place = Pick<CreditGoods, 'invoiceid' | 'position'>

export const isAfter = (issuedutc: string | null, dateutc: string) => !issuedutc || dateutc > issuedutc

/** Of what came back into stock by notes after an invoice was issued, what no credit note has credited. */
export const countUncredited = ({ returns }: LineGoods, issuedutc: string | null): number =>
  sum(returns, ({ dateutc, uncredited }) => (isAfter(issuedutc, dateutc) ? uncredited : 0))

/** Of what came back and lies at the client’s on consignment, what no credit note has credited. */
export const countLying = ({ laid, credits }: LineGoods): number =>
  limit(laid - sum(credits, (row) => row.laid))

/** `countUncredited`, with what came back before it and is charged by it all the same, as a fixed price does. */
export function countInStock(goods: LineGoods, issuedutc: string | null): number {
  const { over, uncredited } = countGoods(goods)
  // By the line, what lies there is what is charged, and is not in stock. A fixed price is charged wherever its goods are.
  const lying = goods.whole === null ? countLying(goods) : 0
  return Math.max(countUncredited(goods, issuedutc), limit(over - lying, uncredited))
}

/** What came back into stock less what others were used or made in place of: what came back first is replaced first. */
export const withoutReplaced = (goods: LineGoods): LineGoods['returns'] =>
  takeUncredited(goods.returns, countGoods(goods).replaced).rows

/** What is to be replaced is credited last, and goes out first. */
export const byFate = (rows: LineGoods['returns']) => rows.toSorted((a, b) => flags(!a.scrapped, !b.scrapped))

/** Of what came back into stock, what is credited, or goes out again. */
export const takeUncredited = (rows: LineGoods['returns'], quantity: number, is = (_: ReturnGoods) => true) =>
  take(rows, {
    quantity,
    most: (row) => (is(row) ? row.uncredited : 0),
    by: (row, taken) => ({ ...row, uncredited: row.uncredited - taken }),
  })

/** An invoice charges more; `at`: when it was issued, unless it is a draft. */
export const invoiceGoods = (goods: LineGoods, quantity: number, at = goods.invoicedutc): LineGoods => ({
  ...goods,
  charged: goods.charged + quantity,
  invoicedutc: at,
})

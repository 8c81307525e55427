import {
  byAgain,
  byFate,
  type CreditGoods,
  countGoods,
  countUncredited,
  type LineGoods,
  withoutReplaced,
} from './line-goods.ts'
import { limit, sum, take } from './take-from-rows.ts'

/** `redelivered`: out of stock again; `mended`: of what was in none; `unbooked`: of the rest, what nobody had booked as used or made. */
type Sent = { after: LineGoods; redelivered: number; mended: number; unbooked: number }

/**
 * Of what the job made, what may go on consignment that no note had: what an invoice charges has left stock. A fixed price is charged
 * wherever its goods are.
 */
export function countFresh(goods: LineGoods): number {
  const { undelivered, over } = countGoods(goods)
  // While goods that came back since the last invoice are not credited, they may be the invoiced ones.
  return goods.whole === null
    ? limit(undelivered, countUncredited(goods, goods.invoicedutc) - over)
    : undelivered
}

/**
 * A note delivers first what the client never had, then what came back to be mended, then what came back into stock, then what was
 * credited and is in no stock. `fresh`: of goods on consignment, which stay ours until they are sold, what may go that no note had.
 */
export function sendOut(goods: LineGoods, quantity: number, fresh?: number): Sent {
  const { undelivered, instock, awaited, aside, asidecredited, uncredited, replaced } = countGoods(goods)
  const beyond = quantity - (fresh ?? undelivered)
  const islaid = fresh !== undefined
  const byPiece = (row: CreditGoods) => islaid || goods.whole === null || !followsClient(row)
  const tomend = limit(quantity, aside, beyond)
  const redelivered = limit(quantity - tomend, instock - awaited - replaced, beyond - tomend)
  const credited = limit(quantity - tomend - redelivered, asidecredited, beyond - tomend - redelivered)
  // Of what is not credited, what came back last goes first: what came back before an invoice, that did not charge.
  const free = new Map(withoutReplaced(goods).map(({ id, uncredited: left }) => [id, left]))
  const returns = take(byFate(goods.returns).toReversed(), {
    quantity: limit(redelivered, uncredited - replaced),
    most: ({ id }) => free.get(id) ?? 0,
    by: (row, taken) => ({ ...row, uncredited: row.uncredited - taken }),
  })
  const back = take(byAgain(goods.credits), {
    quantity: credited,
    most: ({ backaside }) => backaside,
    by: (row, taken) => ({
      ...{ ...row, backaside: row.backaside - taken },
      ...giveBack(row, taken, byPiece(row) ? islaid : undefined),
    }),
  })
  const charged = take(back.rows, {
    quantity: redelivered - returns.taken,
    most: ({ restocked, backbynote, awaited: waiting, outagain }) =>
      restocked + backbynote - waiting - outagain,
    by: (row, taken) => (byPiece(row) ? { ...row, ...leave(row, taken, islaid) } : row),
  })
  const mended = tomend + credited
  const sent = {
    ...goods,
    out: islaid ? goods.out : goods.out + quantity,
    noted: goods.noted - redelivered,
    notedaside: goods.notedaside - mended,
    credits: charged.rows,
    returns: returns.rows.toReversed(),
  }
  const unbooked = limit(Math.min(quantity - undelivered, quantity) - mended - redelivered)
  if (islaid) return { redelivered, mended, unbooked, after: sent }
  const again = chargeBeyond(sent, quantity)
  const booked = goods.ismade ? 0 : limit(again.taken - charged.taken - credited, unbooked)
  const after = replaceCredited(takeUnused(again.after, booked))
  return { mended, redelivered: redelivered + booked, unbooked: unbooked - booked, after }
}

/** On consignment (`islaid`) it is charged once it is sold. */
const leave = ({ outagain, laid }: CreditGoods, quantity: number, islaid: boolean) => ({
  outagain: outagain + quantity,
  laid: islaid ? laid + quantity : laid,
})

/**
 * What came back and was credited is charged once it goes out again, mended or not; what was given away stays given. `islaid`: nothing
 * where `chargeBeyond` says what is charged.
 */
const giveBack = (row: CreditGoods, quantity: number, islaid: boolean | undefined) =>
  isChargedOnce(row)
    ? {
        backbynote: row.backbynote + limit(quantity, row.quantity - row.restocked - row.backbynote),
        ...(islaid !== undefined && leave(row, quantity, islaid)),
      }
    : {}

/** Whether it came back and was credited for good, so that it is charged once it goes out again. */
const isChargedOnce = ({ returned, again }: CreditGoods) => returned && !again

/** Of what came back aside, what is charged once others go out in its place. */
const countAside = (row: CreditGoods) =>
  isChargedOnce(row) ? limit(row.backaside, row.quantity - row.restocked - row.backbynote) : 0

/** At a fixed price, of what was credited, what came back, with what went out again. */
const countBack = (row: CreditGoods) => row.restocked + row.backbynote + countAside(row)

/** Whether a fixed price is charged again for it by what the client has: what was charged wrongly is due again without that. */
const followsClient = ({ again, returned }: CreditGoods) => !again || returned

/** Above zero: what the client has of a fixed price beyond what credit notes left of it. What lies on consignment is with us. */
function countBeyond({ whole, ...goods }: LineGoods): number {
  if (whole === null) return 0
  const settled = sum(goods.credits.filter(followsClient), (row) => countBack(row) - row.outagain + row.laid)
  return goods.out - sum(goods.credits, ({ awaited }) => awaited) - (whole - settled)
}

/** Of so many that the client got, what `countBeyond` says is charged again. */
function chargeBeyond(goods: LineGoods, quantity: number) {
  const { rows, taken } = take(byAgain(goods.credits), {
    quantity: limit(quantity, countBeyond(goods)),
    most: (row) => (followsClient(row) ? countBack(row) - row.awaited - row.outagain : 0),
    by: (row, some) => ({
      ...row,
      outagain: row.outagain + some,
      backbynote: row.backbynote + limit(some, countAside(row)),
    }),
  })
  return { after: { ...goods, credits: rows }, taken }
}

/** What was credited, is in stock and is charged again by others that the client has: these are in its place. */
function replaceCredited(goods: LineGoods): LineGoods {
  if (goods.whole === null) return goods
  const { instock, uncredited } = countGoods(goods)
  const withus = sum(goods.credits, (row) => limit(countBack(row) - row.outagain))
  return { ...goods, replaced: Math.max(goods.replaced, limit(instock - uncredited - withus)) }
}

/** What a fixed price charges again and nobody had booked as used is used by its note, as what came back into stock is. */
function takeUnused(goods: LineGoods, quantity: number): LineGoods {
  const { rows } = take(goods.credits, {
    quantity,
    most: (row) => (followsClient(row) ? limit(row.backbynote, row.outagain) : 0),
    by: (row, taken) => ({
      ...{ ...row, restocked: row.restocked + taken, backbynote: row.backbynote - taken },
    }),
  })
  return { ...goods, noted: goods.noted - quantity, credits: rows }
}

/**
 * Of `unsold` goods on consignment some are sold: first those that nobody credited, then those that are charged again by it. A fixed
 * price is charged again by what the client has by then.
 */
export function sellLaid(goods: LineGoods, quantity: number, unsold: number): LineGoods {
  const after = { ...goods, out: goods.out + quantity, sold: goods.sold + quantity }
  const laid = sum(goods.credits, (row) => row.laid)
  const isFixed = goods.whole !== null
  const sold = take(byAgain(goods.credits), {
    quantity: isFixed ? limit(quantity, countBeyond(after)) : limit(quantity - (unsold - laid)),
    most: (row) => row.laid,
    by: (row, taken) => ({ ...row, laid: row.laid - taken }),
  })
  if (!isFixed) return { ...after, credits: sold.rows }
  // What was sold and is not charged again is with us no more, as others are in its place.
  const given = take(sold.rows, {
    quantity: limit(laid - sold.taken - (unsold - quantity)),
    most: (row) => row.laid,
    by: (row, taken) => ({ ...row, laid: row.laid - taken, outagain: row.outagain - taken }),
  })
  return chargeBeyond({ ...after, credits: given.rows }, quantity - sold.taken).after
}

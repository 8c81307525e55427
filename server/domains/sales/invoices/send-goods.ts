import {
  byAgain,
  byFate,
  type CreditGoods,
  countGoods,
  type LineGoods,
  withoutReplaced,
} from './line-goods.ts'
import { limit, sum, take } from './take-from-rows.ts'

/** `redelivered`: out of stock again; `mended`: of what was in none. */
type Sent = { after: LineGoods; redelivered: number; mended: number }

/**
 * Of what the job made, what may go on consignment that no note had: what an invoice charges has left stock. A fixed price is charged
 * wherever its goods are.
 */
export function countFresh(goods: LineGoods): number {
  const { undelivered, over, uncredited } = countGoods(goods)
  // While goods that came back are not credited, they may be the invoiced ones.
  return goods.whole === null ? limit(undelivered, uncredited - over) : undelivered
}

/**
 * A note delivers first what the client never had, then what came back to be mended, then what came back into stock, then what was
 * credited and is in no stock. `fresh`: of goods on consignment, which stay ours until they are sold, what may go that no note had.
 */
export function sendOut(goods: LineGoods, quantity: number, fresh?: number): Sent {
  const { undelivered, instock, awaited, aside, asidecredited, uncredited, replaced } = countGoods(goods)
  const beyond = quantity - (fresh ?? undelivered)
  const islaid = fresh !== undefined
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
    by: (row, taken) => ({ ...row, backaside: row.backaside - taken, ...chargeAgain(row, taken, islaid) }),
  })
  const charged = take(back.rows, {
    quantity: redelivered - returns.taken,
    most: ({ restocked, backbynote, awaited: waiting, outagain }) =>
      restocked + backbynote - waiting - outagain,
    by: (row, taken) => ({ ...row, ...leave(row, taken, islaid) }),
  })
  const mended = tomend + credited
  const { out, noted, notedaside } = goods
  return {
    ...{ redelivered, mended },
    after: {
      ...goods,
      out: islaid ? out : out + quantity,
      noted: noted - redelivered,
      notedaside: notedaside - mended,
      credits: charged.rows,
      returns: returns.rows.toReversed(),
    },
  }
}

/** On consignment (`islaid`) it is charged once it is sold. */
const leave = ({ outagain, laid }: CreditGoods, quantity: number, islaid: boolean) => ({
  outagain: outagain + quantity,
  laid: islaid ? laid + quantity : laid,
})

/** What came back and was credited is charged once it goes out again, mended or not; what was given away stays given. */
const chargeAgain = (row: CreditGoods, quantity: number, islaid: boolean) =>
  row.returned && !row.again ? { backbynote: row.backbynote + quantity, ...leave(row, quantity, islaid) } : {}

/** Of `unsold` goods on consignment some are sold: first those that nobody credited, then those that are charged again by it. */
export function sellLaid(goods: LineGoods, quantity: number, unsold: number): LineGoods {
  const laid = sum(goods.credits, (row) => row.laid)
  const { rows } = take(byAgain(goods.credits), {
    quantity: limit(quantity - (unsold - laid)),
    most: (row) => row.laid,
    by: (row, taken) => ({ ...row, laid: row.laid - taken }),
  })
  return { ...goods, credits: rows }
}

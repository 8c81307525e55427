import {
  byAgain,
  byFate,
  type CreditGoods,
  countGoods,
  countInStock,
  countLying,
  countOpen,
  countUncredited,
  isAfter,
  type LineGoods,
  takeUncredited,
} from './line-goods.ts'
import { limit, sum, take } from './take-from-rows.ts'

/**
 * `ticked`: whether goods come into stock by it; as long as nobody says, returned goods do of which no note has said that they came back.
 * `issuedutc`: of the invoice. `never`: of what is invoiced, what nobody had. `most`: what may come into stock, where so much of it was put back by notes.
 */
type Crediting = Pick<CreditGoods, 'quantity' | 'returned' | 'again' | 'invoiceid' | 'position'> & {
  ticked?: boolean
  issuedutc: string | null
  never?: number
  most: (instock: number) => number
}

/** Of what a fixed price charges, what nobody used, made or has, nor brought back: it is with us. */
function countUnused(goods: LineGoods): number {
  const { over, uncredited, undelivered } = countGoods(goods)
  return goods.whole === null ? 0 : limit(over - uncredited - countLying(goods) - limit(-undelivered))
}

/** Of what notes delivered, what may be returned beside `more`: returned goods are those first. */
const countNoted = ({ out, credits }: LineGoods, more: number): number =>
  limit(out - more - sum(credits, (row) => row.awaited + (row.returned ? countOpen(row) : 0)))

/** `soldback`: of what was sold from consignment, what comes in: its note is told of it at once, so it is not awaited. */
type Credited = { after: LineGoods; credit: CreditGoods; soldback: number }

/**
 * What a credit note credits: goods that came back into stock since the invoice; then what is ticked; then what came back aside, what
 * was in stock before the invoice, and at last what is with the client.
 */
export function creditGoods(goods: LineGoods, asked: Crediting): Credited {
  const { invoiceid, position, returned, again, quantity, ticked, issuedutc } = asked
  const { over, aside, undelivered, awaited: waiting } = countGoods(goods)
  const instock = countInStock(goods, issuedutc)
  // What came back before the invoice is not what is returned now; and who was charged wrongly pays the same price again.
  const since = returned || again ? countUncredited(goods, issuedutc) : instock
  const charged = limit(quantity, since, over)
  const isLate = ticked === undefined && returned
  let rest = quantity - charged
  const use = (...most: number[]) => {
    const taken = limit(rest, ...most)
    rest -= taken
    return taken
  }
  const early = ticked ? use(asked.most(charged)) : 0
  const fromaside = limit(early, aside)
  const backaside = returned ? use(aside - fromaside) : 0
  const uncharged = returned ? use(instock - charged) : 0
  const restocked = early + (isLate ? use(asked.most(charged + uncharged + backaside)) : 0)
  // What came back, is charged and lies on consignment is credited once nothing else that is charged is with the client.
  const due = limit(goods.charged - limit(over) - restocked)
  const unsold = again ? 0 : limit(rest - due, over - charged, countLying(goods))
  // The credit of what nobody had gives nothing away.
  const never = again ? 0 : limit(rest - unsold, asked.never ?? 0)
  // At a fixed price that is charged once the client has it.
  const unused = again ? 0 : limit(rest - unsold - never, countUnused(goods) - never)
  const backbynote = charged + uncharged + unsold + never + unused
  const beyond = restocked - fromaside
  // Goods that are returned were delivered; for another reason, they may never have left.
  const delivered = returned ? beyond : beyond - limit(beyond, undelivered)
  const awaited = limit(delivered, goods.out - goods.sold - waiting)
  const soldback = limit(delivered - awaited, goods.sold)
  // What came back aside, was credited and is invoiced anew is credited once more.
  const twice = take(byAgain(goods.credits), {
    quantity: limit(beyond - awaited - soldback - Math.max(0, undelivered)),
    most: (row) => row.backaside,
    by: (row, taken) => ({ ...row, backaside: row.backaside - taken }),
  })
  const open = quantity - restocked - backbynote - backaside
  const instead = undelivered - (beyond - awaited - soldback)
  const putaside = returned && !again ? limit(open - countNoted(goods, awaited + soldback), instead) : 0
  const counted = {
    ...{ quantity, restocked, awaited, backbynote, backaside: backaside + putaside },
    fromaside: fromaside + twice.taken - putaside,
  }
  const credit = { invoiceid, position, returned, again, ...counted, outagain: unsold + never, laid: unsold }
  const here = charged + uncharged
  const later = takeUncredited(byFate(goods.returns), here, ({ dateutc }) => isAfter(issuedutc, dateutc))
  const returns = takeUncredited(later.rows, here - later.taken).rows
  const after = {
    ...goods,
    charged: goods.charged - quantity,
    out: goods.out - soldback,
    sold: goods.sold - soldback,
    credits: [...twice.rows, credit],
    returns,
  }
  return { credit, soldback, after }
}

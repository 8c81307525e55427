import { lotQuantity } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'

/** Base units; days are `YYYY-MM-DD`. `id`: of whatever asks, null for stock; `productid`: what it goes into. */
export type Demand = { id: string | null; productid?: string; day: string; quantity: Quantity }
/** What is ordered or being made, and has not come. */
export type PlannedReceipt = { id: string; day: string; quantity: Quantity }

export type Lot = { minimum?: Quantity | null; packsize?: Quantity | null }

export type Supply = {
  /** All that lies there: never less what is reserved, which is demand already. */
  onhand: Quantity
  receipts: readonly PlannedReceipt[]
  /** What must always be there: counted once for the item. */
  safety: Quantity
  lot: Lot
}

/** For which demand a part of a proposal is; null: to bring stock to what must always be there. */
type ProposalPeg = { demand: Demand | null; quantity: Quantity }

/** before + received − demanded = projected; safety − projected = net, which the lot rounds to quantity. */
type Arithmetic = Record<
  'before' | 'received' | 'demanded' | 'projected' | 'safety' | 'net' | 'quantity' | 'after',
  Quantity
> & { minimum: Quantity | null; packsize: Quantity | null }

export type Proposal = {
  day: string
  quantity: Quantity
  pegs: ProposalPeg[]
  /** What rounding adds to what is needed: the pegs and it come to the quantity. */
  surplus: Quantity
  arithmetic: Arithmetic
}

export type Balance = {
  day: string
  received: Quantity
  demanded: Quantity
  proposed: Quantity
  after: Quantity
}

export type Net = {
  /** Today, and every day on which something is needed or comes. */
  days: Balance[]
  proposals: Proposal[]
}

/**
 * Day by day: projected = before + receipts − demand, net = what is missing to the safety stock, order = its lot.
 * What is past counts today: demand that was not met, and goods that are overdue.
 */
export function netItem(supply: Supply, demands: readonly Demand[], today: string): Net {
  const { safety, lot } = supply
  const [needed, coming] = [byDay(demands, today), byDay(supply.receipts, today)]
  const stock = new PegStock(supply.onhand, safety)
  const days: Balance[] = []
  const proposals: Proposal[] = []
  let before = supply.onhand
  for (const day of [...new Set([today, ...needed.keys(), ...coming.keys()])].sort()) {
    const [wanted, received] = [needed.get(day) ?? [], sum(coming.get(day))]
    const demanded = sum(wanted)
    const projected = asQuantity(before + received - demanded)
    const net = asQuantity(Math.max(0, safety - projected))
    const quantity = lotQuantity(net, lot)
    const after = asQuantity(projected + quantity)
    stock.receive(received)
    const pegs = stock.serve(wanted, quantity)
    if (quantity > 0)
      proposals.push({
        ...{ day, quantity, pegs, surplus: asQuantity(quantity - sum(pegs)) },
        arithmetic: {
          ...{ before, received, demanded, projected, safety, net, quantity, after },
          ...{ minimum: lot.minimum ?? null, packsize: lot.packsize ?? null },
        },
      })
    days.push({ day, received, demanded, proposed: quantity, after })
    before = after
  }
  return { days, proposals }
}

/** Serves demand in the order of its days, first from what is there. */
class PegStock {
  private free: number
  private missing: number

  constructor(onhand: Quantity, safety: Quantity) {
    this.free = Math.max(0, onhand - safety)
    this.missing = Math.max(0, safety - onhand)
  }

  receive(quantity: number) {
    this.free += quantity
  }

  /** What the proposal of the day is for; what it adds beyond that is free for later. */
  serve(wanted: readonly Demand[], quantity: number): ProposalPeg[] {
    const asked = [
      { demand: null, left: this.take(this.missing) },
      ...wanted.map((demand) => ({ demand, left: this.take(demand.quantity) })),
    ]
    const pegs = asked.flatMap(({ demand, left }) => (left > 0 ? { demand, quantity: asQuantity(left) } : []))
    this.missing = 0
    this.free += quantity - sum(pegs)
    return pegs
  }

  private take(quantity: number): number {
    const taken = Math.min(this.free, quantity)
    this.free -= taken
    return quantity - taken
  }
}

const sum = (of: readonly { quantity: number }[] = []) =>
  asQuantity(of.reduce((so, { quantity }) => so + quantity, 0))

function byDay<T extends { day: string }>(all: readonly T[], today: string): Map<string, T[]> {
  return Map.groupBy(all, ({ day }) => (day < today ? today : day))
}

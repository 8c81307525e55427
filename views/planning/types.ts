/** What open jobs need of an item, or one job of it; millionths of the base unit. */
export type NeededMaterial = {
  id: string
  code: string
  name: string
  unit: string
  supplier: { id: string; name: string } | null | ''
  required: number
  used: number
  reserved: number
  onhand: number
  available: number
  onorder: number
  /** On drafts of orders: nothing that comes. */
  drafted: number
  /** What open jobs make of it. */
  making: number
  /** What neither stock nor what is on order or being made covers. */
  short: number
  needed: string | null
  /** Whether something of it is still needed. */
  open: boolean
  overdue: boolean
  /** Why it cannot be ordered as it stands. */
  gaps: readonly string[]
  /** Whether a job of this board needs it. */
  here: boolean
}

/** What one job needs of an item. */
export type JobMaterial = {
  id: string
  job: { reference: string; description: string; href?: string; approved: boolean }
  item: { id: string; code: string; name: string; unit: string }
  required: number
  used: number
  open: number
  short: number
  needed: string | null
  /** By the bill of a product that the job makes. */
  exploded: boolean
}

/** What is to be ordered of an item for one day; millionths of its base unit unless said otherwise. */
export type ProposalRow = {
  id: string
  item: { id: string; code: string; name: string; unit: string }
  supplier: { id: string; name: string } | null
  /** Who else sells it. */
  sellers: readonly { id: string; name: string }[]
  needed: string
  /** Whether a job that it is for says when it starts. */
  dated: boolean
  quantity: number
  surplus: number
  pegs: { label: string; jobid: string | null; dated: boolean; approved: boolean; quantity: number }[]
  /** The last day on which to order, days since then, and when it comes. */
  orderday: string
  late: number
  arrival: string
  beyond: boolean
  lead: number
  orderunit: string
  orderquantity: number
  price: number | null
  /** A larger quantity, in the unit of the order, that costs less. */
  cheaper: number | null
  arithmetic: Record<
    'before' | 'received' | 'demanded' | 'projected' | 'safety' | 'net' | 'quantity' | 'after',
    number
  > & {
    minimum: number | null
    packsize: number | null
  }
  drafted: number
  gaps: readonly string[]
  /** Nothing is ordered of it until somebody restores it. */
  archived: boolean
}

/** What to ask of an order that is on its way. */
export type OrderMessageRow = {
  id: string
  order: { id: string; number: string }
  supplier: string
  item: { id: string; code: string; name: string; unit: string }
  kind: 'expedite' | 'defer' | 'increase' | 'decrease' | 'cancel' | 'overdue'
  day: string | null
  quantity: number | null
  expected: string | null
}

import type { OrderState } from '#db/schema/tenant/index.ts'

type Link = { id: string; name: string }

/** Amounts in cents; null for who sees no prices. */
export type OrderSummary = {
  id: string
  version: number
  state: OrderState
  number: string | null
  date: string
  required: string | null
  expected: string | null
  /** Goods should have come before today. */
  late: boolean
  supplier: Link
  organisation: Link
  reference: string
  note: string
  lines: number
  total: number | null
}

/** Quantities in millionths of the unit, the rate in ten-thousandths of a rand. */
export type OrderLine = {
  id: string
  inventoryid: string | null
  code: string
  description: string
  suppliercode: string
  suppliername: string
  receivable: boolean
  unit: string
  quantity: number
  rate: number | null
  /** Of one base unit, where the line is in another. */
  baserate: number | null
  baseunit: string
  discount: number | null
  net: number | null
  /** `board`: its slug. */
  job: { id: string; reference: string; board: string } | null
  note: string
  /** Why planning proposed it. */
  planned: string
  /** On a draft, what speaks for another quantity. */
  hints: readonly string[]
  received: number
  returned: number
  closedshort: number
  open: number
  surplus: number
  creditdue: number
  /** What no invoice of the supplier charges: of goods what came, of others as ordered. */
  uncharged: number
  /** Where it is put if nothing else is said. */
  storageid: string | null
  barcode: string
}

type ReceiptLine = {
  lineid: string
  description: string
  quantity: number
  unit: string
  storage: Link | null
}

export type GoodsReceipt = {
  id: string
  date: string
  user: string
  reference: string
  reason: string
  undone: { date: string; by: string } | null
  lines: ReceiptLine[]
}

type GoodsReturned = {
  id: string
  lineid: string
  description: string
  quantity: number
  unit: string
  again: boolean
  storage: Link | null
  reason: string
  date: string
  user: string
}

export type OrderDetail = OrderSummary & {
  sent: string | null
  cancelled: string | null
  items: OrderLine[]
  receipts: GoodsReceipt[]
  returns: GoodsReturned[]
}

/** `sums`: what the orders of each state come to; null for who sees no prices. */
export type OrderCounts = Record<OrderState, number>
export type OrderFigures = {
  counts: OrderCounts
  late: number
  sums: OrderCounts | null
}

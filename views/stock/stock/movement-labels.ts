import type { LedgerKind } from '#db/schema/tenant/index.ts'
import { stockDirection } from '#db/stock-classes.ts'

const kindLabels: Record<LedgerKind, string> = {
  line: 'Jobs',
  inbound: 'Booked in',
  outbound: 'Booked out',
  count: 'Counts',
  delivery: 'Delivery notes',
  sale: 'Sold by invoice',
  price: 'Worth changed',
  receipt: 'Received',
  supplierreturn: 'Back to suppliers',
  reversal: 'Undone',
}

export const movementKindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))

type Moved = {
  kind: string
  quantity: number
  inventoryclass: number | null
  reverses: number | null
  valuedby?: string
}

/** What a movement was, in a word or two; for a job's line by what the line does and which way it went. */
export function movementLabel({ kind, quantity, inventoryclass, reverses, valuedby }: Moved): string {
  if (kind === 'reversal') return `Took back no. ${reverses}`
  if (kind === 'inbound') return 'Booked in'
  if (kind === 'price') return 'Worth changed'
  if (kind === 'outbound') return 'Booked out'
  if (valuedby === 'moved') return quantity < 0 ? 'Left its place' : 'Came to this place'
  if (kind === 'delivery') return quantity < 0 ? 'Delivered' : 'Came back'
  if (kind === 'sale') return quantity < 0 ? 'Sold' : 'Sale taken back'
  if (kind === 'receipt') return quantity < 0 ? 'Receipt taken back' : 'Received'
  if (kind === 'supplierreturn') return 'Back to the supplier'
  if (kind === 'count') return quantity === 0 ? 'Counted, as expected' : 'Counted'
  if (stockDirection(inventoryclass) > 0) return quantity > 0 ? 'Made' : 'Made, taken back'
  return quantity < 0 ? 'Used' : 'Returned'
}

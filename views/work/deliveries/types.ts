type Named = { id: string; name: string }

export type DeliveryStatus = 'draft' | 'issued' | 'delivered' | 'returned'
export type DeliveryCounts = Record<DeliveryStatus, number>

/** A delivery note in a list. */
export type DeliverySummary = {
  id: string
  version: number
  state: DeliveryStatus
  /** An issued one has a number. */
  number: string | null
  /** Of its issue; of a draft, of its beginning. */
  date: string
  reference: string
  waybill: string
  carrier: string
  board: Named & { slug: string }
  organisation: Named
  client: Named | null
  location: Named | null
  /** Of goods on consignment: the place at the client's where they stay ours. */
  consignment: Named | null
  /** The references of its jobs. */
  jobs: string[]
  lines: number
  delivered: string | null
  receivedby: string
}

/** Quantities in millionths of the unit. */
export type DeliveryLine = {
  id: string
  materialid: string
  job: { id: string; reference: string }
  code: string
  consignmentcode: string
  description: string
  unit: string
  quantity: number
  returned: number
  sold: number
  /** The most that it may have on this note. */
  most: number
  /** The piece of equipment in which it is packed. */
  package: (Named & { barcode: string }) | null
  remark: string
  /** As long as it is a draft: what of it is not there, in words; what of it came back to be mended, or into stock; and what it books as used or made (`isdue`: its job is to be invoiced for it). */
  short: string
  mended?: number
  instock?: number
  booked?: { quantity: number; ismade: boolean; isdue: boolean }
}

export type DeliveryEvent = {
  id: string
  kind: 'returned' | 'restocked' | 'mended' | 'scrapped' | 'sold'
  lineid: string
  description: string
  unit: string
  quantity: number
  storage: string
  reason: string
  date: string
  user: string
}

export type DeliveryDetail = DeliverySummary & {
  issued: string | null
  original: string | null
  signed: boolean
  provenby: string
  items: DeliveryLine[]
  events: DeliveryEvent[]
}

/** What is still to be delivered of a line of a job. */
export type Undelivered = {
  materialid: string
  job: { id: string; reference: string }
  client: Named | null
  location: Named | null
  code: string
  description: string
  unit: string
  ordered: number
  /** What the estimate says of it, and whether it came beside what was approved. */
  estimated: number
  made: number
  /** Made by its job, or used of stock. */
  ismade: boolean
  left: number
  /** What of that the job made or used, where it did any of it: the rest is not expected to go. */
  ready: number
  /** Came back and was credited: it goes out again only where somebody chooses to. */
  credited: number
  /** Of what may go out, what came back to be mended, which moves no stock; and what came back into stock. */
  mended?: number
  instock?: number
}

/** What lies at a client's, neither sold nor back. */
export type Consigned = {
  lineid: string
  delivery: { id: string; number: string; date: string }
  storage: Named
  job: string
  code: string
  description: string
  unit: string
  quantity: number
  returned: number
  sold: number
  left: number
}

/** `quantity`: delivered and not invoiced; below zero, invoiced and not with the client, of which `tocredit` came back. */
export type ToBill = {
  materialid: string
  /** What is ordered, of a job of which a percentage is invoiced. */
  of?: number
  description: string
  unit: string
  quantity: number
  tocredit: number
  /** Came back and was scrapped: others are to go out in its place, unless it is credited. */
  toreplace: number
  /** Came back to be mended, and is to go out again, unless it is credited. */
  tomend: number
  /** In stock again by a credit note, of which no note says yet that it came back. */
  awaited: number
}

/** Several notes that are changed one after another. */
export type ManyDeliveries = {
  id: string
  status: 'issued' | 'delivered'
  rows: { id: string; name: string; state: 'waiting' | 'done' | 'refused'; message: string }[]
  running: boolean
  /** Somebody asked for no more. */
  stopped: boolean
}

/** The invoice of a job of a note, and what of it came back and is to be credited. */
export type NoteInvoice = { id: string; number: string; tocredit: readonly ToBill[] }

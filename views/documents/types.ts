import type { ApprovedBefore } from './approved-before.ts'
/**
 * What a document prints. Amounts are whole cents, rates ten-thousandths of a rand, quantities millionths of a unit, percentages
 * ten-thousandths of a percent (as in `server/money`), dates `YYYY-MM-DD`. */

/** Someone named on a document. Without `vatnumber` an organisation is no vendor and prints no VAT columns. */
export type Party = {
  name: string
  addresslines?: string[]
  registrationnumber?: string
  vatnumber?: string
  contactname?: string
  contactnumber?: string
  contactemail?: string
}

export type Bank = {
  bank: string
  accountname?: string
  accountnumber: string
  branchcode?: string
  reference?: string
}

/** `colour` is `#rrggbb` and printed as a stripe; `logo` is the bytes of a PNG or JPEG, left out if it is neither. */
export type Organisation = Party & { colour?: string; logo?: Uint8Array; bank?: Bank }

/** `net` + `vat` = `total`; `rate` is of one `unit` without VAT; `discount` a percentage; `of`: what `quantity` is a share of. */
type Sums = { net: number; vat: number; total: number }

export type DocumentLine = Sums & {
  description: string
  quantity: number
  of?: number
  unit?: string
  rate: number
  /** With VAT, of an item priced with it. */
  inclusiverate?: number
  discount?: number
  vatrate: number
  /** From VAT; a rate of 0 without it is zero-rated. */
  exempt?: true
  /** Of these amounts, what a changed price makes of what earlier invoices charged: no quantity of this line times its rate. */
  earlier?: Sums
}

export type VatTotal = { vatrate: number; exempt?: true; net: number; vat: number; total: number }
export type DocumentTotals = Sums & {
  gross?: number
  discount?: number
  byrate: VatTotal[]
}

type CustomTexts = { title?: string; intro?: string; foot?: string }

/** Of a client, by a link: when, in which zone, and the PNG that was drawn. */
export type PaperAnswer = {
  verb: string
  name: string
  time: string
  zone: string
  comment: string
  signature?: Uint8Array
}

export type PriceDocument = {
  organisation: Organisation
  client: Party
  site?: Party
  number?: string
  date: string
  reference?: string
  subject?: string
  lines: DocumentLine[]
  totals: DocumentTotals
  notes?: string
  terms?: string
  answer?: PaperAnswer
} & CustomTexts

/** `onacceptance`: the deposit to be paid once it is accepted, with VAT, and what of it came; `visit`: when one is agreed, in words; `revision`: from the second that was offered. */
export type EstimateData = PriceDocument & {
  validuntil?: string
  onacceptance?: { percent: number; amount: number; received?: number }
  before?: ApprovedBefore
  summary?: boolean
  visit?: string
  revision?: number
  fixedprice?: boolean
}

/**
 * A tax invoice, or a plain one when the organisation has no VAT number; a credit note with `original` and `reason`
 * (VAT Act s21). `copy` marks a reprint (s20(1)), `since` is what was put to it by the day of one; `order` is the client's order number.
 */
export type InvoiceData = PriceDocument & {
  duedate?: string
  order?: string
  copy?: boolean
  original?: { number: string; date: string }
  reason?: string
  paid?: number
  /** Received before, and taken off. */
  deposits?: { number: string; amount: number }[]
  since?: { date: string; paid: number; becamecredit: number; credited: number }
  /** A request for a deposit, which is no tax invoice; `vendor`: VAT is still to come. */
  deposit?: { vendor: boolean }
}

/** What was received, and what it was put to. `credited`: settled without money; `rounding`: left off cash. */
export type ReceiptData = {
  organisation: Organisation
  client: Party
  /** Once it is given out. `copy` marks a reprint. */
  number?: string
  copy?: boolean
  subject: string
  printed: string
  payments: { date: string; method: string; reference: string; amount: number }[]
  invoices: { number: string; date: string; total: number; credited: number; paid: number }[]
  rounding: number
  credit: number
}

export type JobCardLine = {
  description: string
  code?: string
  estimated: number
  consumed?: number
  unit?: string
  rate?: number
  total?: number
}

/** `completed`: when it was done, or that it was skipped. */
type CardStep = { name: string; instruction?: string; worker?: string; done?: boolean; completed?: string }

export type CardData = {
  organisation: Organisation
  answer?: PaperAnswer
  client: Party
  site?: Party
  reference: string
  date: string
  duedate?: string
  description?: string
  critical?: boolean
  fields: { label: string; value: string }[]
  steps: CardStep[]
  input: JobCardLine[]
  output: JobCardLine[]
  notes?: { date: string; author: string; message: string }[]
  prices?: boolean
  terms?: string
  /** When a visit is agreed, in words. */
  visit?: string
  /** Who of the client signed for the work, and when. */
  signoff?: { name: string; when: string; signature: Uint8Array }
} & CustomTexts

/** `place` is where it lies, `detail` a small line below the item, `picked` what is picked already. */
export type PickinglistLine = {
  place?: string
  description: string
  detail?: string
  unit?: string
  topick: number
  picked?: number
  onhand?: number
}

/** `stock`: with what is on hand, for whoever may see it. */
export type PickinglistData = {
  organisation: Organisation
  client: Party
  site?: Party
  reference: string
  date: string
  duedate?: string
  description?: string
  stock: boolean
  lines: PickinglistLine[]
} & CustomTexts

/** `code` is the client's own where there is one, `piece` what it is packed in. */
export type DeliverynoteLine = {
  description: string
  job: string
  code?: string
  quantity: number
  unit?: string
  piece?: string
}

/** Who received the goods, at which instant, and who wrote it down. */
type Handover = { name: string; time: string; zone: string; by: string; signature?: Uint8Array }

/** `more`: photos that are not printed. */
export type DeliveryProof = Handover & {
  remarks: { what: string; remark: string }[]
  photos: { bytes: Uint8Array; caption: string }[]
  more: number
}

/** Without a number it is a draft. `consignment` names the place at the client's, `code` is what the scan box opens it by; once `received`, it says by whom in place of lines to sign on. */
export type DeliverynoteData = {
  code?: string
  organisation: Organisation
  client: Party
  site?: Party
  number?: string
  date: string
  reference: string
  waybill: string
  carrier: string
  order: string
  jobs: string
  consignment: string
  copy?: boolean
  received?: Handover
  lines: DeliverynoteLine[]
  proof?: DeliveryProof
  terms?: string
} & CustomTexts

/** `code` is the supplier's own; `job` names a job that the goods are for. */
export type PurchaseorderLine = {
  description: string
  detail: string
  code: string
  quantity: number
  unit: string
  rate: number
  discount: number
  net: number
}

/** Prices are without VAT. Without a number it is a draft. */
export type PurchaseorderData = {
  organisation: Organisation
  supplier: Party
  number?: string
  date: string
  required?: string
  reference: string
  note: string
  copy?: boolean
  lines: PurchaseorderLine[]
  total: number
  terms?: string
} & CustomTexts

export type AttachmentReportData = {
  organisation: Organisation
  reference: string
  client: string
  site: string
  subject: string
  printed: string
  perpage: 2 | 4
  files: { name: string; added: string; place: string }[]
  photos: { bytes: Uint8Array; caption: string }[]
}

export type JoblistRow = {
  reference: string
  description: string
  client: string
  location?: string
  status: string
  assignee?: string
  duedate?: string
  total?: number
}

export type JoblistData = {
  organisation: Organisation
  title: string
  filter?: string
  printed: string
  rows: JoblistRow[]
  money?: boolean
  foot?: string
}

export type RolelistData = {
  organisation: Organisation
  title: string
  about: string
  printed: string
  roles: readonly { role: string; people: string; claims: string }[]
}

export type ClaimlistData = {
  organisation: Organisation
  title: string
  about: string
  printed: string
  claims: readonly { group: string; words: string; claim: string; allowed: string }[]
}

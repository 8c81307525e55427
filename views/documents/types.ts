/**
 * What a document prints. Amounts are whole cents, rates ten-thousandths of a rand, quantities millionths of a
 * unit, percentages ten-thousandths of a percent (as in `server/money`), dates `YYYY-MM-DD`.
 */

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
  /** What the payer should quote. */
  reference?: string
}

/** `colour` is `#rrggbb` and printed as a stripe; `logo` is the bytes of a PNG or JPEG, left out if it is neither. */
export type Organisation = Party & { colour?: string; logo?: Uint8Array; bank?: Bank }

/** `net` + `vat` = `total`; `rate` is the price of one `unit` without VAT; `discount` is a percentage. */
export type DocumentLine = {
  description: string
  quantity: number
  unit?: string
  rate: number
  discount?: number
  vatrate: number
  net: number
  vat: number
  total: number
}

export type VatTotal = { vatrate: number; net: number; vat: number; total: number }

/** `gross` and `discount` are shown when there is a discount. */
export type DocumentTotals = {
  gross?: number
  discount?: number
  net: number
  vat: number
  total: number
  byrate: VatTotal[]
}

/** What an account writes on its documents in its own words: a title, a text before the lines, a line in the foot. */
export type CustomTexts = { title?: string; intro?: string; foot?: string }

/** What estimates and invoices share. `site` is where the work is done, `subject` what it is about. */
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
} & CustomTexts

/** `summary` prints descriptions and amounts only. */
export type EstimateData = PriceDocument & { validuntil?: string; summary?: boolean }

/**
 * A tax invoice, or a plain one when the organisation has no VAT number; a credit note with `original` and `reason`
 * (VAT Act s21). `copy` marks a reprint (s20(1)); `order` is the client's order number.
 */
export type InvoiceData = PriceDocument & {
  duedate?: string
  order?: string
  copy?: boolean
  original?: { number: string; date: string }
  reason?: string
  paid?: number
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

export type CardStep = { name: string; instruction?: string; worker?: string; completed?: string }

/** The sheet for the workshop. `prices` prints the lines' rates and totals; `fields` are label and value. */
export type CardData = {
  organisation: Organisation
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
} & CustomTexts

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

/** `filter` says in words what was asked for; `printed` is in words too; `money` adds the value column. */
export type JoblistData = {
  organisation: Organisation
  title: string
  filter?: string
  printed: string
  rows: JoblistRow[]
  money?: boolean
  foot?: string
}

/** `claims` in words: `12 of 52`; `people` are names. `about` says whose roles they are. */
export type RolelistData = {
  organisation: Organisation
  title: string
  about: string
  printed: string
  roles: readonly { role: string; people: string; claims: string }[]
}

/** Every claim in the order of its subjects. `allowed` is yes or no for one role, or the roles that carry it. */
export type ClaimlistData = {
  organisation: Organisation
  title: string
  about: string
  printed: string
  claims: readonly { group: string; words: string; claim: string; allowed: string }[]
}

import type { InvoiceSending } from '#db/queries/sales/invoice-states.ts'
import type { DepositOutcome } from '#db/schema/tenant/index.ts'
import type { Part } from '#server/domains/sales/invoices/part.ts'
import type { DocumentLine, DocumentTotals, Organisation, Party } from '#views/documents/types.ts'

type Named = { id: string; name: string }

type InvoiceListStatus = 'draft' | 'unpaid' | 'paid' | 'credited' | 'creditnote' | 'deposit'

/** Overdue ones are among the unpaid too. */
export type InvoiceCounts = Record<InvoiceListStatus | 'overdue', number>

/** Lines of a job without a quantity, and which one an invoice would charge. */
export type ZeroQuantityLines = { names: readonly string[]; missing: 'is estimated' | 'was used' }

/** An invoice or credit note in a list. Amounts are whole cents; those of a credit note are below zero. */
export type InvoiceSummary = {
  id: string
  version: number
  kind: string
  state: string
  standing: InvoiceListStatus
  number: string | null
  date: string | null
  duedate: string | null
  /** Days since it was due and still is. */
  overdue: number
  /** Days until it is due; null for what is overdue, or owed no more. */
  duein: number | null
  reference: string
  organisation: Named
  client: Named | null
  /** `board` is the board's segment in addresses. */
  job: { id: string; reference: string; board: string }
  net: number
  vat: number
  total: number
  paid: number
  /** Taken back by credit notes. */
  credited: number
  due: number
  deposit: DepositState | null
  /** When its client got it first; null: not yet, as far as anybody knows. */
  sentutc: string | null
  /** Null: of a draft, and of what is paid and was not sent. */
  sending: InvoiceSending | null
}

/** Of a deposit request, in cents: what it still asks for, what is held of it, and what became of it last. */
type DepositState = { open: number; held: number; outcome: DepositOutcome | null }

/** What was done with a deposit; below zero where that was taken back. */
type OutcomeLine = {
  kind: DepositOutcome
  amount: number
  date: string
  reason: string
  invoiceid: string | null
  number: string | null
}

/** Below zero where it was taken away again; `id` is the payment's. */
export type InvoicePayment = {
  id: string
  date: string
  amount: number
  /** What was left off an amount in cash. */
  rounding: number
  method: string
  reference: string
  /** The reason for which the payment was reversed. */
  reversed: string | null
  /** `credit`: it became credit of the client; `moved`: of a deposit, to an invoice; `refund`: it went back. */
  what: 'payment' | 'credit' | 'moved' | 'refund' | 'reversal'
  /** The credit note or the invoice that took it. */
  by: { id: string; number: string } | null
}

/** Cents that were received and pay no invoice: of a client, or of one payment of a cash sale. */
export type OpenCredit = { amount: number; client: string | null; payment: string | null }

/** A mail that asked for it once more; neither sent nor failed while it waits. */
export type InvoiceReminder = {
  date: string
  recipient: string
  /** ISO 8601 UTC, when a server took it. */
  sentutc: string | null
  failure: string
  by: string | null
}

/** `line` is the place on the invoice, from 0; millionths of the unit, and cents. */
export type CreditChoice = {
  line: number
  description: string
  unit: string
  quantity: number
  /** The whole of which it is a share, where a percentage of the price is invoiced. */
  of?: number
  total: number
  /** Of it, what came back into stock by delivery notes and is to be credited. */
  back: number
  /** Of it, what a delivery note put back into stock, and no credit note has credited yet. */
  backinstock: number
  /** Of that, what was scrapped and is to be replaced: nothing of it is proposed. */
  toreplace: number
  /** Of it, what came back to be mended and is to go out again: nothing of it is proposed. */
  tomend: number
  /** What may come back into stock with its credit. */
  restockable: number
  /** The same where just `back` is credited: what a note put back comes in once. */
  backrestockable: number
}

/** What it says on paper; a credit note's amounts stand here as they are printed, above zero. */
export type InvoiceDocument = {
  organisation: Omit<Organisation, 'logo'> & { logofile: string | null }
  client: Party
  site?: Party
  subject?: string
  terms?: string
  lines: DocumentLine[]
  totals: DocumentTotals
}

export type InvoiceDetail = InvoiceSummary & {
  issuedutc: string | null
  /** What of `due` is asked for where it is paid in cash. */
  cashdue: number
  /** Left off amounts in cash. */
  rounding: number
  /** When the one original was handed out. */
  originalutc: string | null
  /** In a mail that is still to be sent. */
  originalwaits: boolean
  reason: { code: string; text: string } | null
  /** Of a credit note: the invoice that it corrects. */
  credits: { id: string; number: string } | null
  /** What each took back, above zero. */
  creditnotes: { id: string; number: string; total: number }[]
  part: Part | null
  payments: InvoicePayment[]
  /** Of what was paid. */
  becamecredit: number
  /** Of its client now, for whoever sees all boards. */
  opencredit: OpenCredit | null
  /** What it takes off, since it was received before. */
  deposits: { id: string; number: string; amount: number }[]
  outcomes: OutcomeLine[]
  /** The newest first. */
  reminders: InvoiceReminder[]
  /** The template of which it comes again by itself, and the day for which it is. */
  repeat: { template: string; reference: string; board: string; date: string; message: string } | null
  /** Who made the draft. */
  preparedby: string | null
  /** It is issued only when somebody else has reviewed it. */
  reviewwanted: boolean
  /** Of a draft by which the job charges more than was approved, or in the end less. */
  overapproved: OtherThanApproved | null
  underapproved: OtherThanApproved | null
  document: InvoiceDocument
}

/** With what may still be credited of each line. */
export type InvoiceWithCreditable = InvoiceDetail & { creditable: CreditChoice[] }

/** Cents with VAT: what was approved, and what all invoices of the job come to with this one. */
export type OtherThanApproved = {
  approved: number
  charged: number
  /** Who of the client said yes, else who approved it for them. */
  name: string
  bylink: boolean
  /** ISO 8601 UTC. */
  approvedutc: string
  consumer: boolean
}

/** What an invoice will be without, and where it is set, for who may set it; what `blocks` it keeps it from being issued. */
/** `why`: what follows from it. */
export type MissingFact = { what: string; why?: string; href?: string; blocks?: boolean }

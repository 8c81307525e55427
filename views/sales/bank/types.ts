export type MatchReason = 'number' | 'amount' | 'client'

export type MatchedInvoice = {
  id: string
  kind: 'invoice' | 'deposit'
  number: string
  clientname: string | null
  jobreference: string
  /** Cents. */
  open: number
  reasons: MatchReason[]
}

export type BankState = 'open' | 'booked' | 'ignored'

export type BankLineView = {
  id: string
  date: string
  /** Cents. */
  amountcents: number
  description: string
  reference: string
  state: BankState
  bankname: string
  paymentid: string | null
  /** Of the payment. */
  client: string | null
  matches: MatchedInvoice[]
}

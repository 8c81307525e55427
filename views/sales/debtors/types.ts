export type AgeBucket = 'notdue' | 'days30' | 'days60' | 'days90' | 'days120' | 'older'

/** Cents. `owed` is open on invoices; `total`, the balance, is that less what is held as credit. */
export type Ageing = Record<AgeBucket, number> & { owed: number; credit: number; total: number }

export const ageNames: Record<AgeBucket, string> = {
  notdue: 'Not due',
  days30: '1 to 30 days',
  days60: '31 to 60',
  days90: '61 to 90',
  days120: '91 to 120',
  older: 'Over 120',
}

/** Cents that were received for a job before it is invoiced: no debt, and no credit that pays another job. */
export type StatementDeposit = {
  id: string
  number: string
  jobreference: string
  date: string
  held: number
}

/** Cents; a payment that is put to no invoice stands below zero. */
export type StatementLine = {
  id: string
  kind: 'invoice' | 'payment'
  date: string
  name: string
  detail: string
  duedate: string | null
  total: number
  open: number
  /** Days past due. */
  late: number
}

/** Cents; above zero it is owed. */
export type StatementMovement = {
  id: string
  kind: string
  date: string
  name: string
  detail: string
  amount: number
  /** Of a deposit, which came in and changed no balance. */
  held: number | null
  balance: number
}

export type StatementMovements = {
  from: string
  opening: number
  lines: readonly StatementMovement[]
  closing: number
}

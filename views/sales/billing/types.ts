/** Cents without VAT. */
export type UnbilledJob = {
  id: string
  reference: string
  description: string
  client: string | null
  clientname: string | null
  href?: string
  completed: string | null
  /** Days since it was complete. */
  age: number | null
  /** For whoever may see money, as the margin is. */
  value?: number
  /** What is invoiced and came back: a credit note takes it back, and it is no part of the value. */
  tocredit?: number
  margin?: number
  /** The lines whose cost is not known: the margin is at most what it says. */
  uncosted?: number
}

export type UnbilledSums = {
  count: number
  value?: number
  tocredit: number
  margin?: number
  uncosted: number
  age: number | null
}

export type UnbilledClient = UnbilledSums & { id: string; client: string | null; name: string }

type BatchRowState = 'waiting' | 'done' | 'refused' | 'undo' | 'undone' | 'kept'

export type BatchView = {
  id: string
  kind: 'draft' | 'issue'
  createdutc: string
  undone: boolean
  /** Rows that are neither waiting nor to be taken back. */
  over: number
  /** Whether it goes on by itself; false where the program ended in the middle. */
  running: boolean
  rows: {
    position: number
    name: string
    invoiceid: string | null
    /** None while it is a draft. */
    number: string | null
    state: BatchRowState
    message: string
  }[]
}

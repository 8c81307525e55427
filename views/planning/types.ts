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
  /** What neither stock nor what is on order covers. */
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

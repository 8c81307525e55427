import type { DocumentKind } from '#server/documents/words.ts'
import type { JobForm } from '#server/domains/work/jobs/job-form.ts'
import type { JobCard, Named } from '#server/domains/work/jobs/types.ts'

export type BoardName = { id: string; name: string; slug: string }

/** A lane's status, 1 to 4, with its label (`jobs.lane1` …). */
export type LaneName = { status: number; label: string }

/** What the person may do on this board: claims narrowed by the board's permission. */
export type BoardRights = {
  write: boolean
  approve: boolean
  delete: boolean
  money: boolean
  materials: boolean
  consume: boolean
  notes: boolean
  documents: boolean
  history: boolean
  clients: boolean
  locations: boolean
  inventory: boolean
  invoices: boolean
  issue: boolean
  manage: boolean
}

export type BoardProps = {
  board: BoardName
  boards: readonly BoardName[]
  lanes: readonly LaneName[]
  cards: readonly JobCard[]
  /** The tenant's `change_seq` at which the cards were read: what came later is told by the hub. */
  seq: number
  /** The calendar date in the tenant's zone, `YYYY-MM-DD`: what is overdue is measured from it. */
  today: string
  zone: string
  can: BoardRights
  filters: {
    clients: readonly Named[]
    categories: readonly { id: string; name: string; colour: string }[]
    assignees: readonly Named[]
  }
  open?: string
  labels: Record<string, string>
  /** The first segment of the address, such as `jobs`. */
  jobssegment: string
  form: JobForm
  documents: readonly DocumentKind[]
}

import type { DocumentKind } from '#server/documents/words.ts'
import type { JobForm } from '#server/domains/work/jobs/job-form.ts'
import type { JobCard, Named } from '#server/domains/work/jobs/types.ts'

export type BoardName = { id: string; name: string; slug: string }

/** A lane's status, 1 to 4, with its label (`jobs.lane1` …). */
export type LaneName = { status: number; label: string }

/** What the person may do on this board: claims narrowed by the board's permission. */
export type BoardRights = {
  /** Create, change and move jobs (`jobs.write`). */
  write: boolean
  /** Move into Approve (`jobs.approve`). */
  approve: boolean
  /** Remove jobs and undo that (`jobs.delete`). */
  delete: boolean
  /** See rates, totals and margins (`jobs.money`). */
  money: boolean
  /** Change lines (`materials.write`). */
  materials: boolean
  /** Book consumption (`materials.consume`). */
  consume: boolean
  /** Write notes (`notes.write`). */
  notes: boolean
  /** See files (`documents.read`). */
  documents: boolean
  /** See the history of records (`history.read`). */
  history: boolean
  /** Look up clients, locations and inventory (`clients.read`, `locations.read`, `inventory.read`). */
  clients: boolean
  locations: boolean
  inventory: boolean
  /** Prepare and issue invoices (`invoices.write`, `invoices.issue`). */
  invoices: boolean
  issue: boolean
  /** Change the board itself (`boards.manage`). */
  manage: boolean
}

/** Everything the board page hands to its island. JSON only. */
export type BoardProps = {
  board: BoardName
  /** Every board that the person may see, this one included. */
  boards: readonly BoardName[]
  lanes: readonly LaneName[]
  /** The cards of the four lanes, in the order of lane and rank. */
  cards: readonly JobCard[]
  /** The tenant's `change_seq` at which the cards were read: what came later is told by the hub. */
  seq: number
  /** The calendar date in the tenant's zone, `YYYY-MM-DD`: what is overdue is measured from it. */
  today: string
  zone: string
  can: BoardRights
  /** What the filter bar offers. */
  filters: {
    clients: readonly Named[]
    categories: readonly { id: string; name: string; colour: string }[]
    assignees: readonly Named[]
  }
  /** The reference of `?open=`, as it stood in the address. */
  open?: string
  labels: Record<string, string>
  /** The first segment of the address, such as `jobs`. */
  jobssegment: string
  /** Which optional fields the form of a job shows and requires. */
  form: JobForm
  /** The documents that the account prints, by name. */
  documents: readonly DocumentKind[]
}

import type { PrintableKind } from '#server/documents/document-kinds.ts'
import type { OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import type { JobForm } from '#server/domains/work/jobs/job-form.ts'
import type { JobCard, LaneFigures, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'

type BoardName = { id: string; name: string; slug: string }

export type LaneName = { status: number; label: string }

/** `needs`: what a new job must bring along. */
type BoardLane = LaneName & { needs: readonly OptionalJobField[] }

export type BoardRights = {
  write: boolean
  approve: boolean
  delete: boolean
  /** Bringing back what was removed. */
  restore: boolean
  money: boolean
  materials: boolean
  consume: boolean
  /** Issuing delivery notes. */
  deliver: boolean
  notes: boolean
  documents: boolean
  history: boolean
  schedule: boolean
  clients: boolean
  locations: boolean
  /** Making what is not there yet, where it is asked for. */
  newlocation: boolean
  newcategory: boolean
  newdivision: boolean
  newworker: boolean
  inventory: boolean
  /** Setting what an item costs. */
  itemprices: boolean
  deliveries: boolean
  stock: boolean
  purchase: boolean
  invoices: boolean
  issue: boolean
  manage: boolean
  steps: boolean
  assign: boolean
  timesheet: boolean
  time: boolean
  othertime: boolean
}

/** Tells the lanes from what stands over them. */
export const NEW_JOB_EVENT = 'joblane:newjob'

type BoardAt = Pick<BoardProps, 'board' | 'jobssegment'>

const boardUrl = ({ board, jobssegment }: BoardAt, tab: string) => `/${jobssegment}/${board.slug}/${tab}`

export const historyUrl = (at: BoardAt) => boardUrl(at, 'history')

export const templatesUrl = (at: BoardAt) => boardUrl(at, 'templates')

export const jobUrl = (at: BoardAt, reference: string) =>
  withQuery(boardUrl(at, 'progress'), { open: reference.toLowerCase() })

export type BoardProps = {
  board: BoardName
  boards: readonly BoardName[]
  lanes: readonly BoardLane[]
  /** The first of each lane. */
  cards: readonly JobCard[]
  /** Of all cards of the lanes; without them the cards are all. */
  figures?: readonly LaneFigures[]
  total?: number
  /** Complete for longer than the board says. */
  inhistory?: number
  /** The server has left out what does not match the address. */
  filtered?: boolean
  /** The tenant's `change_seq` at which the cards were read: what came later is told by the hub. */
  seq: number
  today: string
  zone: string
  can: BoardRights
  filters: {
    clients: readonly ReferencedRecord[]
    categories: readonly { id: string; name: string; colour: string }[]
    assignees: readonly ReferencedRecord[]
  }
  open?: string
  labels: Record<string, string>
  jobssegment: string
  form: JobForm
  documents: readonly PrintableKind[]
  /** The categories whose jobs have a custom card. */
  customcards: readonly string[]
}

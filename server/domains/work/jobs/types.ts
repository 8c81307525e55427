import type { historyPage } from '#db/queries/history.ts'
import type { Stage } from '#db/queries/work/job-stages.ts'
import type { ClientAnswer, LinkPurpose } from '#db/schema/tenant/index.ts'
import type { presentAllocation } from '#server/domains/stock/equipment/present.ts'
import type { Frequency } from '#server/domains/work/frequency/due-date.ts'
import type { SignOff } from '#server/domains/work/signoffs/sign-off-job.ts'
import type { ReferencedRecord, ShownOf } from '#server/record-fields.ts'
import type { jobFields } from './fields.ts'
import type { StageStep } from './stages.ts'

export type { ReferencedRecord }

/** Rand; absent without `jobs.money`. */
export type JobCard = {
  id: string
  version: number
  seq: number
  reference: string
  description: string
  boardid: string
  status: number
  /** Where it stands between asked and paid; null for what is archived or removed. */
  stage: Stage | null
  nextstep: StageStep | null
  critical: boolean
  /** What setup began with, to try things on. */
  sample: boolean
  paid: boolean
  /** A part of what was invoiced is paid. */
  partpaid: boolean
  /** The invoice charges what is estimated, and so `actual` is what is quoted. */
  fixedprice: boolean
  validuntil: string | null
  /** Its mail lies in the outbox: it is sent once the mail server took it. */
  estimatewaits: boolean
  /** What of a deposit was asked for is not there yet, or is held. */
  deposit: 'asked' | 'received' | null
  client: ReferencedRecord | null
  location: ReferencedRecord | null
  assignee: ReferencedRecord | null
  assigneename: string
  categories: { id: string; name: string; colour: string }[]
  created: string
  /** Calendar dates; `finish` is when it is due. */
  start: string | null
  /** As it was agreed, in words. */
  visittime: string
  finish: string | null
  completed: string | null
  warnings: number
  notes: number
  /** Of its newest iteration; null for a job without steps. */
  steps: { done: number; total: number } | null
  quoted?: number
  actual?: number
}

/** Of all cards of a lane; rand, absent without `jobs.money`. */
export type LaneFigures = { status: number; count: number; quoted?: number }

export type LanesFigures = {
  lanes: readonly LaneFigures[]
  /** Of all cards that the person sees on the board, whatever is searched. */
  total: number
  /** Complete for longer than the board says: in its history, of what is searched. */
  inhistory: number
  /** Only what matches a search. */
  filtered: boolean
}

export type BoardLanes = LanesFigures & { cards: readonly JobCard[] }

export type JobDetail = JobCard &
  Omit<ShownOf<typeof jobFields>, keyof JobCard> & {
    board: { id: string; name: string; slug: string }
    permission: string
    template: boolean
    /** Of a template: how it comes again, and when next. `name` is that of the category, where it says more than how often. */
    repeats: { category: string; name: string | null; frequency: Frequency; next: string }[]
    estimatesentutc: string | null
    /** What of the estimate is to be paid once it is accepted, in percent. */
    depositpercent: number | null
    /** What was agreed of it is more than was asked for. */
    depositdue: boolean
    approvedutc: string | null
    /** Without an id it was the client, or nobody knows. */
    approvedby: { id: string | null; name: string } | null
    statusbefore: number | null
    /** The newest for each purpose, and what the client answered by it. */
    clientlinks: JobLinkFacts[]
    /** The job says something else by now than the estimate that is out by a link: the client can approve no more. */
    estimateoutdated: boolean
    /** Who of the client signed for the work, the newest first. */
    signoffs: SignOff[]
    /** Rand, with the VAT of a `vendor`: what the client approved by a link, where the estimate says something else by now. */
    changed: { name: string; approved: number; now: number; vendor: boolean; sent: boolean } | null
    /** How many pieces of equipment are or were on it. */
    pieces: number
    warninglist: { code: string; message: string }[]
    /** What the client still lacks for an invoice, in words; nothing without `jobs.money`. */
    invoiceneeds: string[]
    /** Names of what it still takes out of stock that is neither there nor on order, while it is worked on. */
    short: string[]
    /** What it is short of and is made of other items, in base units: no open job makes it yet. */
    tomake: { inventoryid: string; name: string; unit: string; quantity: number }[]
    /** With their quantities, what else it is short of, which stands in orders that are not placed yet. */
    drafted: string[]
  }

export type JobLinkFacts = {
  purpose: LinkPurpose
  createdutc: string
  expires: string
  openedutc: string | null
  ended: 'answered' | 'withdrawn' | 'replaced' | null
  answer: {
    set: string
    answer: ClientAnswer
    words: string
    name: string
    comment: string
    dateutc: string
    signature: string | null
  } | null
}

/** What other programs read: the job with all that hangs on it. */
export type JobEntity = Omit<JobDetail, 'location'> & {
  location: (ReferencedRecord & LocationContact) | null
  assets: readonly ReturnType<typeof presentAllocation>[]
  materials: readonly MaterialLine[]
  /** The newest 200 changes; absent without `history.read`. `historymore`: there are older ones, see its own call. */
  history?: ReturnType<typeof historyPage>['rows']
  historymore?: boolean
}

type LocationContact = { contactname: string; contactnumber: string; contactemail: string }

type Expected = { reserved: number; onorder: number }
export type LineLevels = Expected & { onhand: number; available: number; forjob: Expected }

/** `each` and `wanted`, of one unit of the product and of all that is estimated, in the input's base unit. */
type PlannedInput = { inventoryid: string; name: string; unit: string; each: number; wanted: number }
export type InputPlan = { planned: number; inputs: readonly PlannedInput[] }

/** Rates in rand (4 decimals), quantities in the line's own unit (6 decimals). */
export type MaterialLine = {
  id: string
  version: number
  jobid: string
  inventoryid: string | null
  inventory: (ReferencedRecord & { code: string }) | null
  /** 1 input material, 2 output material, 3 equipment in process, 4 other. */
  role: number
  inventoryclass: number | null
  description: string
  estimated: number
  consumed: number
  /** Of what is planned and not used, what is no longer reserved for the job. */
  released: number
  /** In the line's unit. Absent without `stock.read`, and of what is not kept in stock. */
  levels?: LineLevels
  unit: string
  nonbillable: boolean
  division: ReferencedRecord | null
  storageid: string | null
  storage: ReferencedRecord | null
  /** The pieces of the job's equipment that it goes out in, and came in. */
  /** The line of the product that it is made into. */
  jobproduct: ReferencedRecord | null
  /** Whether what it puts out is made of other items. */
  made: boolean
  /** For how much of it its inputs are planned, where that is not what is estimated; read-only. */
  inputplan: InputPlan | null
  jobequipment: ReferencedRecord | null
  inputequipment: ReferencedRecord | null
  /** The newest delivery note that it stands on, and what left by issued ones and did not come back; read-only. */
  delivery: { id: string; number: string | null } | null
  /** The newest purchase order that orders its item for its job; read-only. */
  purchaseorder: { id: string; number: string | null } | null
  delivered: number
  /** The quantities in the item's base unit; read-only. */
  estimatedtenant: number
  consumedtenant: number
  rank: number
  /** Minutes of worked time that it charges; read-only. */
  workedminutes: number
  /** The quantity that issued invoices charge, less what was credited to be invoiced again; read-only. */
  invoiced: number
  linerate?: number
  /** It is the one that setup brought for its item, which nobody confirmed; read-only. */
  sampleprice?: boolean
  /** As `sampleprice`. */
  samplecost?: boolean
  /** With VAT, of an item priced with it. */
  inclusiverate?: number
  costrate?: number
  discount?: number
  vatrate?: number
  exempt?: boolean
  /** Rand: of what is estimated, and what is consumed comes to. */
  net?: number
  vat?: number
  total?: number
  actualnet?: number
  /** What it costs is not known, so that its margin is not; read-only. */
  uncosted?: boolean
}

/** Rand. Only with `jobs.money`. */
export type JobTotals = {
  fixedprice: boolean
  /** Minutes that are on no line, of workers without an hourly cost: they cost nothing here. */
  unrated: number
  quoted: { net: number; vat: number; total: number }
  actual: { net: number; vat: number; total: number }
  /** Without VAT: of what it made, what came back, or lies unsold at the client’s, and is charged to nobody. */
  kept: number
  /** Without VAT: what credit notes took off that is not invoiced again. */
  credited: number
  /** Without VAT: what was kept of deposits; of a job that was cancelled, all that stands invoiced. */
  deposits: number
  /**
   * `labour`: what of the actual cost is worked time and lines of work; `quotedlabour`: what of the quoted cost is;
   * `untimed`: what of `labour` are hours that were used without time, which cost what their item says; at a
   * fixed price those beyond the time that is on no line; `cameback`: what was taken off for made goods that are in stock again, or unsold; `scrapped`: what of the
   * actual cost is goods that came back and are fit for nothing; `late`: what
   * later invoices of suppliers differed by for what was taken from stock, which is in none of these.
   */
  cost: {
    quoted: number
    actual: number
    quotedlabour: number
    labour: number
    untimed: number
    cameback: number
    scrapped: number
    late: number
  }
  /** The words of the lines whose cost is not known: margins are at most what they say. */
  uncosted: { quoted: string[]; actual: string[] }
  /** The words of the lines whose cost is the one that setup brought. */
  samplecosts: string[]
  /** Quoted net minus cost, in rand, and as a share of the net in percent; null without a net, and where no cost is known. */
  margin: { quoted: number; actual: number; quotedpercent: number | null; actualpercent: number | null }
}

export type JobPosition = {
  id: string
  boardid: string
  status: number
  afterid: string | null
  version: number
  seq: number
  warnings: number
}

/** What a move answers, with the card as it is now where the job is on another lane: its stage, steps and next step. */
export type MovedJob = JobPosition & { card?: JobCard }

/** Hub events carry no names and no money: whoever may see more asks for it. */
export type JobMovedEvent = Omit<JobPosition, 'seq'> & { locationid: string | null; fromboardid?: string }
export type JobChangedEvent = {
  id: string
  boardid: string
  status: number
  version: number
  locationid: string | null
  fromlocationid?: string | null
}

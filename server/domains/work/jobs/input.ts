import { ARCHIVED, COMPLETE, DRAFT, INVOICED, REMOVED, statuses } from '#db/job-status.ts'
import { type Stage, stages } from '#db/queries/work/job-stages.ts'
import { depositChoices } from '#server/domains/sales/deposits/deposit-choices.ts'
import { stepLabour } from '#server/domains/work/timesheet/input.ts'
import { bodySchema } from '#server/http/body-schema.ts'
import {
  choice,
  choiceOrAll,
  date,
  flag,
  id,
  integer,
  listQuery,
  object,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'
import { bulkKindNames } from '#views/work/jobs/bulk-kinds.ts'
import { jobFields } from './fields.ts'

export const fieldValues = () =>
  t.Array(
    object({
      id: id(),
      value: t.Union([t.Null(), t.Boolean(), t.Number(), t.String({ maxLength: 4_000 })]),
    }),
    { maxItems: 200, error: 'must be a list of { id, value }' },
  )

const ID = t.String({ maxLength: 40 })

// Whether it is paid, its invoices tell (decision F5).
const { paid: _, ...given } = bodySchema(jobFields)

export const NewJob = object({
  ...given,
  id: t.Optional(reference()),
  boardid: ID,
  status: t.Optional(integer(DRAFT, COMPLETE)),
  template: t.Optional(flag()),
})

/** What becomes of a deposit that is held, where the job is archived or removed. */
const deposit = () => t.Optional(choice(...depositChoices))

/** `status`: 1 to 4 to the end of that lane, 6 archives. `confirmed` accepts the warnings of Complete. */
export const JobChange = object({
  ...given,
  fields: t.Optional(fieldValues()),
  boardid: t.Optional(ID),
  status: t.Optional(integer(DRAFT, REMOVED)),
  confirmed: t.Optional(flag()),
  deposit: deposit(),
  version: version(),
})

export const JobReorder = object({
  jobid: ID,
  lane: integer(DRAFT, COMPLETE),
  afterid: t.Optional(reference()),
  version: version(),
  confirmed: t.Optional(flag()),
})

/** Also empty, as a filter sends it that is not set. */
const stage = () =>
  t.Optional(
    t.Unsafe<Stage | ''>(
      t.String({ pattern: `^(${stages.join('|')})?$`, error: `must be one of ${stages.join(', ')}` }),
    ),
  )

/** Of what hangs on one job and grows with it. */
export const NewestQuery = object({ skip: listQuery.skip, take: listQuery.take })

const jobListQuery = { ...listQuery, stage: stage() }

const jobFilters = {
  client: t.Optional(ID),
  location: t.Optional(ID),
  category: t.Optional(ID),
  assignee: t.Optional(ID),
  start: t.Optional(date()),
  end: t.Optional(date()),
}

/** The past jobs of a board, as their page is asked. */
export const pastJobQuery = {
  ...jobListQuery,
  ...jobFilters,
  status: t.Optional(choiceOrAll(String(COMPLETE), String(INVOICED), String(ARCHIVED), String(REMOVED))),
}

const ONE_STATUS = `(${statuses.join('|')})`
const STATUSES = 'must be statuses like 5,6'
const someStatuses = () => t.String({ pattern: `^${ONE_STATUS}(,${ONE_STATUS})*$`, error: STATUSES })

/** As many as one change of many takes. */
export const someIds = () =>
  t.String({
    pattern: '^[\\w-]{1,40}(,[\\w-]{1,40}){0,499}$',
    error: 'must be at most 500 ids with commas',
  })

/** The jobs of all boards, as the figures of the dashboard lead to them. */
export const allJobsQuery = {
  ...jobListQuery,
  ...jobFilters,
  status: t.Optional(t.Union([t.Literal(''), someStatuses()], { error: STATUSES })),
  duefrom: t.Optional(date()),
  duebefore: t.Optional(date()),
  completedfrom: t.Optional(date()),
  completedupto: t.Optional(date()),
  approved: t.Optional(flag()),
}

export const JobList = object({
  ...listQuery,
  ids: t.Optional(someIds()),
  boardid: t.Optional(ID),
  status: t.Optional(someStatuses()),
  stage: stage(),
  ...jobFilters,
})

/** Decision F11. */
export const PastJobSearch = object({
  boardid: t.Optional(reference()),
  start: t.Optional(date()),
  end: t.Optional(date()),
  clientid: t.Optional(reference()),
  locationid: t.Optional(reference()),
  categoryid: t.Optional(reference()),
  assigneeid: t.Optional(reference()),
  status: t.Optional(t.Union([integer(DRAFT, REMOVED), someStatuses()], { error: STATUSES })),
  search: listQuery.search,
  skip: listQuery.skip,
  take: listQuery.take,
  sort: listQuery.sort,
})

export const agingQuery = {
  ...listQuery,
  by: t.Optional(choiceOrAll('created', 'moved')),
  lane: t.Optional(integer(DRAFT, COMPLETE)),
  from: t.Optional(integer(0, 10_000)),
  client: t.Optional(ID),
}

const laneFilter = {
  client: t.Optional(ID),
  category: t.Optional(ID),
  assignee: t.Optional(ID),
  stage: stage(),
  critical: t.Optional(flag()),
  text: t.Optional(t.String({ maxLength: 200 })),
}

/** More than anybody scrolls through; who does is shown fewer again when the board is read anew. */
const MAX_OF_LANE = 1_000

export const BoardLanesQuery = object({
  ...laneFilter,
  boardid: ID,
  lane: t.Optional(integer(DRAFT, COMPLETE)),
  after: t.Optional(ID),
  take: t.Optional(integer(1, MAX_OF_LANE)),
})

export const OneBoard = object({ boardid: ID })
export const OfBoard = object({ boardid: t.Optional(ID) })
export const StatsQuery = object({ boardid: t.Optional(ID), archived: t.Optional(flag()) })
export const RecentJobsQuery = object({ clientid: t.Optional(ID), number: t.Optional(integer(1, 100)) })
export const NewNote = object({ message: text(10_000, { required: true, multiline: true }) })
export const JobReading = object({ brief: t.Optional(flag()) })
/** Ids with commas between them, as a query holds them. */
export const TimeChoices = object({
  instead: t.Optional(text(4_000)),
  beside: t.Optional(text(4_000)),
  steplabour: t.Optional(stepLabour()),
})
export const JobResponse = object({
  jobid: id(),
  html: text(jobFields.feedback.max, { multiline: true }),
  version: version(),
})
export const JobRemoval = object({ version: version(), putback: t.Optional(flag()), deposit: deposit() })

const manyChange = {
  assignee: t.Optional(reference()),
  lane: t.Optional(integer(DRAFT, COMPLETE)),
  finish: t.Optional(date()),
  category: t.Optional(reference()),
  archived: t.Optional(flag()),
  confirmed: t.Optional(flag()),
}

/** One change of many jobs: these, or all that a filter finds, of which there must be as many as were seen. */
export const BulkChange = object({
  ids: t.Optional(t.Array(ID, { maxItems: 500, error: 'must be a list of at most 500 ids' })),
  all: t.Optional(
    object({
      ...jobFilters,
      search: listQuery.search,
      stage: stage(),
      status: t.Optional(t.Union([t.Literal(''), someStatuses()], { error: STATUSES })),
      boardid: t.Optional(ID),
      past: t.Optional(flag()),
      template: t.Optional(flag()),
      total: integer(1, 1_000_000),
    }),
  ),
  ...manyChange,
})

export const BulkForm = object({ ids: someIds(), ...manyChange })

export const BulkDialogQuery = object({ ids: someIds(), change: choice(...bulkKindNames) })

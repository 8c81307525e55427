import { COMPLETE, DRAFT } from '#db/job-status.ts'
import { stepActions } from '#db/schema/tenant/index.ts'
import { someIds } from '#server/domains/work/jobs/input.ts'
import {
  choice,
  date,
  flag,
  id,
  integer,
  minutesField,
  object,
  quantity,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

const lane = () => t.Optional(integer(DRAFT, COMPLETE))

export const IterationQuery = object({ lane: lane() })
export const IterationBody = t.Optional(object({ reason: t.Optional(text(500)) }))

export type StepAction = (typeof stepActions)[number]

/** What was done, in the history as on pages. */
export const stepDone: Record<StepAction, string> = {
  start: 'started',
  pause: 'paused',
  finish: 'finished',
  skip: 'skipped',
  reopen: 'reopened',
}

/** `workerid` alone gives the step to somebody; beside an action it says whose time it is. */
export const JobStepChange = object({
  id: id(),
  version: version(),
  workerid: t.Optional(reference()),
  action: t.Optional(choice(...stepActions)),
  note: t.Optional(text(500)),
  minutes: t.Optional(minutesField()),
  quantity: t.Optional(quantity()),
})

export const NewJobStep = object({
  jobid: id(),
  name: text(120, { required: true }),
  instruction: t.Optional(text(4_000, { multiline: true })),
  lane: lane(),
})

export const ApprovedQuery = object({
  boardid: t.Optional(id()),
  ids: t.Optional(someIds()),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

/** Without `end` to the end of this week, unless `all` is asked for. */
export const AllocationsQuery = object({
  start: t.Optional(date()),
  end: t.Optional(date()),
  all: t.Optional(flag()),
  search: t.Optional(text(100)),
  worker: t.Optional(text(40)),
  open: t.Optional(text(60)),
})

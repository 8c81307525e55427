import {
  date,
  flag,
  id,
  instantField,
  minutesField,
  object,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'
import type { StepLabour } from './job-labour.ts'

const given = {
  date: t.Optional(date()),
  /** Of time between two instants: its end follows from the minutes. */
  startutc: t.Optional(instantField()),
  minutes: t.Optional(minutesField()),
  detail: t.Optional(text(500)),
  inventoryid: t.Optional(reference()),
  billable: t.Optional(flag()),
}

export const NewTimeEntry = object({
  ...given,
  jobid: id(),
  jobstepid: t.Optional(reference()),
  workerid: t.Optional(reference()),
})

/** `confirmed`: the minutes of a timer that ran too long are right now. */
export const TimeEntryChange = object({
  ...given,
  workerid: t.Optional(reference()),
  confirmed: t.Optional(flag()),
  reason: t.Optional(text(500)),
  version: version(),
})

/** How much of a timer that ran too long was work; a sheet also sends what it was. */
export const TimeConfirmation = object({
  minutes: minutesField(),
  date: t.Optional(date()),
  detail: t.Optional(text(500)),
  inventoryid: t.Optional(reference()),
  billable: t.Optional(flag()),
  version: version(),
})

export const TimeEntryRemoval = object({ version: version() })

const STEP_LABOUR = '^(([^=,]{0,36}=[^=,]{1,36})(,[^=,]{0,36}=[^=,]{1,36})*)?$'

const EntryIds = t.Array(id(), { maxItems: 4_000, error: 'must be a list of ids' })

/** Of the time of steps that names no labour item: `step=item` by comma, before `=` nothing for time of no step. */
export const stepLabour = () =>
  t
    .Transform(
      t.String({
        maxLength: 16_000,
        pattern: STEP_LABOUR,
        error: 'must be pairs of a step and a labour item',
      }),
    )
    .Decode(
      (given): StepLabour =>
        new Map(given ? given.split(',').map((pair) => pair.split('=') as [string, string]) : []),
    )
    .Encode((chosen) => [...chosen].map((pair) => pair.join('=')).join())

export const BillQuery = object({ steplabour: t.Optional(stepLabour()) })

/** `lineids`: of time that several lines share, the part of these alone. `leaveout`: it is not charged to the client after all. `beside`: what its line charges already stays as it is. */
export const TimeBill = object({
  entryids: t.Optional(EntryIds),
  inventoryid: t.Optional(reference()),
  steplabour: t.Optional(stepLabour()),
  beside: t.Optional(flag()),
  leaveout: t.Optional(flag()),
  lineids: t.Optional(t.Array(id(), { maxItems: 4_000, error: 'must be a list of ids' })),
})

/** What a browser sends of ticked boxes: none, one, or many. */
const chosenEntries = () => t.Optional(t.Union([id(), EntryIds]))

export const ByChoice = object({ id: id(), choice: id() })

/** Beside what the form around its button holds. */
export const ChosenTime = t.Object({ entryids: chosenEntries(), lineids: chosenEntries() })

export const TimeBillForm = object({
  entryids: chosenEntries(),
  inventoryid: t.Optional(reference()),
  beside: t.Optional(flag()),
})

/** What is typed for a day of a worker. */
export const NewTimeForm = object({
  workerid: t.Optional(reference()),
  jobid: t.Optional(reference()),
  jobstepid: t.Optional(reference()),
  date: t.Optional(date()),
  minutes: t.Optional(minutesField()),
  detail: t.Optional(text(500)),
  inventoryid: t.Optional(reference()),
  billable: t.Optional(flag()),
  long: t.Optional(flag()),
})

/** The whole form is sent along with its button. */
export const TimeRemovalForm = TimeConfirmation

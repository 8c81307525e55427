import { exportQuery } from '#server/export/exported.ts'
import { choice, date, id, integer, object, reference, t, text } from '#server/http/fields.ts'
import { weekActions } from './change-week.ts'

export const WeekQuery = object({ workerid: t.Optional(reference()), date: t.Optional(date()) })

export const WeekDay = object({ date: t.Optional(date()) })

export const WeekChange = object({
  workerid: id(),
  date: date(),
  action: choice(...weekActions),
  reason: t.Optional(text(500)),
  /** 0 of a week that was never submitted. */
  version: t.Optional(integer(0, 1_000_000_000)),
})

export const ReasonQuery = object({ workerid: id(), date: date(), action: choice('return', 'reopen') })

export const CellQuery = object({
  workerid: id(),
  date: date(),
  jobid: t.Optional(reference()),
  stepid: t.Optional(reference()),
})

export const WeekOf = object({ workerid: id(), date: t.Optional(date()) })

export const TimeExport = object({
  ...exportQuery,
  start: t.Optional(date()),
  end: t.Optional(date()),
  workerid: t.Optional(reference()),
})

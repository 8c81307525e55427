import type { DayHours, HourSpan } from '#views/ui/day-hours.ts'

export type ScheduleBar = {
  id: string
  version: number
  reference: string
  description: string
  client: string
  colour: string
  critical: boolean
  /** Complete, or past its lanes. */
  done: boolean
  movable: boolean
  /** Whom it is planned for; empty: nobody yet. */
  person: string
  start: string
  end: string
  /** Of the visit on its first day, as it is said; empty where none is agreed. */
  visit: string
  /** When somebody is there on the one day that is shown, in minutes of it; undefined: at no hour of it. */
  hour?: HourSpan
  finish: string | null
  minutes: number | null
  /** What does not fit, in words; empty where all does. */
  warning: string
}

/** `at` counts from the first day shown, or the first column of a day by its hours; a bar may begin before or end after what is shown. */
export type PlacedBar = ScheduleBar & {
  at: number
  length: number
  lane: number
  cutstart: boolean
  cutend: boolean
}

export type DayHead = { date: string; off?: string; holiday: boolean; today: boolean }

/** Minutes of a day that have no bar. Null and empty: of a job and a board that the person may not see. */
export type OtherWork = { reference: string | null; board: string; minutes: number }

/** `elsewhere`: what of it is on other boards. */
export type PersonDay = { minutes: number; elsewhere: readonly OtherWork[]; over: boolean; off: boolean }

export type PersonRow = {
  id: string
  name: string
  archived: boolean
  planned: number
  capacity: number
  days: readonly PersonDay[]
  bars: readonly PlacedBar[]
  lanes: number
}

export type ConflictLine = { level: 'warning' | 'note'; person: string; text: string }

export type ScheduleProps = {
  board: { id: string; name: string; slug: string }
  segment: string
  view: 'month' | 'week' | 'day'
  weeks: number
  from: string
  to: string
  before: string
  after: string
  today: string
  days: readonly DayHead[]
  /** Where one day is shown. */
  hours?: DayHours
  /** What time it is there, in minutes of the day, and of its zone from UTC; undefined unless the one day is today. */
  now?: { minute: number; offset: number }
  people: readonly PersonRow[]
  unscheduled: readonly ScheduleBar[]
  conflicts: readonly ConflictLine[]
  canwrite: boolean
}

import type { HistoryLine } from '#views/ui/history.tsx'

export type SheetCell = {
  date: string
  minutes: number
  entries: number
  running: boolean
  unconfirmed: boolean
  /** Beside other time of the same worker. */
  overlaps: boolean
}

export type SheetRow = {
  key: string
  /** Null: jobs that the viewer does not see. */
  jobid: string | null
  stepid: string | null
  reference: string
  name: string
  href: string | undefined
  minutes: number
  cells: readonly SheetCell[]
}

export type SheetDay = {
  date: string
  minutes: number
  /** Without what ran side by side. */
  attendance: number
  /** More than the day has hours. */
  toolong: boolean
}

export type WeekSheet = {
  worker: { id: string; name: string; archived: boolean }
  monday: string
  sunday: string
  today: string
  previous: string
  next: string
  days: readonly SheetDay[]
  rows: readonly SheetRow[]
  minutes: number
  attendance: number
  state: 'open' | 'submitted' | 'approved'
  version: number
  submittedby: string
  submittedutc: string | null
  decidedby: string
  reason: string
  /** Whether the viewer may change its time now. */
  changes: boolean
  manages: boolean
  history: readonly HistoryLine[]
  zone: string
}

/** What one worker did in a week, in minutes by day. */
export type WorkerWeek = Pick<WeekSheet, 'state' | 'minutes'> & {
  id: string
  name: string
  days: readonly number[]
}

export type SheetEntry = {
  id: string
  version: number
  date: string
  /** Of the whole entry, which may go on over midnight. */
  minutes: number
  today: number
  /** On the clock of the tenant; nothing for what was written by hand. */
  from: string
  until: string
  detail: string
  material: { id: string; name: string } | null
  billable: boolean
  running: boolean
  unconfirmed: boolean
  overlaps: boolean
  long: boolean
  billed: boolean
  /** Its job takes no changes of this viewer. */
  closed: boolean
}

export type WaitingWeek = {
  workerid: string
  workername: string
  monday: string
  minutes: number
  submittedutc?: string
}

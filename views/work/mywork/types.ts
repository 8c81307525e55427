export type When = 'late' | 'today' | 'week' | 'later'

/** Where the work is and whom to ask there, as far as the person may see it; empty where none is known. */
export type StepPlace = {
  client: string
  location: string
  /** In one line. */
  address: string
  contactname: string
  contactnumber: string
}

/** A step as its worker sees it, with what they need of its job. */
export type MyStep = StepPlace & {
  id: string
  name: string
  instruction: string
  iteration: number
  reference: string
  description: string
  critical: boolean
  /** Who has it, where somebody else helps with it. */
  of: string | null
  /** Why it may not be started now. */
  hindrance: string | null
  start: string | null
  finish: string | null
  /** As it was agreed, in words. */
  visittime: string
  /** Undefined where the board is archived. */
  href: string | undefined
  when: When
  begun: boolean
  /** ISO 8601 UTC. */
  runningsince: string | null
  /** Of all people together, without what runs. */
  minutes: number
}

/** A job that is assigned to the worker, without a step that could be done next. */
export type MyJob = StepPlace &
  Pick<
    MyStep,
    'id' | 'reference' | 'description' | 'critical' | 'start' | 'finish' | 'visittime' | 'href' | 'when'
  >

export type WorkedLine = {
  id: string
  version: number
  stepid: string | null
  name: string
  reference: string
  href: string | undefined
  minutes: number
  done: boolean
}

export type MyWorkProps = {
  steps: readonly MyStep[]
  /** There are others, which are not shown. */
  more: boolean
  /** What nobody has yet of jobs that are assigned to the worker. */
  totake: readonly MyStep[]
  jobs: readonly MyJob[]
  morejobs: boolean
  /** What nobody has yet of other jobs. */
  free: readonly MyStep[]
  morefree: boolean
  /** How many timers of the worker run. */
  running: number
  /** Time of timers that ran too long. */
  toconfirm: readonly (WorkedLine & { date: string })[]
  /** Of today, without what runs. */
  worked: readonly WorkedLine[]
  /** With what runs. */
  minutestoday: number
}

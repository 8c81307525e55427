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

/** A step as its worker sees it. */
export type MyStep = {
  id: string
  name: string
  instruction: string
  iteration: number
  /** Who has it, where somebody else helps with it. */
  of: string | null
  /** Why it may not be started now. */
  hindrance: string | null
  begun: boolean
  /** ISO 8601 UTC. */
  runningsince: string | null
  /** Of all people together, without what runs. */
  minutes: number
}

/** A job with its steps that wait for the worker, or that they could take. */
export type MyJob = StepPlace & {
  id: string
  reference: string
  description: string
  critical: boolean
  start: string | null
  finish: string | null
  /** As it was agreed, in words. */
  visittime: string
  /** Undefined where the board is archived. */
  href: string | undefined
  when: When
  steps: readonly MyStep[]
  /** What is left to do on it; `others`: steps that other people have; `approval`: nobody works on it before. */
  left: 'steps' | 'nosteps' | 'others' | 'done' | 'approval'
  signedby: string | null
  used: number
  /** Its board is one that the person works on. */
  works: boolean
}

/** `maxuploadmb`: of a photo. */
export type MyWorkRights = { time: boolean; use: boolean; complete: boolean; maxuploadmb: number }

export type WorkedLine = {
  id: string
  version: number
  stepid: string | null
  name: string
  jobid: string
  reference: string
  href: string | undefined
  minutes: number
  done: boolean
  /** Where the time is corrected, for who may. */
  correct: string | undefined
}

export type MyWorkProps = {
  jobs: readonly MyJob[]
  /** There are others, which are not shown. */
  more: boolean
  /** Given to the worker, and not approved yet. */
  toapprove: readonly MyJob[]
  /** The account's name for the lane in which work is done. */
  approvelane: string
  /** With steps that nobody has yet, of jobs that are not the worker’s. */
  free: readonly MyJob[]
  morefree: boolean
  /** Completed today, and the worker’s own or worked on by them. */
  donetoday: readonly Pick<MyJob, 'id' | 'reference' | 'description' | 'href'>[]
  /** How many timers of the worker run. */
  running: number
  /** Time of timers that ran too long. */
  toconfirm: readonly (WorkedLine & { date: string })[]
  /** Of today, without what runs. */
  worked: readonly WorkedLine[]
  /** With what runs. */
  minutestoday: number
}

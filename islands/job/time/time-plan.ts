import type { MaterialLine } from '#server/domains/work/jobs/types.ts'

/** What worked time would make of one labour item, as its call answers. */
export type TimeGroup = {
  material: { id: string; name: string } | null
  /** What the job charges of it already, or would once it is used as estimated. */
  line: {
    id: string
    quantity: number
    unit: string
    used: boolean
    /** Chosen before: time is added to it. */
    decided: boolean
    net?: number
    /** Labour of a product, which charges nothing; where it is `timed`, time is added to it. */
    ofproduct: boolean
    product: string
    timed: boolean
  } | null
  entryids: readonly string[]
  minutes: number
  quantity: number
  unit: string
  workers: readonly string[]
  rate?: number
  net?: number
  /** On a line of its own. */
  besidenet?: number
}

export type TimeChoice = 'instead' | 'beside' | 'leave'

/** Time of a step, or of none, that names no labour item; without `inventoryid` it is divided among several. */
export type StepTime = {
  jobstepid: string | null
  stepname: string
  minutes: number
  workers: readonly string[]
  inventoryid: string | null
}

/** `labour`: what the time of a step may be. */
export type TimePlan = {
  groups: readonly TimeGroup[]
  steps: readonly StepTime[]
  labour: readonly { id: string; name: string; ofproduct: boolean }[]
}

/** A choice for each group. `steplabour`: the labour items that were chosen for steps, as the calls take them. */
export type TimeDecision = {
  groups: readonly TimeGroup[]
  choices: readonly TimeChoice[]
  steplabour?: string
}

/** Lines that are still to be used. `takeBack`: undoes what was chosen for the time, where no message offered it. */
export type SettledTime = { lines: readonly MaterialLine[]; takeBack?: () => Promise<void> }

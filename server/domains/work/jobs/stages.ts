import type { Stage } from '#db/queries/work/job-stages.ts'

export type StageStep =
  | 'lines'
  | 'send'
  | 'sent'
  | 'approve'
  | 'use'
  | 'complete'
  | 'prepare'
  | 'issue'
  | 'pay'

type StepFacts = {
  lines: number
  /** Lines on which something was consumed. */
  used: number
  /** Lines with an estimate of which nothing was. */
  unused: number
  fixedprice?: boolean
  /** A mail with the estimate. */
  waits?: boolean
  /** The client refused what was sent last, or asked for a change. */
  declined?: boolean
  /** A draft invoice. */
  drafted?: boolean
  /** An invoice to pay. */
  unpaid?: boolean
}

/** An estimate without lines offers nothing, one that the client declined is sent anew, and one whose mail waits may reach them in another way. A fixed price is charged whatever was used. What was invoiced elsewhere, and imported, has nothing to pay here. */
export function findNextStep(
  stage: Stage | null,
  { lines, used, unused, fixedprice, waits, declined, drafted, unpaid }: StepFacts,
): StageStep | null {
  switch (stage) {
    case 'asked':
      if (lines === 0) return 'lines'
      return waits ? 'sent' : 'send'
    case 'quoted':
      if (!declined) return 'approve'
      return waits ? 'sent' : 'send'
    case 'approved':
    case 'working':
      return unused > 0 ? 'use' : 'complete'
    case 'complete':
      if (drafted) return 'issue'
      return !fixedprice && used === 0 && unused > 0 ? 'use' : 'prepare'
    case 'invoiced':
      return unpaid ? 'pay' : null
    default:
      return null
  }
}

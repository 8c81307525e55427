import type { Stage } from '#db/queries/work/job-stages.ts'

export type StageStep = 'send' | 'approve' | 'use' | 'complete' | 'prepare' | 'issue' | 'pay'

/** Lines on which something was consumed, lines with an estimate of which nothing was, a draft invoice, one to pay. */
type StepFacts = { used: number; unused: number; fixedprice?: boolean; drafted?: boolean; unpaid?: boolean }

/** A fixed price is charged whatever was used. What was invoiced elsewhere, and imported, has nothing to pay here. */
export function findNextStep(
  stage: Stage | null,
  { used, unused, fixedprice, drafted, unpaid }: StepFacts,
): StageStep | null {
  switch (stage) {
    case 'asked':
      return 'send'
    case 'quoted':
      return 'approve'
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

import type { Stage } from '#db/queries/work/job-stages.ts'

export type StageStep = 'send' | 'approve' | 'use' | 'complete' | 'prepare' | 'pay'

/** Lines on which something was consumed, and lines with an estimate of which nothing was. */
type LineCounts = { used: number; unused: number }

export function findNextStep(stage: Stage | null, { used, unused }: LineCounts): StageStep | null {
  switch (stage) {
    case 'asked':
      return 'send'
    case 'quoted':
      return 'approve'
    case 'approved':
    case 'working':
      return unused > 0 ? 'use' : 'complete'
    case 'complete':
      return used === 0 && unused > 0 ? 'use' : 'prepare'
    case 'invoiced':
      return 'pay'
    default:
      return null
  }
}

import { APPROVE, COMPLETE, INVOICED, isLane } from './status.ts'

export type StageFacts = {
  status: number
  paid: boolean
  estimatesentutc: string | null
  /** Lines on which something was consumed. */
  used: number
}

export type Stage = 'asked' | 'quoted' | 'approved' | 'working' | 'complete' | 'invoiced' | 'paid'

/** Null for what is archived or removed. */
export function findStage({ status, paid, estimatesentutc, used }: StageFacts): Stage | null {
  if (status === INVOICED) return paid ? 'paid' : 'invoiced'
  if (!isLane(status)) return null
  if (status === COMPLETE) return 'complete'
  if (status === APPROVE) return used > 0 ? 'working' : 'approved'
  return estimatesentutc ? 'quoted' : 'asked'
}

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

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

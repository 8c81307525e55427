import {
  APPROVE,
  ARCHIVED,
  COMPLETE,
  DRAFT,
  INVOICED,
  type JobStatus,
  laneStatuses,
  REMOVED,
  REVIEW,
} from '#db/job-status.ts'
import type { Permission } from '#server/access/board-permissions.ts'
import type { Claim } from '#server/access/claims.ts'

export type TransitionAction = 'move' | 'invoice' | 'credit' | 'archive' | 'remove' | 'restore'

export type Transition = {
  act: TransitionAction
  from: readonly JobStatus[]
  to: readonly JobStatus[] | 'before'
  claim: Claim
  board: Permission
  admin?: true
  /** Only for a job that is approved, or for somebody who thereby approves it (decision F1). */
  approves?: true
  warns?: true
}

/** Decision C1. */
export const transitions: readonly Transition[] = [
  { act: 'move', from: laneStatuses, to: [DRAFT, REVIEW], claim: 'jobs.write', board: 'work' },
  { act: 'move', from: [DRAFT, REVIEW], to: [APPROVE], claim: 'jobs.write', board: 'work', approves: true },
  { act: 'move', from: [APPROVE, COMPLETE], to: [APPROVE], claim: 'jobs.write', board: 'work' },
  {
    act: 'move',
    from: [DRAFT, REVIEW],
    to: [COMPLETE],
    claim: 'jobs.write',
    board: 'work',
    approves: true,
    warns: true,
  },
  { act: 'move', from: [APPROVE], to: [COMPLETE], claim: 'jobs.write', board: 'work', warns: true },
  { act: 'move', from: [COMPLETE], to: [COMPLETE], claim: 'jobs.write', board: 'work' },
  { act: 'invoice', from: [COMPLETE], to: [INVOICED], claim: 'invoices.issue', board: 'see' },
  { act: 'credit', from: [INVOICED], to: [COMPLETE], claim: 'invoices.issue', board: 'see' },
  { act: 'archive', from: [COMPLETE, INVOICED], to: [ARCHIVED], claim: 'jobs.write', board: 'work' },
  { act: 'remove', from: laneStatuses, to: [REMOVED], claim: 'jobs.delete', board: 'work' },
  { act: 'restore', from: [ARCHIVED], to: 'before', claim: 'jobs.delete', board: 'work' },
  { act: 'restore', from: [REMOVED], to: 'before', claim: 'jobs.delete', board: 'work', admin: true },
]

export const transition = (
  act: TransitionAction,
  from: number,
  to: number | 'before',
): Transition | undefined =>
  transitions.find(
    (rule) =>
      rule.act === act &&
      rule.from.includes(from as JobStatus) &&
      (rule.to === 'before' ? to === 'before' : to !== 'before' && rule.to.includes(to as JobStatus)),
  )

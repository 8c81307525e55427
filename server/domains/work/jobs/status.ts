import { findLabel } from '#db/queries/resources.ts'
import type { TenantDb } from '#db/types.ts'
import { defaults } from '#server/resources.ts'

/** Decision C1. Lanes 1 to 4 are on the board. */
export const DRAFT = 1
export const REVIEW = 2
export const APPROVE = 3
export const COMPLETE = 4
export const INVOICED = 5
export const ARCHIVED = 6
export const REMOVED = 98

export const statuses = [DRAFT, REVIEW, APPROVE, COMPLETE, INVOICED, ARCHIVED, REMOVED] as const
export type JobStatus = (typeof statuses)[number]

export const isLane = (status: number) => status >= DRAFT && status <= COMPLETE

export const statusKey = (status: number) => (isLane(status) ? `jobs.lane${status}` : `jobs.status${status}`)

export const statusName = (db: TenantDb, status: number) =>
  findLabel(db, statusKey(status)) ?? defaults[statusKey(status)] ?? String(status)

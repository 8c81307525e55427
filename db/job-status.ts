/** What the status of a job is stored as (decision C1): the lanes of its board, and what comes after them. */
export const DRAFT = 1
export const REVIEW = 2
export const APPROVE = 3
export const COMPLETE = 4
export const INVOICED = 5
export const ARCHIVED = 6
export const REMOVED = 98

export const laneStatuses = [DRAFT, REVIEW, APPROVE, COMPLETE] as const
export const statuses = [...laneStatuses, INVOICED, ARCHIVED, REMOVED] as const
export type JobStatus = (typeof statuses)[number]

/** Of the steps of a category that belong to none (specification 2). */
export const NO_LANE = 99

export const isLane = (status: number) => status >= DRAFT && status <= COMPLETE
export const isFromComplete = (status: number) => status >= COMPLETE && status <= ARCHIVED
export const isInvoicedOrArchived = (status: number) => status === INVOICED || status === ARCHIVED

/** Said of a status in SQL, in the words of the partial indexes of jobs: others would not find them. */
export const ON_LANES = `BETWEEN ${DRAFT} AND ${COMPLETE}`
export const TO_APPROVE = `BETWEEN ${DRAFT} AND ${APPROVE}`
export const FROM_COMPLETE = `BETWEEN ${COMPLETE} AND ${ARCHIVED}`

import type { Job } from './background.ts'
import type { Services } from './http/services.ts'

/** The table of contents of what goes on beside requests. */
export const backgroundJobs = (_services: Services): Job[] => []

import type { ClaimHolder } from './claims.ts'

/** Works on steps, manages no board and sees no prices: somebody of the workshop, not of the office. */
export const isOfWorkshop = ({ can }: ClaimHolder): boolean =>
  can('steps.work') && !can('boards.manage') && !can('jobs.money')

/** Whoever is of the workshop begins with their own work (decision 142). */
export const firstPage = (holder: ClaimHolder): string => (isOfWorkshop(holder) ? '/mywork' : '/')

import type { ClaimHolder } from './claims.ts'

/** Whoever works on steps, manages no board and sees no prices begins with their own work (decision 142). */
export const firstPage = ({ can }: ClaimHolder): string =>
  can('steps.work') && !can('boards.manage') && !can('jobs.money') ? '/mywork' : '/'

import { writeSeen } from './access/seen.ts'
import { settleAccounts } from './access/tell-account.ts'
import type { Job } from './background.ts'
import type { Services } from './http/services.ts'

/** The table of contents of what goes on beside requests. */
export const backgroundJobs = (services: Services): Job[] => [
  {
    name: 'people',
    everyms: 30_000,
    run: () => settleAccounts(services, services.clock().toISOString()),
  },
  services.mail.job,
  { name: 'seen', everyms: 60_000, run: () => writeSeen(services.platform) },
]

import { writeSeen } from './access/seen.ts'
import { settleAccounts } from './access/tell-account.ts'
import type { Job } from './background.ts'
import { tellExpiries } from './domains/account/tell-expiry.tsx'
import { measureUsage } from './domains/backoffice/measure-usage.ts'
import { forgetRefused } from './domains/cctransactions/receive-notification.ts'
import { settleAll } from './domains/cctransactions/settle-notification.ts'
import { tellProviderAll } from './domains/cctransactions/tell-provider.ts'
import { repeatJobs } from './domains/frequency/repeat-jobs.ts'
import { sendDigests } from './domains/notifications/send-digests.tsx'
import type { Services } from './http/services.ts'

/** The table of contents of what goes on beside requests. */
export const backgroundJobs = (services: Services): Job[] => [
  {
    name: 'people',
    everyms: 30_000,
    run: () => settleAccounts(services, services.clock().toISOString()),
  },
  services.mail.job,
  { name: 'frequency', everyms: 60_000, run: repeatJobs(services) },
  { name: 'digest', everyms: 60_000, run: () => sendDigests(services) },
  { name: 'seen', everyms: 60_000, run: () => writeSeen(services.platform) },
  { name: 'expiry', everyms: 10 * 60_000, run: () => tellExpiries(services) },
  {
    name: 'usage',
    everyms: 60_000,
    run: () => measureUsage({ ...services, folder: services.config.data }, services.clock()),
  },
  {
    name: 'payments',
    everyms: 60_000,
    run: async () => {
      await settleAll(services)
      await tellProviderAll(services)
      await forgetRefused(services)
    },
  },
]

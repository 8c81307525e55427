import { writeActivity } from './access/last-active.ts'
import { purgeOldSessions } from './access/purge-sessions.ts'
import { finishRightsAudits } from './access/rights-audit.ts'
import { syncMemberships } from './access/sync-membership.ts'
import type { BackgroundJob } from './background.ts'
import { mailExpiryNotices } from './domains/account/account/mail-expiry-notices.tsx'
import { backUpAccounts } from './domains/account/backups/back-up-accounts.ts'
import { applyWaitingNotifications } from './domains/account/payments/apply-notification.ts'
import { purgeRefused } from './domains/account/payments/receive-notification.ts'
import { syncProviders } from './domains/account/payments/sync-provider.ts'
import { sendDigests } from './domains/people/notifications/send-digests.tsx'
import { measureUsage } from './domains/platform/backoffice/measure-usage.ts'
import { copyOffsite } from './domains/platform/copies/copy-offsite.ts'
import { indexAccounts } from './domains/platform/search/index-accounts.ts'
import { sendReports } from './domains/reporting/reportschedules/send-reports.tsx'
import { invoiceRepeats } from './domains/sales/repeatinvoices/run.ts'
import { checkXeroChanges } from './domains/settings/xero/check-changes.ts'
import { repeatJobs } from './domains/work/frequency/repeat-jobs.ts'
import { HOUR_MS, MINUTE_MS } from './instants.ts'
import { reclaimMemory } from './reclaim-memory.ts'
import { repairClockJump } from './repair-clock-jump.ts'
import type { Services } from './services.ts'

/** Fifty accounts a step: ten thousand within twenty minutes. */
const STEP_MS = 5_000

export const backgroundJobs = (services: Services): BackgroundJob[] => [
  {
    name: 'people',
    everyms: 30_000,
    run: () => syncMemberships(services, services.clock().toISOString()),
  },
  {
    name: 'rights',
    everyms: 30_000,
    run: () => finishRightsAudits(services, services.clock().toISOString()),
  },
  services.mail.job,
  services.xero.job,
  { name: 'xerochanges', everyms: MINUTE_MS, run: () => checkXeroChanges(services) },
  services.webhooks.job,
  // Most accounts want theirs at the same hour, so these go in steps of a few seconds with requests between.
  { name: 'frequency', everyms: STEP_MS, run: repeatJobs(services) },
  { name: 'repeatinvoices', everyms: STEP_MS, ...invoiceRepeats(services) },
  { name: 'reports', everyms: STEP_MS, ...sendReports(services) },
  { name: 'search', everyms: STEP_MS, run: indexAccounts(services) },
  { name: 'clockjump', everyms: STEP_MS, ...repairClockJump(services) },
  { name: 'digest', everyms: STEP_MS, run: () => sendDigests(services) },
  { name: 'activity', everyms: MINUTE_MS, run: () => writeActivity(services.platform) },
  { name: 'memory', everyms: STEP_MS, run: reclaimMemory(services) },
  { name: 'unused', everyms: MINUTE_MS, run: () => services.tenants.closeUnused() },
  { name: 'tidy', ofplatform: true, everyms: HOUR_MS, run: () => purgeOldSessions(services.platform) },
  { name: 'expiry', everyms: 10 * MINUTE_MS, run: () => mailExpiryNotices(services) },
  ...copyOffsite(services),
  { name: 'backups', ofplatform: true, everyms: MINUTE_MS, ...backUpAccounts(services) },
  {
    name: 'usage',
    ofplatform: true,
    everyms: MINUTE_MS,
    run: () => measureUsage({ ...services, folder: services.config.data }, services.clock()),
  },
  {
    name: 'payments',
    ofplatform: true,
    everyms: MINUTE_MS,
    run: async () => {
      await applyWaitingNotifications(services)
      await syncProviders(services)
      await purgeRefused(services)
    },
  },
]

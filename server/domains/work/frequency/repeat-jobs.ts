import type { Platform } from '#db/platform.ts'
import type { Tenants } from '#db/tenants.ts'
import { accountRounds } from '#server/account-rounds.ts'
import { hasNewRates, showNewRates } from '#server/domains/work/workers/change-rates.ts'
import { HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { hasDueJobs, makeDueJobs } from './make-due-jobs.ts'

type Needs = { platform: Platform; tenants: Tenants; clock: () => Date }

/** How far midnight in South Africa is from that of UTC. */
const AHEAD_MS = 2 * HOUR_MS
const REPEATS = { userid: null, name: 'Repeating jobs' }
const RATES = { userid: null, name: 'Dated rates' }

/** A file is written only when a job is due. */
export const repeatJobs = (services: Needs): (() => Promise<void>) =>
  accountRounds(services, {
    everyms: 6 * HOUR_MS,
    aheadms: AHEAD_MS,
    visit: (accountid, now) => repeatAccountJobs(services.tenants, accountid, now),
  })

async function repeatAccountJobs(tenants: Tenants, accountid: string, now: Date) {
  try {
    if (tenants.exists(accountid) && tenants.glance(accountid, (db) => hasDueJobs(db, now)))
      await tenants.write(accountid, REPEATS, (tx) => makeDueJobs(tx))
    if (tenants.exists(accountid) && tenants.glance(accountid, (db) => hasNewRates(db, now)))
      await tenants.write(accountid, RATES, showNewRates)
  } catch (error) {
    logFailure(`frequency ${accountid}`, error)
  }
}

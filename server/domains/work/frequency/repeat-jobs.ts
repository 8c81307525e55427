import type { Platform } from '#db/platform.ts'
import { listActiveAccounts } from '#db/queries/platform/accounts.ts'
import type { Tenants } from '#db/tenants.ts'
import { hasNewRates, showNewRates } from '#server/domains/work/workers/change-rates.ts'
import { HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { hasDueJobs, makeDueJobs } from './make-due-jobs.ts'

type Needs = { platform: Platform; tenants: Tenants; clock: () => Date }

/** How often each account is looked at, and how far midnight in South Africa is from that of UTC. */
const LOOK_MS = 6 * HOUR_MS
const AHEAD_MS = 2 * HOUR_MS
const AT_ONCE = 50
const REPEATS = { userid: null, name: 'Repeating jobs' }
const RATES = { userid: null, name: 'Dated rates' }
/** After every id. */
const THROUGH = '~'

/** Some accounts at a time, so that requests go between; a file is written only when a job is due. */
export function repeatJobs({ platform, tenants, clock }: Needs): () => Promise<void> {
  let look = -1
  let last = ''
  return async () => {
    const now = clock()
    const present = Math.floor((now.getTime() + AHEAD_MS) / LOOK_MS)
    if (present !== look) last = ''
    look = present
    if (last === THROUGH) return
    const ids = platform.read((db) => listActiveAccounts(db, now.toISOString(), last, AT_ONCE))
    for (const id of ids) {
      await repeatAccountJobs(tenants, id, now)
      last = id
    }
    if (ids.length < AT_ONCE) last = THROUGH
  }
}

async function repeatAccountJobs(tenants: Tenants, accountid: string, now: Date) {
  try {
    if (tenants.exists(accountid) && tenants.glance(accountid, (db) => hasDueJobs(db, now)))
      await tenants.write(accountid, REPEATS, (tx) => makeDueJobs(tx))
    if (tenants.exists(accountid) && tenants.glance(accountid, (db) => hasNewRates(db, now)))
      await tenants.write(accountid, RATES, showNewRates)
  } catch (error) {
    logFailure(`frequency ${accountid}`, error)
  }
  await new Promise((done) => setImmediate(done))
}

import type { Platform } from '#db/platform.ts'
import { hasUnindexed, indexSlice } from '#db/queries/search/index-slice.ts'
import type { Tenants } from '#db/tenants.ts'
import { accountRounds } from '#server/account-rounds.ts'
import { HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'

type Needs = { platform: Platform; tenants: Tenants; clock: () => Date }

/** Some 10 ms of writing: whoever saves meanwhile does not notice. */
const SLICE = 100
const INDEXER = { userid: null, name: 'Search' }

/** What stood in a file before it had an index is indexed in slices, between which others save. */
export const indexAccounts = (services: Needs): (() => Promise<void>) =>
  accountRounds(services, {
    everyms: 6 * HOUR_MS,
    visit: (accountid) =>
      indexAccount(services.tenants, accountid).catch((error) => logFailure(`search ${accountid}`, error)),
  })

async function indexAccount(tenants: Tenants, accountid: string): Promise<void> {
  while (tenants.exists(accountid) && tenants.glance(accountid, hasUnindexed)) {
    await tenants.write(accountid, INDEXER, (tx) => indexSlice(tx.db, SLICE))
    await new Promise((done) => setImmediate(done))
  }
}

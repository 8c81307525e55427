import type { Platform } from '#db/platform.ts'
import { listActiveAccounts } from '#db/queries/platform/accounts.ts'
import { hasUnindexed, indexSlice } from '#db/queries/search/index-slice.ts'
import type { Tenants } from '#db/tenants.ts'
import { HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'

type Needs = { platform: Platform; tenants: Tenants; clock: () => Date }

const LOOK_MS = 6 * HOUR_MS
const AT_ONCE = 50
/** Some 10 ms of writing: whoever saves meanwhile does not notice. */
const SLICE = 100
const INDEXER = { userid: null, name: 'Search' }
/** After every id. */
const THROUGH = '~'

/** What stood in a file before it had an index is indexed in slices, between which others save. */
export function indexAccounts({ platform, tenants, clock }: Needs): () => Promise<void> {
  let look = -1
  let last = ''
  return async () => {
    const now = clock()
    const present = Math.floor(now.getTime() / LOOK_MS)
    if (present !== look) last = ''
    look = present
    if (last === THROUGH) return
    const ids = platform.read((db) => listActiveAccounts(db, now.toISOString(), last, AT_ONCE))
    for (const id of ids) {
      if (tenants.isMine(id))
        await indexAccount(tenants, id).catch((error) => logFailure(`search ${id}`, error))
      last = id
    }
    if (ids.length < AT_ONCE) last = THROUGH
  }
}

async function indexAccount(tenants: Tenants, accountid: string): Promise<void> {
  while (tenants.exists(accountid) && tenants.glance(accountid, hasUnindexed)) {
    await tenants.write(accountid, INDEXER, (tx) => indexSlice(tx.db, SLICE))
    await new Promise((done) => setImmediate(done))
  }
}

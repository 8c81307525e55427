import type { Platform } from '#db/platform.ts'
import { accountById, countAccountsSince } from '#db/queries/platform/accounts.ts'
import type { Tenants } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/instants.ts'
import { type AccountValues, insertAccount, prepareTenantFile, putSeat } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { SYSTEMADMIN } from './claims.ts'
import { checkLimits } from './rate-limits.ts'
import { queueMembershipSync, syncMemberships } from './sync-membership.ts'

const MAX_A_DAY = 5
/** Each try makes a file before it is counted as an account, so tries made all at once are bounded too. */
const MAX_TRIES = 20

type Files = { platform: Platform; tenants: Tenants }
type Founder = { userid: string; name: string; address: string }

/** Asked again for the same id it changes nothing, so that a retry founds no second one. @throws 429 after five in a day */
export async function registerAccount(
  files: Files,
  founder: Founder,
  account: AccountValues & { id: string },
) {
  const { platform, tenants } = files
  const { userid, address } = founder
  const now = await platform.write((tx) => {
    if (accountById(tx.db, account.id)) return tx.now
    checkLimits(tx, [{ key: `found:${userid}`, most: MAX_TRIES, minutes: DAY_MS / MINUTE_MS }])
    refuseMany(tx, userid)
    return tx.now
  })
  const roleids = await prepareTenantFile(tenants, account.id, account.name)
  await platform.write((tx) => {
    if (accountById(tx.db, account.id)) return
    refuseMany(tx, userid)
    insertAccount(tx, account)
    putSeat(tx, { accountid: account.id, userid, roleids: [roleids[SYSTEMADMIN] as string] })
    recordAudit(tx, 'accountcreated', { userid, accountid: account.id, address, detail: account.name })
    const by = { userid, name: founder.name }
    queueMembershipSync(tx, {
      accountid: account.id,
      userid,
      by,
      changes: [{ field: 'created', oldvalue: '', newvalue: founder.name }],
    })
  })
  await syncMemberships(files, now)
  return { id: account.id, name: account.name }
}

function refuseMany({ db, now }: PlatformTx, userid: string) {
  if (countAccountsSince(db, userid, addMs(now, -DAY_MS)) < MAX_A_DAY) return
  throw new Problem(429, 'You have created several accounts today. Please go on tomorrow.', {
    retryafter: DAY_MS / 1000,
  })
}

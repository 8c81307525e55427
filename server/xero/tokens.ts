import { changeXeroConnection, type XeroConnection, xeroConnection } from '#db/queries/platform/xero.ts'
import { SYSTEM } from '#db/types.ts'
import { notifyHolders } from '#server/cells/notify-cells.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { mutex } from '#server/mutex.ts'
import type { Services } from '#server/services.ts'
import { connectionEnded } from '#views/settings/xero/connection-ended.ts'
import { GrantEnded, refreshGrant, type XeroGrant } from './oauth.ts'
import { codeExpired, notConnected } from './problems.ts'
import { readXero } from './settings.ts'

/** Specification 1, section 9. */
const ACCESS_MS = 29 * MINUTE_MS

type Tokens = { access: string; refresh: string }

/** Parallel refreshers take each other's token away. */
const oneAtATime = mutex()

/** As the connection keeps a grant that began at `now`. */
export const sealGrant = ({ encryption }: Services, grant: XeroGrant, now: string) => ({
  tokens: encryption.encrypt(
    JSON.stringify({ access: grant.access, refresh: grant.refresh } satisfies Tokens),
  ),
  accessuntilutc: addMs(now, Math.min(ACCESS_MS, grant.seconds * 1000)),
})

/** @throws `codeExpired` where the key that sealed them is gone */
function openTokens({ encryption }: Services, { tokens }: XeroConnection): Tokens {
  try {
    return JSON.parse(encryption.decrypt(tokens))
  } catch {
    throw codeExpired()
  }
}

const find = ({ platform }: Services, accountid: string) =>
  platform.read((db) => xeroConnection(db, accountid))

/**
 * A token that is good now. `stale`: one that Xero did not take.
 * @throws 'You are not authenticated to Xero', 'Code has expired' once somebody has to let Joblane in again, XeroDown
 */
export async function xeroAccess(services: Services, accountid: string, stale?: string): Promise<string> {
  return (
    findFresh(services, accountid, stale) ?? oneAtATime(accountid, () => refresh(services, accountid, stale))
  )
}

function findFresh(services: Services, accountid: string, stale?: string): string | undefined {
  const { accessuntilutc, access } = requireTokens(services, accountid)
  return accessuntilutc > services.clock().toISOString() && access !== stale ? access : undefined
}

function requireTokens(services: Services, accountid: string) {
  const known = find(services, accountid)
  if (!known) throw notConnected()
  if (known.failure) throw codeExpired()
  return { ...known, ...openTokens(services, known) }
}

async function refresh(services: Services, accountid: string, stale?: string): Promise<string> {
  // Whoever had the lock before may have refreshed already.
  const fresh = findFresh(services, accountid, stale)
  if (fresh) return fresh
  const xero = readXero(services.config)
  if (!xero) throw notConnected()
  const used = requireTokens(services, accountid).refresh
  const now = services.clock().toISOString()
  try {
    const grant = await refreshGrant(xero, used)
    await services.platform.write((tx) =>
      changeXeroConnection(
        tx.db,
        accountid,
        sealGrant(services, { ...grant, refresh: grant.refresh || used }, now),
      ),
    )
    return grant.access
  } catch (error) {
    if (!(error instanceof GrantEnded)) throw error
    // Somebody may have connected anew meanwhile: then theirs counts.
    if (requireTokens(services, accountid).refresh !== used) return refresh(services, accountid)
    await failConnection(services, accountid, 'Xero no longer takes what it gave Joblane.')
    throw codeExpired()
  }
}

/**
 * From now on nothing is sent or fetched until somebody connects again, which those who may are told once. `tenantid`: only
 * while it is the organisation that is chosen.
 */
export async function failConnection(
  services: Services,
  accountid: string,
  failure: string,
  tenantid?: string,
) {
  const ended = await services.platform.write((tx) => {
    const known = xeroConnection(tx.db, accountid)
    if (tenantid !== undefined && known?.tenantid !== tenantid) return null
    changeXeroConnection(tx.db, accountid, { failure })
    return known?.failure === '' ? known : null
  })
  if (!ended) return
  const said = {
    type: 'warning',
    code: 'xero',
    message: connectionEnded(failure, { waits: ended.tenantname !== '' }),
    open: '/xero/tenants',
  } as const
  await notifyHolders(services, accountid, { ...said, claim: 'settings.manage', by: SYSTEM }).catch((error) =>
    logFailure('notifications that the connection to Xero has ended', error),
  )
}

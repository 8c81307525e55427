import {
  changeXeroConnection,
  dropXeroConnection,
  isXeroTenantShared,
  putXeroConnection,
  type XeroConnection,
  xeroConnection,
} from '#db/queries/platform/xero.ts'
import { countXeroEntries } from '#db/queries/settings/xero.ts'
import type { TenantDb } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import type { Config } from '#server/config.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { openXero, refuseLeft } from '#server/xero/client.ts'
import type { XeroGrant } from '#server/xero/oauth.ts'
import { disconnectTenant, listXeroTenants } from '#server/xero/organisations.ts'
import { XeroLeft } from '#server/xero/problems.ts'
import { keepLastCheck, readLastCheck, readXeroTenant } from '#server/xero/queue.ts'
import { readXero, type Xero } from '#server/xero/settings.ts'
import { sealGrant } from '#server/xero/tokens.ts'
import type { ShownConnection } from '#views/settings/xero/tenants.tsx'
import { fetchXeroNames } from './fetch-names.ts'
import { enterTenant, leaveTenant, wakeTenant } from './mapping-form.ts'

type By = { accountid: string; userid: string; name: string }

/** @throws 404 where this installation has no app at Xero */
export function offeredXero(config: Config): Xero {
  const xero = readXero(config)
  if (!xero) throw notFound('page')
  return xero
}

export const findXeroConnection = ({ platform }: Pick<Services, 'platform'>, accountid: string) =>
  platform.read((db) => xeroConnection(db, accountid))

/** As pages show it, beside what the account's own file knows of it. */
export function readShownConnection(c: Context, db: TenantDb): ShownConnection | null {
  const known = findXeroConnection(c.services, c.person.accountid)
  return known && { ...known, queuesfor: readXeroTenant(db) ?? '' }
}

/** One an account: the one before gives way, and its organisation stays chosen where the new one opens it too. */
export async function keepConnection(services: Services, by: By, grant: XeroGrant) {
  const { accountid, userid, name } = by
  const now = services.clock().toISOString()
  await services.platform.write((tx) => {
    putXeroConnection(tx.db, {
      accountid,
      ...sealGrant(services, grant, now),
      ...{ failure: '', connectedby: name, connectedutc: now },
    })
    recordAudit(tx, 'xeroconnected', { userid, accountid })
  })
  const chosen = findXeroConnection(services, accountid)?.tenantid
  if (!chosen) return
  const found = (await listXeroTenants(services, accountid)).find(({ tenantId }) => tenantId === chosen)
  const opened = { connectionid: found?.id ?? '', tenantid: found?.tenantId ?? '' }
  await services.platform.write((tx) => changeXeroConnection(tx.db, accountid, opened))
  // The account's own file still names the one before: what is issued until one is chosen waits for it.
  if (found) await services.tenants.write(accountid, by, (tx) => wakeTenant(tx, chosen))
}

/** What was connected until now, and how many documents wait for it. */
type Left = { tenantname: string; waiting: number }

/**
 * Returns what was connected instead of it until now.
 * @throws 404 for one that the connection does not open, XeroLeft once another was chosen while its names were fetched
 */
export async function chooseTenant(services: Services, by: By, tenantid: string): Promise<Left | null> {
  const { accountid, userid } = by
  const before = findXeroConnection(services, accountid)
  const found = (await listXeroTenants(services, accountid)).find((one) => one.tenantId === tenantid)
  if (!found) throw notFound('organisation')
  await keepCheckOf(services, by, before)
  const lastcheck = services.tenants.read(accountid, (db) => readLastCheck(db, tenantid))
  await services.platform.write((tx) => {
    changeXeroConnection(tx.db, accountid, {
      ...{ connectionid: found.id, tenantid, tenantname: found.tenantName, tenanttype: found.tenantType },
      checkedutc: lastcheck ?? tx.now,
    })
    recordAudit(tx, 'xeroconnected', { userid, accountid, detail: found.tenantName })
  })
  // Without them the mapping says so, and they are fetched again there.
  const names = await fetchXeroNames(openXero(services, accountid)).catch((error) => {
    if (error instanceof XeroLeft) throw error
    logFailure('accounts of Xero', error)
    return []
  })
  await services.tenants.write(accountid, by, (tx) => {
    refuseLeft(services, { accountid, tenantid })
    enterTenant(tx, { tenantid, name: found.tenantName, names })
  })
  if (!before?.tenantid || before.tenantid === tenantid) return null
  const { waiting = 0 } = services.tenants.read(accountid, (db) => countXeroEntries(db, before.tenantid))
  return { tenantname: before.tenantname, waiting }
}

async function keepCheckOf(services: Services, by: By, known: XeroConnection | null) {
  if (known?.tenantid && known.checkedutc)
    await services.tenants.write(by.accountid, by, (tx) =>
      keepLastCheck(tx, known.tenantid, known.checkedutc as string),
    )
}

/**
 * `shared`: another account here works with the organisation, and Xero knows one connection of both. `untold`: Xero could
 * not be reached. In both cases Joblane still stands among the connected apps there.
 */
type Cleared = 'cleared' | 'shared' | 'untold'

/** The tokens are forgotten, never revoked: Xero would end every connection of whoever gave them. */
export async function clearConnection(services: Services, by: By): Promise<Cleared> {
  const { accountid, userid } = by
  const known = findXeroConnection(services, accountid)
  if (!known) return 'cleared'
  const cleared = await endConnection(services, known)
  await keepCheckOf(services, by, known)
  await services.platform.write((tx) => {
    dropXeroConnection(tx.db, accountid)
    recordAudit(tx, 'xerocleared', { userid, accountid, detail: known.tenantname })
  })
  await services.tenants.write(accountid, by, leaveTenant)
  return cleared
}

async function endConnection(
  services: Services,
  { accountid, tenantid, connectionid, failure }: XeroConnection,
): Promise<Cleared> {
  if (!connectionid) return 'cleared'
  if (services.platform.read((db) => isXeroTenantShared(db, tenantid, accountid))) return 'shared'
  try {
    await disconnectTenant(services, accountid, connectionid)
    return 'cleared'
  } catch (error) {
    logFailure('disconnecting from Xero', error)
    return failure ? 'cleared' : 'untold'
  }
}

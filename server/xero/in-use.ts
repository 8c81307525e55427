import { xeroConnection } from '#db/queries/platform/xero.ts'
import type { Person } from '#server/access/person.ts'
import { lookUp } from '#server/http/lookups.ts'
import type { Services } from '#server/services.ts'
import { readXero } from './settings.ts'

/** The account's organisation at Xero, while the connection to it works. */
export function xeroInUse(
  { config, platform }: Pick<Services, 'config' | 'platform'>,
  { accountid }: Pick<Person, 'accountid'>,
) {
  if (!readXero(config)) return null
  const found = lookUp(platform, `xero ${accountid}`, (db) => xeroConnection(db, accountid))
  return found?.tenantid && !found.failure ? found : null
}

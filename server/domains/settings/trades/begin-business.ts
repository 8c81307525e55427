import { userById } from '#db/queries/people/users.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tenants } from '#db/tenants.ts'
import { trades } from '#db/trades/index.ts'
import { saveGeneral } from '#server/domains/settings/manage/general.ts'
import { insert } from '#server/records.ts'
import { personName } from '#views/format.ts'
import { addOwnOrganisation, beginWithTrade, type Letterhead } from './begin-with-trade.ts'

type Business = {
  userid: string
  firstname: string
  lastname: string
  email: string
  name: string
  trade?: string
  letterhead?: Letterhead
  zone?: string
}

export const tradeOptions = Object.entries(trades).map(([value, { name }]) => ({ value, label: name }))

/** Where the person begins: with the first job open, or at the first steps. */
export function beginBusiness(tenants: Tenants, accountid: string, business: Business): Promise<string> {
  const { userid, name, letterhead, zone } = business
  const trade = trades[business.trade ?? '']
  return tenants.write(accountid, { userid, name: personName(business) }, (tx) => {
    if (zone) saveGeneral(tx, { zone })
    // In a small business the owner works too: steps and time can be given to them from the first job on.
    // A seat whose news could not be written yet reaches this file later: work is given to its person by hand then.
    if (userById(tx.db, userid))
      insert(tx, workers, { name: personName(business), email: business.email, userid })
    if (trade) return beginWithTrade(tx, userid, name, trade, letterhead)
    addOwnOrganisation(tx, name, letterhead)
    return '/'
  })
}

import type { Tenants } from '#db/tenants.ts'
import { trades } from '#db/trades/index.ts'
import { personName } from '#views/format.ts'
import { addOwnOrganisation, beginWithTrade } from './begin-with-trade.ts'

type Business = {
  userid: string
  firstname: string
  lastname: string
  email: string
  name: string
  trade?: string
}

export const tradeOptions = Object.entries(trades).map(([value, { name }]) => ({ value, label: name }))

/** Where the person begins: with the first job open, or at the first steps. */
export function beginBusiness(tenants: Tenants, accountid: string, business: Business): Promise<string> {
  const { userid, name } = business
  const trade = trades[business.trade ?? '']
  return tenants.write(accountid, { userid, name: personName(business) }, (tx) => {
    if (trade) return beginWithTrade(tx, userid, name, trade)
    addOwnOrganisation(tx, name)
    return '/'
  })
}

import type { Claim } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { XeroJson } from '#server/xero/client.ts'
import { fetchWholeList } from '#server/xero/fetch-list.ts'
import { xeroLists } from './bring-in.ts'
import { offeredXero } from './connection.ts'
import { refuseUnasked } from './lead-on.tsx'

const pick = (row: XeroJson, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

const contact = (row: XeroJson) => ({
  contactID: row.ContactID,
  name: row.Name,
  accountNumber: row.AccountNumber ?? '',
  emailAddress: row.EmailAddress ?? '',
})

/** Specification 2: "code (mapped to id)"; Xero knows no make or model. */
const item = (row: XeroJson) => ({
  ...{ itemID: row.ItemID, id: row.Code, code: row.Code, name: row.Name ?? '' },
  ...{ description: row.Description ?? '', make: '', model: '' },
})

const account = (row: XeroJson) => ({
  accountID: row.AccountID,
  code: row.Code ?? '',
  name: row.Name ?? '',
  ...pick(row, ['Type', 'Class', 'TaxType']),
})

function list(
  path: 'customers' | 'suppliers' | 'inventory' | 'accounts',
  claim: Claim,
  { from, chosen }: (typeof xeroLists)[keyof typeof xeroLists],
  show: (row: XeroJson) => object,
): Route {
  const run = async (c: Context) => {
    offeredXero(c.services.config)
    refuseUnasked(c)
    const rows = await fetchWholeList(c.services, c.person.accountid, from)
    return listData(rows.filter(chosen).map(show))
  }
  return api(
    `GET /xero/${path}`,
    { claim, summary: `The ${path} of the connected organisation, as Xero has them.` },
    run,
  )
}

/** Read only: what they answer comes in by the import, or by the Sync menus. */
export const xeroApi: Route[] = [
  list('customers', 'clients.write', xeroLists.clients, contact),
  list('suppliers', 'suppliers.write', xeroLists.suppliers, contact),
  list('inventory', 'inventory.write', xeroLists.inventory, item),
  list('accounts', 'accountcodes.write', xeroLists.accountcodes, account),
]

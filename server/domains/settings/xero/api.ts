import type { Context } from '#server/http/context.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { openXero, type XeroJson } from '#server/xero/client.ts'
import { fetchWholeList } from '#server/xero/fetch-list.ts'
import { xeroLists } from './bring-in.ts'
import { offeredXero } from './connection.ts'
import { refuseUnasked } from './lead-on.tsx'
import { xeroText } from './list-rows.ts'

const optional = (value: unknown) => (value === undefined ? null : xeroText(value))

const contact = (row: XeroJson) => ({
  contactID: xeroText(row.ContactID),
  name: xeroText(row.Name),
  accountNumber: xeroText(row.AccountNumber),
  emailAddress: xeroText(row.EmailAddress),
})

/** Specification 2: "code (mapped to id)"; Xero knows no make or model. */
const item = (row: XeroJson) => ({
  ...{ itemID: xeroText(row.ItemID), id: xeroText(row.Code), code: xeroText(row.Code) },
  ...{ name: xeroText(row.Name), description: xeroText(row.Description), make: '', model: '' },
})

const account = (row: XeroJson) => ({
  ...{ accountID: xeroText(row.AccountID), code: xeroText(row.Code), name: xeroText(row.Name) },
  ...{ Type: optional(row.Type), Class: optional(row.Class), TaxType: optional(row.TaxType) },
})

const listOf =
  <Shown extends object>(
    { from, chosen }: (typeof xeroLists)[keyof typeof xeroLists],
    show: (row: XeroJson) => Shown,
  ) =>
  async (c: Context) => {
    offeredXero(c.services.config)
    refuseUnasked(c)
    const rows = await fetchWholeList(openXero(c.services, c.person.accountid), from)
    return listData(rows.filter(chosen).map(show))
  }

const summary = (what: string) => `The ${what} of the connected organisation, as Xero has them.`

/** Read only: what they answer comes in by the import, or by the Sync menus. */
export const xeroApi: Route[] = [
  api(
    'GET /xero/customers',
    { claim: 'clients.write', summary: summary('customers') },
    listOf(xeroLists.clients, contact),
  ),
  api(
    'GET /xero/suppliers',
    { claim: 'suppliers.write', summary: summary('suppliers') },
    listOf(xeroLists.suppliers, contact),
  ),
  api(
    'GET /xero/inventory',
    { claim: 'inventory.write', summary: summary('inventory') },
    listOf(xeroLists.inventory, item),
  ),
  api(
    'GET /xero/accounts',
    { claim: 'accountcodes.write', summary: summary('accounts') },
    listOf(xeroLists.accountcodes, account),
  ),
]

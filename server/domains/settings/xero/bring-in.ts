import { csvText } from '#server/domains/settings/imports/csv-text.ts'
import { importFetched, stageFetched } from '#server/domains/settings/imports/stage-fetched.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { StagedImport } from '#server/import/index.ts'
import { openXero, type XeroJson } from '#server/xero/client.ts'
import { fetchWholeList, fetchXeroList } from '#server/xero/fetch-list.ts'
import { toXeroNames } from './fetch-names.ts'
import { accountRow, contactRow, itemRow } from './list-rows.ts'
import { keepXeroNames } from './mapping-form.ts'

/** What comes in from Xero, by the list of the import that it goes to. */
export const xeroLists = {
  clients: {
    from: 'Contacts',
    chosen: (row: XeroJson) => row.IsCustomer === true || row.IsSupplier !== true,
  },
  suppliers: { from: 'Contacts', chosen: (row: XeroJson) => row.IsSupplier === true },
  inventory: { from: 'Items', chosen: () => true },
  accountcodes: { from: 'Accounts', chosen: (row: XeroJson) => row.Status !== 'ARCHIVED' },
} as const

export type XeroListName = keyof typeof xeroLists
export const xeroListNames = Object.keys(xeroLists) as XeroListName[]

export const stageXeroList = async (c: Context, list: XeroListName): Promise<StagedImport> =>
  stageFetched(c, { list, source: 'Xero', csv: await fetchAsCsv(c, list) })

/** Others have their turn between: a page of Xero takes some ten milliseconds. */
const ROWS_AT_ONCE = 200

async function fetchAsCsv(c: Context, list: XeroListName): Promise<string> {
  const { from, chosen } = xeroLists[list]
  const round = openXero(c.services, c.person.accountid)
  const rates = list === 'accountcodes' ? await fetchWholeList(round, 'TaxRates') : []
  const toRow = rowMaker(list, rates)
  const accounts: XeroJson[] = []
  let csv = ''
  for await (const part of fetchXeroList(round, from)) {
    if (list === 'accountcodes') accounts.push(...part)
    for (let at = 0; at < part.length; at += ROWS_AT_ONCE) {
      const rows = part
        .slice(at, at + ROWS_AT_ONCE)
        .filter(chosen)
        .map(toRow)
      csv += csvText(
        rows.filter((row) => row !== null),
        csv === '',
      )
      await Bun.sleep(0)
    }
  }
  if (list === 'accountcodes') await keepXeroNames(c, round, toXeroNames({ accounts, rates }))
  if (csv === '') throw new Problem(400, 'There is nothing of this in Xero yet.', { code: 'nothing' })
  return csv
}

function rowMaker(list: XeroListName, rates: readonly XeroJson[]) {
  if (list === 'inventory') return itemRow
  if (list !== 'accountcodes') return contactRow
  const byType = new Map(rates.map((rate) => [String(rate.TaxType), rate]))
  return (row: XeroJson) => accountRow(row, byType)
}

export const syncXeroList = async (c: Context, list: 'inventory' | 'accountcodes') =>
  importFetched(c, await stageXeroList(c, list), list)

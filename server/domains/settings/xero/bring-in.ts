import { randomUUIDv7 } from 'bun'
import { listAddedByImport } from '#db/queries/settings/imports.ts'
import { importActor } from '#server/domains/settings/imports/input.ts'
import { getImports } from '#server/domains/settings/imports/running-imports.ts'
import { inspectUpload } from '#server/domains/settings/imports/stage-upload.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { StagedImport } from '#server/import/index.ts'
import type { XeroJson } from '#server/xero/client.ts'
import { fetchWholeList, fetchXeroList } from '#server/xero/fetch-list.ts'
import { accountRow, contactRow, csvText, itemRow } from './list-rows.ts'

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

/** As a file that the import reads: its columns are shown, tried and taken back as those of any other. */
export async function stageXeroList(c: Context, list: XeroListName): Promise<StagedImport> {
  const { accountid } = c.person
  const bytes = new TextEncoder().encode(await fetchAsCsv(c, list))
  const filename = 'Xero.csv'
  const staged: StagedImport = {
    id: randomUUIDv7(),
    recordType: list,
    filename,
    // What was changed here is not overwritten unless somebody says so.
    match: 'skip',
    ...(await inspectUpload(c, list, filename, bytes)),
  }
  const { stagedImports } = getImports(c.services)
  stagedImports.removeExpired(accountid, c.now())
  await stagedImports.add(accountid, staged, bytes)
  return staged
}

/** Others have their turn between: a page of Xero takes some ten milliseconds. */
const ROWS_AT_ONCE = 200

async function fetchAsCsv(c: Context, list: XeroListName): Promise<string> {
  const { from, chosen } = xeroLists[list]
  const { accountid } = c.person
  const toRow = await rowMaker(c, list)
  let csv = ''
  for await (const part of fetchXeroList(c.services, accountid, from))
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
  if (csv === '') throw new Problem(400, 'There is nothing of this in Xero yet.', { code: 'nothing' })
  return csv
}

async function rowMaker({ services, person }: Context, list: XeroListName) {
  if (list === 'inventory') return itemRow
  if (list !== 'accountcodes') return contactRow
  const rates = await fetchWholeList(services, person.accountid, 'TaxRates')
  const byType = new Map(rates.map((rate) => [String(rate.TaxType), rate]))
  return (row: XeroJson) => accountRow(row, byType)
}

/** All that is new and sound, at once: what the Sync menus do. It stands among the imports, and is taken back there. */
export async function syncXeroList(c: Context, list: 'inventory' | 'accountcodes') {
  const { accountid } = c.person
  const staged = await stageXeroList(c, list)
  const { queue } = getImports(c.services)
  await queue.start(accountid, importActor(c), staged, 'importGood')
  if (queue.task(accountid, staged.id)?.phase !== 'done')
    throw new Problem(400, 'Nothing came in. Bring the list in from the page Xero, which shows why.', {
      code: 'nothing',
    })
  return c.read((db) => listAddedByImport(db, staged.id, list))
}

import { listOptions } from '#db/queries/options.ts'
import { wakeXeroEntries } from '#db/queries/settings/xero.ts'
import {
  listMappedCodes,
  listXeroNames,
  replaceXeroNames,
  type XeroName,
} from '#db/queries/settings/xero-names.ts'
import { setSetting } from '#db/queries/settings.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { parsePercent } from '#server/money/decimal.ts'
import { vatRateOn } from '#server/money/vat.ts'
import { changeSettings, settingsVersion } from '#server/settings.ts'
import { openXero, type XeroJson, type XeroRound } from '#server/xero/client.ts'
import { fetchWholeList } from '#server/xero/fetch-list.ts'
import { readXeroMapping, suggestXeroMapping, XERO_MAPPING, type XeroMapping } from '#server/xero/mapping.ts'
import { XeroLeft } from '#server/xero/problems.ts'
import {
  nameXeroTenant,
  queueTakenBack,
  readXeroTenant,
  XERO_QUEUED,
  XERO_TENANT,
} from '#server/xero/queue.ts'
import { readToday } from '#server/zone.ts'

const text = (value: unknown) => String(value ?? '')

const accountName = (row: XeroJson) => ({
  kind: 'account' as const,
  code: text(row.Code) || text(row.AccountID),
  name: text(row.Name),
  sort: row.Type === 'BANK' ? 'BANK' : text(row.Class),
  payable: row.Type === 'BANK' || row.EnablePaymentsToAccount === true,
  xeroid: text(row.AccountID),
})

const taxName = (row: XeroJson) => ({
  kind: 'taxrate' as const,
  code: text(row.TaxType),
  name: text(row.Name),
  sort: [row.CanApplyToRevenue && 'sales', row.CanApplyToExpenses && 'purchases'].filter(Boolean).join(' '),
  rate: parsePercent(Number(row.EffectiveRate ?? 0)),
})

const isActive = ({ Status }: XeroJson) => Status !== 'ARCHIVED' && Status !== 'DELETED'

type Fetched = { accounts: readonly XeroJson[]; rates: readonly XeroJson[] }

const toNames = ({ accounts, rates }: Fetched) => [
  ...accounts.filter(isActive).map(accountName),
  ...rates.filter(isActive).map(taxName),
]

async function fetchBoth(round: XeroRound): Promise<Fetched> {
  const [accounts, rates] = await Promise.all([
    fetchWholeList(round, 'Accounts'),
    fetchWholeList(round, 'TaxRates'),
  ])
  return { accounts, rates }
}

/** Accounts and tax rates, which the mapping chooses from. @throws as `openXero` says */
export const fetchXeroNames = async (round: XeroRound) => toNames(await fetchBoth(round))

/** Fetched as a whole, of the organisation that is chosen. @throws as `openXero` says */
export async function renewXeroNames(c: Context) {
  const round = openXero(c.services, c.person.accountid)
  await keepXeroNames(c, round, await fetchBoth(round))
}

/** As they are there now: whoever has just fetched them knows of codes that the mapping does not. @throws XeroLeft */
export const keepXeroNames = (c: Context, round: XeroRound, fetched: Fetched) =>
  c.write((tx) => {
    if (readXeroTenant(tx.db) !== round.tenantid) throw new XeroLeft()
    replaceXeroNames(tx.db, toNames(fetched))
  })

type Entered = { tenantid: string; name: string; names: Awaited<ReturnType<typeof fetchXeroNames>> }

/** The account's own file hears which organisation it sends to. */
export function enterTenant(tx: Tx, { tenantid, name, names }: Entered) {
  setSetting(tx.db, XERO_TENANT, tenantid)
  nameXeroTenant(tx, tenantid, name)
  replaceXeroNames(tx.db, names)
  wakeTenant(tx, tenantid)
}

/** What waited for the connection, or was forbidden to the one before, goes on, and what was taken back meanwhile. */
export function wakeTenant(tx: Tx, tenantid: string) {
  queueTakenBack(tx, tenantid)
  wakeXeroEntries(tx.db, tenantid, tx.now)
  wakeXeroEntries(tx.db, tenantid, tx.now, 'forbidden')
  tx.publish(XERO_QUEUED, [])
}

export const leaveTenant = (tx: Tx) => setSetting(tx.db, XERO_TENANT, null)

/** As saved, else as it most probably fits. Null while no organisation is chosen. */
export function readMappingForm(db: TenantDb) {
  const tenantid = readXeroTenant(db)
  if (!tenantid) return null
  const names = listXeroNames(db)
  const issuers = listOptions(db, organisations)
  const saved = readXeroMapping(db)
  const organisation = issuers.length > 1 ? resolveOrganisation(db, {}).id : ''
  const mapping =
    saved ?? suggestXeroMapping(tenantid, names, { organisation, standard: vatRateOn(readToday(db)) })
  return { mapping, saved: saved !== undefined, names, issuers, version: settingsVersion(db, [XERO_MAPPING]) }
}

/** What was refused for want of it is asked anew. @throws 400 by field, 409 */
export function saveXeroMapping(tx: Tx, given: Omit<XeroMapping, 'tenantid'>, version?: number) {
  const tenantid = readXeroTenant(tx.db)
  if (!tenantid) throw new Problem(400, 'Choose the organisation first.', { code: 'notconnected' })
  const names = listXeroNames(tx.db)
  const wrong = {
    ...unknownAccounts(given, names),
    ...unknownRates(given, names),
    ...unknownHere(tx.db, given),
    ...(given.sending ? missing(given) : {}),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  changeSettings(
    tx,
    { [XERO_MAPPING]: { ...given, tenantid } },
    { version, words: (_, value) => JSON.stringify(value ?? '') },
  )
  wakeXeroEntries(tx.db, tenantid, tx.now)
  wakeXeroEntries(tx.db, tenantid, tx.now, 'mapping')
  tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero' }])
}

type Given = Omit<XeroMapping, 'tenantid'>

function unknownAccounts({ sales, purchases, accounts, payments }: Given, names: readonly XeroName[]) {
  const known = names.filter(({ kind }) => kind === 'account')
  const codes = new Set(known.map(({ code }) => code))
  const payable = new Set(known.filter((one) => one.payable).map(({ xeroid }) => xeroid))
  const wrong = (field: string, value: string, among: ReadonlySet<string>) =>
    value && !among.has(value) ? [[field, 'Xero has no such account any more: choose another one.']] : []
  return Object.fromEntries([
    ...wrong('sales', sales, codes),
    ...wrong('purchases', purchases, codes),
    ...Object.entries(accounts).flatMap(([id, code]) => wrong(`account-${id}`, code, codes)),
    ...Object.entries(payments).flatMap(([method, id]) => wrong(`payment-${method}`, id, payable)),
  ])
}

function unknownRates({ taxes }: Given, names: readonly XeroName[]) {
  const known = new Set(names.flatMap(({ kind, code }) => (kind === 'taxrate' ? [code] : [])))
  return Object.fromEntries(
    Object.entries(taxes).flatMap(([key, code]) =>
      code && !known.has(code)
        ? [[`tax-${key}`, 'Xero has no such tax rate any more: choose another one.']]
        : [],
    ),
  )
}

/** What of ours it names; a document of no organisation would never go. */
function unknownHere(db: TenantDb, { organisation, accounts }: Given) {
  const saved = readXeroMapping(db)
  const issuers = [saved?.organisation, ...listOptions(db, organisations).map(({ value }) => value)]
  const codes = new Set([...Object.keys(saved?.accounts ?? {}), ...listMappedCodes(db).map(({ id }) => id)])
  return {
    ...(organisation && !issuers.includes(organisation)
      ? { organisation: 'Choose one of your organisations.' }
      : {}),
    ...Object.fromEntries(
      Object.keys(accounts).flatMap((id) =>
        codes.has(id) ? [] : [[`account-${id}`, 'You have no such account code.']],
      ),
    ),
  }
}

const missing = ({ sales, taxes }: Given) => ({
  ...(sales ? {} : { sales: 'Documents cannot go out without it.' }),
  ...(taxes.standard || taxes.none ? {} : { 'tax-standard': 'Documents cannot go out without it.' }),
})

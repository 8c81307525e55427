import { listOptions } from '#db/queries/options.ts'
import { wakeXeroEntries } from '#db/queries/settings/xero.ts'
import { listMappedCodes, listXeroNames, replaceXeroNames } from '#db/queries/settings/xero-names.ts'
import { setSetting } from '#db/queries/settings.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { vatRateOn } from '#server/money/vat.ts'
import { changeSettings, settingsVersion } from '#server/settings.ts'
import { openXero, type XeroRound } from '#server/xero/client.ts'
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
import { fetchXeroNames, type XeroNames } from './fetch-names.ts'
import { findLostNames } from './lost-names.ts'

/** Fetched as a whole, of the organisation that is chosen. @throws as `openXero` says */
export async function renewXeroNames(c: Context) {
  const round = openXero(c.services, c.person.accountid)
  await keepXeroNames(c, round, await fetchXeroNames(round))
}

/** As they are there now: whoever has just fetched them knows of codes that the mapping does not. @throws XeroLeft */
export const keepXeroNames = (c: Context, round: XeroRound, names: XeroNames) =>
  c.write((tx) => {
    if (readXeroTenant(tx.db) !== round.tenantid) throw new XeroLeft()
    replaceXeroNames(tx.db, names)
    // What was archived may be there again.
    wakeXeroEntries(tx.db, round.tenantid, tx.now, 'mapping')
    tx.publish(XERO_QUEUED, [])
    tx.publish('RecordChanged', [{ table: 'xero' }])
  })

type Entered = { tenantid: string; name: string; names: XeroNames }

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
    ...findLostNames(given, names),
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

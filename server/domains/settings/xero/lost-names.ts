import {
  listMappedCodes,
  listXeroNames,
  replaceXeroNames,
  type XeroName,
} from '#db/queries/settings/xero-names.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { readXeroMapping, type XeroMapping } from '#server/xero/mapping.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import { fetchXeroNames } from './fetch-names.ts'
import { refusedBy, type SendContext, type SendOutcome } from './send-context.ts'

type Given = Omit<XeroMapping, 'tenantid'>

/** By field, what the mapping names that Xero has no more. */
export const findLostNames = (given: Given, names: readonly XeroName[]): Record<string, string> => ({
  ...unknownAccounts(given, names),
  ...unknownRates(given, names),
})

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

/** The fields of the saved mapping that have to be chosen anew. */
export function readLostFields(db: TenantDb): string[] {
  const mapping = readXeroMapping(db)
  const names = listXeroNames(db)
  if (!mapping || names.length === 0) return []
  const codes = new Set(listMappedCodes(db).map(({ id }) => `account-${id}`))
  return Object.keys(findLostNames(mapping, names)).filter(
    (field) => !field.startsWith('account-') || codes.has(field),
  )
}

const asked = new WeakSet<SendContext>()

/**
 * In Xero's own words. Where these are of an account or a tax rate, the mapping has to be mended: it hears once a round
 * what there is by now.
 */
export async function refusedThere(context: SendContext, errors: readonly string[]): Promise<SendOutcome> {
  if (!errors.some((one) => /\baccount\b|\btaxtype\b/i.test(one))) return refusedBy(errors)
  if (!asked.has(context)) await renewNames(context)
  return refusedBy(
    [...errors, 'Whoever may change the settings can choose another one in the mapping.'],
    'mapping',
  )
}

/** What Xero has, asked anew once a round where `isLost` says so of what is kept: it may have been restored there. */
export async function readCurrentNames(
  context: SendContext,
  isLost: (names: readonly XeroName[]) => boolean,
): Promise<readonly XeroName[]> {
  const kept = context.read(listXeroNames)
  if (!isLost(kept) || asked.has(context)) return kept
  await renewNames(context)
  return context.read(listXeroNames)
}

async function renewNames(context: SendContext): Promise<void> {
  asked.add(context)
  const names = await fetchXeroNames(context)
  await context.services.tenants.write(context.accountid, SYSTEM, (tx) => {
    if (readXeroTenant(tx.db) === context.tenantid) replaceXeroNames(tx.db, names)
  })
}

/** Of what a document is booked by, what Xero has no more. */
export const sayLostCodes = (
  names: readonly XeroName[],
  { accounts, rates }: { accounts: readonly string[]; rates: readonly string[] },
): string[] => [
  ...lostCodes(names, 'account', accounts).map(
    (code) =>
      `Xero has no account ${code} any more, which its lines are booked to: whoever may change the settings can choose another one in the mapping.`,
  ),
  ...lostCodes(names, 'taxrate', rates).map(
    (code) =>
      `Xero has no tax rate ${code} any more for the VAT of its lines: whoever may change the settings can choose another one in the mapping.`,
  ),
]

function lostCodes(names: readonly XeroName[], kind: XeroName['kind'], codes: readonly string[]): string[] {
  const known = new Set(names.flatMap((one) => (one.kind === kind ? [one.code] : [])))
  return known.size === 0 ? [] : [...new Set(codes)].filter((code) => code && !known.has(code))
}

export const isLostPayable = (names: readonly XeroName[], id: string): boolean =>
  names.length > 0 && !names.some(({ payable, xeroid }) => payable && xeroid === id)

import type { XeroName } from '#db/queries/settings/xero-names.ts'
import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'
import { readXeroTenant } from './queue.ts'

export const xeroTaxKeys = [
  ...(['standard', 'zero', 'exempt', 'none'] as const),
  ...(['input', 'capital', 'inputzero', 'notclaimed'] as const),
] as const
export type XeroTaxKey = (typeof xeroTaxKeys)[number]

/** Which of our things is which of Xero's; of one organisation. */
export type XeroMapping = {
  tenantid: string
  /** Nothing goes out before somebody has looked at the mapping. */
  sending: boolean
  /** Whose documents go; empty: those of all organisations. */
  organisation: string
  /** Accounts of Xero for lines whose own account code is none there. */
  sales: string
  purchases: string
  /** By our account code: where Xero calls it otherwise. */
  accounts: Record<string, string>
  taxes: Record<XeroTaxKey, string>
  /** Where payments go, by how they came in: ids of accounts. */
  payments: Record<'transfer' | 'cash' | 'card' | 'other', string>
  cashcontact: string
}

export const XERO_MAPPING = 'xero'

/** As it was saved for the organisation that is connected; undefined: not yet. */
export function readXeroMapping(db: TenantDb): XeroMapping | undefined {
  const saved = readSetting<XeroMapping>(db, XERO_MAPPING)
  return saved && saved.tenantid === readXeroTenant(db) ? saved : undefined
}

/** What most probably fits, for a person to look at. */
export function suggestXeroMapping(
  tenantid: string,
  names: readonly XeroName[],
  { organisation, standard }: { organisation: string; standard: number },
): XeroMapping {
  const accounts = names.filter(({ kind }) => kind === 'account')
  const rates = names.filter(({ kind }) => kind === 'taxrate')
  const account = (sort: string, like: RegExp) =>
    (
      accounts.find((one) => one.sort === sort && like.test(one.name)) ??
      accounts.find((one) => one.sort === sort)
    )?.code ?? ''
  const rate = (side: string, fits: (one: XeroName) => boolean) =>
    rates.find((one) => one.sort.includes(side) && fits(one))?.code ?? ''
  const payable = accounts.filter((one) => one.payable)
  const bank =
    (payable.length === 1 ? payable : payable.filter(({ sort }) => sort === 'BANK')).at(0)?.xeroid ?? ''
  const isNone = ({ code }: XeroName) => code === 'NONE'
  return {
    ...{ tenantid, sending: false, organisation, accounts: {}, cashcontact: 'Cash sales' },
    ...{ sales: account('REVENUE', /^sales/i), purchases: account('EXPENSE', /cost of|purchase/i) },
    taxes: {
      standard: rate('sales', (one) => one.rate === standard && !/capital/i.test(one.name)),
      zero: rate('sales', (one) => one.rate === 0 && /zero/i.test(one.name)),
      exempt: rate('sales', (one) => one.rate === 0 && /exempt/i.test(one.name)),
      none: rate('sales', isNone),
      input: rate('purchases', (one) => one.rate === standard && !/capital/i.test(one.name)),
      capital: rate('purchases', (one) => one.rate === standard && /capital/i.test(one.name)),
      inputzero: rate('purchases', (one) => one.rate === 0 && /zero/i.test(one.name)),
      notclaimed: rate('purchases', isNone),
    },
    payments: { transfer: bank, cash: bank, card: bank, other: bank },
  }
}

import { parsePercent } from '#server/money/decimal.ts'
import type { XeroJson, XeroRound } from '#server/xero/client.ts'
import { fetchWholeList } from '#server/xero/fetch-list.ts'

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

/** Those that can be chosen: nothing that was archived. */
export const toXeroNames = ({ accounts, rates }: Fetched) => [
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
export const fetchXeroNames = async (round: XeroRound) => toXeroNames(await fetchBoth(round))

export type XeroNames = ReturnType<typeof toXeroNames>

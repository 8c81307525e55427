import { asPercent, type Percent } from './decimal.ts'

/** 10 digits that begin with a 4; spaces are how people group them. */
export const isVatNumber = (written: string) => /^4\d{9}$/.test(written.replace(/\s/g, ''))

type StandardRate = { since: string; percent: Percent }

/** The 15.5 % announced for May 2025 never came. */
const standardRates: readonly StandardRate[] = [
  { since: '2018-04-01', percent: asPercent(150_000) },
  { since: '0000-00-00', percent: asPercent(140_000) },
]

/** `YYYY-MM-DD`, in the tenant's zone. */
export function vatRateOn(date: string, rates = standardRates): Percent {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`Not a calendar date: ${date}`)
  const begun = rates.filter(({ since }) => since <= date)
  return begun.reduce((one, other) => (other.since > one.since ? other : one)).percent
}

/** The day of supply is today until done. */
export const dayOfSupply = (completed: string | null | undefined, today: string): string =>
  completed?.slice(0, 10) || today

export type VatInput = {
  vatexempt: boolean
  /** Of the account code, in ten-thousandths of a percent. */
  override?: number | null
  organisation: { vatnumber?: string | null; vat?: Percent | null }
  date: string
}

/** `none`: the organisation is no vendor and shows no VAT at all. */
export type VatResult = {
  vatrate: Percent
  source: 'none' | 'exempt' | 'accountcode' | 'organisation' | 'standard'
}

/**
 * Category exempt, account code override, organisation, standard rate (decision D1). Without a VAT number the
 * organisation may not charge VAT (VAT Act s7(1)(a)).
 */
export function resolveVat({ vatexempt, override, organisation, date }: VatInput): VatResult {
  const zero = asPercent(0)
  if (!organisation.vatnumber?.trim()) return { vatrate: zero, source: 'none' }
  if (vatexempt) return { vatrate: zero, source: 'exempt' }
  if (override != null) return { vatrate: asPercent(override), source: 'accountcode' }
  if (organisation.vat != null) return { vatrate: organisation.vat, source: 'organisation' }
  return { vatrate: vatRateOn(date), source: 'standard' }
}

export type VatContext = Pick<VatInput, 'organisation' | 'date'>

export const resolveVatRate = (
  context: VatContext,
  about: { vatexempt: boolean; override: number | null },
): Percent => resolveVat({ ...context, ...about }).vatrate

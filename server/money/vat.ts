import { asPercent, type Percent } from './decimal.ts'
import { datedVat } from './vat-changes.ts'

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

type Tax = {
  vatexempt: boolean | null
  /** Of the account code, in ten-thousandths of a percent. */
  override: number | null
  overridechanges: string | null
}
type VatPayer = { vatnumber: string | null; vat: number | null; vatchanges: string | null }
export type VatContext = { organisation: VatPayer; date: string }
export type VatInput = Tax & VatContext

/** `none`: the organisation is no vendor and shows no VAT at all. */
export type VatResult = {
  vatrate: Percent
  source: 'none' | 'exempt' | 'accountcode' | 'organisation' | 'standard'
}

export const noTax: Tax = { vatexempt: false, override: null, overridechanges: null }
export const noVendor: VatPayer = { vatnumber: null, vat: null, vatchanges: null }

/** In the words of the VAT Act, one that is registered for it. */
export const isVendor = ({ vatnumber }: { vatnumber: string | null }) => Boolean(vatnumber?.trim())

/**
 * Category exempt, account code override, organisation, standard rate (decision D1), each as it holds on the day.
 * Without a VAT number the organisation may not charge VAT (VAT Act s7(1)(a)).
 */
export function resolveVat({ vatexempt, organisation, date, ...own }: VatInput): VatResult {
  const zero = asPercent(0)
  if (!isVendor(organisation)) return { vatrate: zero, source: 'none' }
  if (vatexempt) return { vatrate: zero, source: 'exempt' }
  const override = datedVat(own.override, own.overridechanges, date)
  if (override !== null) return { vatrate: override, source: 'accountcode' }
  const vat = datedVat(organisation.vat, organisation.vatchanges, date)
  if (vat !== null) return { vatrate: vat, source: 'organisation' }
  return { vatrate: vatRateOn(date), source: 'standard' }
}

export const resolveVatRate = (context: VatContext, tax: Tax): Percent =>
  resolveVat({ ...context, ...tax }).vatrate

/** The rate of a line, and whether it is exempt, which is not the same as zero-rated. */
export function lineVat(context: VatContext, tax: Tax): { vatrate: Percent; exempt: boolean } {
  const { vatrate, source } = resolveVat({ ...context, ...tax })
  return { vatrate, exempt: source === 'exempt' }
}

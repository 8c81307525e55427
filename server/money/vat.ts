import { asPercent, type Percent } from './decimal.ts'

/** South Africa's standard rate by the first day it holds, newest first. The 15.5 % announced for May 2025 never came. */
const standardRates: readonly { since: string; percent: Percent }[] = [
  { since: '2018-04-01', percent: asPercent(150_000) },
  { since: '0000-00-00', percent: asPercent(140_000) },
]

/** The standard rate on a calendar date (`YYYY-MM-DD`, in the tenant's zone). */
export function vatRateOn(date: string): Percent {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`Not a calendar date: ${date}`)
  return standardRates.find(({ since }) => date >= since)!.percent
}

/** What decides a line's VAT: plain fields of the line's category, its account code and the organisation. */
export type VatQuestion = {
  vatexempt: boolean
  override?: Percent | null
  organisation: { vatnumber?: string | null; vat?: Percent | null }
  date: string
}

/** The rate to charge and who said so; `none` means that the organisation is no vendor and shows no VAT at all. */
export type VatAnswer = {
  vatrate: Percent
  source: 'none' | 'exempt' | 'accountcode' | 'organisation' | 'standard'
}

/**
 * Category exemption, then account code override, then the organisation's own rate, then the standard rate of the
 * date. Before all of them: without a VAT number the organisation may not charge VAT (VAT Act s7(1)(a)).
 */
export function resolveVat({ vatexempt, override, organisation, date }: VatQuestion): VatAnswer {
  const zero = asPercent(0)
  if (!organisation.vatnumber?.trim()) return { vatrate: zero, source: 'none' }
  if (vatexempt) return { vatrate: zero, source: 'exempt' }
  if (override != null) return { vatrate: override, source: 'accountcode' }
  if (organisation.vat != null) return { vatrate: organisation.vat, source: 'organisation' }
  return { vatrate: vatRateOn(date), source: 'standard' }
}

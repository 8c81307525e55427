import { formatPercent } from '#views/format.ts'
import type { InvoiceDetail } from './types.ts'

/** What a draft charges of its job, as its page and its history say it. */
export function describeInvoicePart(part: InvoiceDetail['part']): string {
  if (!part) return 'All that is left'
  return 'percent' in part ? `${formatPercent(part.percent)} of the price` : 'Chosen lines'
}

import {
  missingRequirements,
  type Particulars,
} from '#server/domains/sales/invoices/vat-invoice-requirements.ts'
import type { EstimateGaps } from '#views/work/jobdocuments/mail.tsx'

/** What is better mended before an estimate goes out: lines that it gives away, and what its invoice will need. */
export function findGaps(estimate: Particulars, hasclient: boolean): EstimateGaps {
  const { organisation, client, lines } = estimate
  const needs = [
    ...missingRequirements(estimate, hasclient).map(({ what }) => what),
    ...(hasclient && !client.addresslines?.length ? [`the address of ${client.name}`] : []),
    ...(organisation.addresslines?.length ? [] : [`the address of ${organisation.name}`]),
  ]
  return {
    unpriced: lines.filter(({ total }) => total === 0).map(({ description }) => description),
    needs: [...new Set(needs)],
  }
}

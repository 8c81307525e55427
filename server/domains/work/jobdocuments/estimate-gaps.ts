import {
  missingRequirements,
  type Particulars,
} from '#server/domains/sales/invoices/vat-invoice-requirements.ts'
import type { EstimateGaps } from '#views/work/jobdocuments/mail.tsx'

/** What is better mended before an estimate goes out: lines that it gives away, and what its invoice will need. */
export function findGaps(estimate: Particulars, hasclient: boolean): EstimateGaps {
  const { organisation, client, lines } = estimate
  const needs = [
    ...missingRequirements(estimate, hasclient).map(({ field, what }) => ({ what, of: ownerOf(field) })),
    ...(hasclient && !client.addresslines?.length
      ? [{ what: `the address of ${client.name}`, of: 'client' as const }]
      : []),
    ...(organisation.addresslines?.length
      ? []
      : [{ what: `the address of ${organisation.name}`, of: 'organisation' as const }]),
  ]
  return {
    unpriced: lines.filter(({ total }) => total === 0).map(({ description }) => description),
    needs: [...new Map(needs.map((need) => [need.what, need])).values()],
  }
}

const ownerOf = (field: string) =>
  field.startsWith('client.')
    ? ('client' as const)
    : field.startsWith('organisation.')
      ? ('organisation' as const)
      : undefined

import type { PriceFigures } from '#db/queries/catalogue/pricing.ts'
import { categoryTax } from '#db/queries/catalogue/pricing-preview.ts'
import { firstOrganisation } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import { noTax, noVendor, resolveVat, type VatResult } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import { breakDownPrice, checkItemFigures, type Parts } from './figures.ts'

type PricePreview = { figures: PriceFigures; exclusive: boolean; category: string | null }

/** By today's VAT of the default organisation. @throws a refusal of the figure that cannot be */
export function previewPrice(
  db: TenantDb,
  { figures, exclusive, category }: PricePreview,
): Parts & VatResult {
  checkItemFigures(figures)
  const organisation = firstOrganisation(db)
  const tax = category ? categoryTax(db, category) : null
  const vat = resolveVat({
    organisation: organisation ?? noVendor,
    ...(tax ?? noTax),
    date: readToday(db),
  })
  return { ...breakDownPrice(figures, exclusive, vat.vatrate), ...vat }
}

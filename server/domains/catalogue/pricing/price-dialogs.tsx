import { findPricingEntry } from '#db/queries/catalogue/pricing.ts'
import { listOptions } from '#db/queries/options.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Percent, Rate } from '#server/money/decimal.ts'
import { BatchDialog, type BatchLine } from '#views/catalogue/pricing/batch.tsx'
import { PriceDialog } from '#views/catalogue/pricing/dialogs.tsx'
import type { BatchPlan } from './change-batch.ts'
import { type BatchRow, priceFigures } from './figures.ts'
import { presentPriceLine, readGroup } from './present.ts'

// Enough to see that it is right; a page of ten thousand rows says no more.
const SHOWN = 100

export function priceDialog(db: TenantDb, groupid: string, inventory: string) {
  const row = findPricingEntry(db, groupid, inventory)
  if (!row || row.archived) throw notFound('price')
  return (
    <PriceDialog
      group={{ id: groupid, name: row.groupname }}
      line={{ ...presentPriceLine(row), version: row.version }}
    />
  )
}

type BatchFormValues = {
  percent?: Percent | null
  amount?: Rate | null
  category?: string | null
  add?: boolean
}

export function batchDialog(
  db: TenantDb,
  groupid: string,
  typed?: BatchFormValues,
  plan?: BatchPlan,
  stale?: boolean,
) {
  return (
    <BatchDialog
      typed={typed}
      stale={stale}
      group={readGroup(db, groupid)}
      categories={listOptions(db, categories, { jobcategory: false })}
      preview={
        plan && {
          rows: plan.rows.slice(0, SHOWN).map(presentBatchLine),
          total: plan.rows.length,
          stamp: plan.stamp,
        }
      }
    />
  )
}

const presentBatchLine = ({ before, after, ...item }: BatchRow): BatchLine => ({
  ...item,
  before: before && { baserate: before.baserate, price: priceFigures(before) },
  after: { baserate: after.baserate, price: priceFigures(after) },
})

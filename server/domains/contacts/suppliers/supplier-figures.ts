import { listLinesToCome, sumCharged } from '#db/queries/contacts/supplier-work.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import { seesPrices } from '#server/domains/purchasing/orders/present.ts'
import { ageSupplier } from '#server/domains/purchasing/supplierinvoices/creditors.ts'
import type { Context } from '#server/http/context.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import { asPercent } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'

const YEAR = 365

/** What is on its way from a supplier, what is owed to them, and what was bought in a year. */
export function supplierFigures(c: Pick<Context, 'can'>, db: TenantDb, viewer: Viewer, id: string) {
  const today = readToday(db)
  return {
    ...(c.can('purchase.read') && { coming: readComing(db, viewer, id, today) }),
    ...(c.can('supplierinvoices.read') && {
      ages: ageSupplier(db, id, today),
      charged: sumCharged(db, id, daysAfter(today, -YEAR)),
    }),
  }
}

function readComing(db: TenantDb, viewer: Viewer, id: string, today: string) {
  const lines = listLinesToCome(db, id)
  const orders = (some: typeof lines) => new Set(some.map(({ orderid }) => orderid)).size
  const vatrate = asPercent(0)
  return {
    orders: orders(lines),
    late: orders(lines.filter(({ awaited }) => awaited !== null && awaited < today)),
    cents: seesPrices(viewer)
      ? sumCents(
          lines.map(
            ({ open: quantity, rate, discount }) => lineAmounts({ quantity, rate, discount, vatrate }).net,
          ),
        )
      : null,
  }
}

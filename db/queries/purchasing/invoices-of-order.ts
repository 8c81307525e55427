import { and, asc, eq } from 'drizzle-orm'
import { purchaseorder_lines, supplierinvoice_lines, supplierinvoices } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const ofOrder = statement((q, p: Params<{ orderid: string }>) =>
  q
    .selectDistinct({
      id: supplierinvoices.id,
      kind: supplierinvoices.kind,
      number: supplierinvoices.number,
      date: supplierinvoices.date,
    })
    .from(purchaseorder_lines)
    .crossJoin(supplierinvoice_lines)
    .crossJoin(supplierinvoices)
    .where(
      and(
        eq(purchaseorder_lines.orderid, p.orderid),
        eq(supplierinvoice_lines.orderlineid, purchaseorder_lines.id),
        eq(supplierinvoices.id, supplierinvoice_lines.invoiceid),
      ),
    )
    .orderBy(asc(supplierinvoices.date), asc(supplierinvoices.id)),
)
export type ChargingInvoice = RowOf<typeof ofOrder>

/** What charges or credits lines of an order, drafts too. */
export const listInvoicesOfOrder = (db: TenantDb, orderid: string): ChargingInvoice[] =>
  ofOrder.all(db, { orderid })

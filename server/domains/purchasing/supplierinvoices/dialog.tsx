import { listOptions } from '#db/queries/options.ts'
import { organisations, suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { readXeroStates } from '#server/domains/settings/xero/documents.ts'
import { historyIn } from '#server/history-call.ts'
import type { Context } from '#server/http/context.ts'
import { replaceDialog, snackbarHeaders } from '#server/http/reply.ts'
import { isVendor } from '#server/money/vat.ts'
import { getRecord } from '#server/records.ts'
import { readZone } from '#server/zone.ts'
import { SupplierInvoiceDialog } from '#views/purchasing/supplierinvoices/dialog.tsx'
import { getSupplierInvoice } from './find-invoice.ts'
import { readCostOffers } from './follow-costs.ts'
import { claimsVat } from './goods-cost.ts'
import { offerGoods } from './offer-goods.ts'
import { readSupplierInvoice } from './present.ts'

type Shown = { tab?: string; reason?: string }

export function supplierInvoiceDialog(c: Context, db: TenantDb, id: string, { tab, reason }: Shown = {}) {
  const invoice = readSupplierInvoice(db, id)
  const isDraft = invoice.state === 'draft'
  return (
    <SupplierInvoiceDialog
      invoice={invoice}
      organisations={isDraft ? listOptions(db, organisations) : []}
      goods={isDraft ? offerGoods(db, getSupplierInvoice(db, id)) : undefined}
      history={historyIn({ can: c.can, query: {} }, db, 'supplierinvoices', id)}
      zone={readZone(db)}
      vendor={isVendor(getRecord(db, suppliers, invoice.supplier.id))}
      claims={claimsVat(db, invoice.organisation.id)}
      canname={c.can('suppliers.write')}
      canwrite={c.can('supplierinvoices.write')}
      canapprove={c.can('supplierinvoices.approve')}
      canorder={c.can('purchase.write')}
      canbookin={c.can('stock.adjust')}
      tab={tab}
      reason={reason}
      xero={readXeroStates(c, db, id)}
      canmend={c.can('invoices.issue')}
      costs={c.can('inventory.write') && canSeeItemRates(c) ? readCostOffers(db, id) : []}
    />
  )
}

type Reopened = { inplace?: boolean; reason?: string }

/** Over whatever stands behind it, which is told of the change; `inplace` into the dialog that is open. */
export const reopenSupplierInvoice = (
  c: Context,
  id: string,
  message: string,
  { inplace = false, reason }: Reopened = {},
) =>
  replaceDialog(
    c.read((db) => supplierInvoiceDialog(c, db, id, { reason })),
    snackbarHeaders(message, { refresh: { table: 'supplierinvoices' } }),
    inplace,
  )

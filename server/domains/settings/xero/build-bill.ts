import { supplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { listXeroBillLines, type XeroBillLine } from '#db/queries/settings/xero-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { asCents, toDecimal } from '#server/money/decimal.ts'
import { xeroAmounts } from '#server/xero/line-amounts.ts'
import type { XeroMapping, XeroTaxKey } from '#server/xero/mapping.ts'
import type { SentLine } from '#server/xero/schemas.ts'
import { type XeroDocument, xeroAccount } from './build-sale.ts'

const purchaseTax = ({ inputtax, vatrate }: XeroBillLine): XeroTaxKey => {
  if (inputtax === 'none') return 'notclaimed'
  if (vatrate === 0) return 'inputzero'
  return inputtax === 'capital' ? 'capital' : 'input'
}

/** What a supplier charges or credits, as it was approved. VAT that nobody claims is part of what it cost. */
export function buildBill(db: TenantDb, id: string, mapping: XeroMapping, known: ReadonlySet<string>) {
  const invoice = supplierInvoiceRow(db, id)?.invoice
  if (!invoice) throw notFound('invoice')
  const credits = invoice.kind === 'creditnote'
  const sign = credits ? -1 : 1
  const LineItems = listXeroBillLines(db, id).map((line): SentLine => {
    const claimed = line.inputtax !== 'none'
    return {
      ...xeroAmounts({
        description: line.description.trim() || (line.freight ? 'Carriage' : 'Goods'),
        quantity: line.quantity,
        unit: line.unit,
        net: asCents(sign * (claimed ? line.netcents : line.totalcents)),
      }),
      AccountCode: xeroAccount(mapping, known, line, mapping.purchases),
      TaxType: mapping.taxes[purchaseTax(line)],
      TaxAmount: claimed ? toDecimal(sign * line.vatcents, 'cents') : 0,
    }
  })
  return {
    list: credits ? 'CreditNotes' : 'Invoices',
    number: invoice.number,
    cents: asCents(sign * invoice.totalcents),
    who: { noun: 'suppliers', id: invoice.supplier },
    organisation: invoice.organisation,
    body: {
      Type: credits ? 'ACCPAYCREDIT' : 'ACCPAY',
      [credits ? 'CreditNoteNumber' : 'InvoiceNumber']: invoice.number,
      Date: invoice.date,
      ...(credits ? {} : { DueDate: invoice.duedate ?? invoice.date }),
      ...{ LineAmountTypes: 'Exclusive', CurrencyCode: 'ZAR', Status: 'AUTHORISED' },
      LineItems,
    },
  } satisfies XeroDocument
}

export const isCancelledBill = (db: TenantDb, id: string) =>
  Boolean(supplierInvoiceRow(db, id)?.invoice.cancelledutc)

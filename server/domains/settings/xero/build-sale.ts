import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { listXeroLines } from '#db/queries/settings/xero-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { readSnapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { notFound } from '#server/errors.ts'
import { asCents, asQuantity, type Cents, toDecimal } from '#server/money/decimal.ts'
import { xeroAmounts } from '#server/xero/line-amounts.ts'
import type { XeroMapping, XeroTaxKey } from '#server/xero/mapping.ts'
import type { SentLine } from '#server/xero/schemas.ts'

export type XeroDocument = {
  list: 'Invoices' | 'CreditNotes'
  number: string
  /** As it stands in Xero: above zero, with VAT. */
  cents: Cents
  /** Whom it is for or from; null: a cash sale. */
  who: { noun: 'clients' | 'suppliers'; id: string } | null
  organisation: string
  body: Record<string, unknown>
}

type Coded = { accountcodeid: string | null; accountcode: string | null }

/** Its own where Xero calls it so, what the mapping says, else what all others go to. */
export const xeroAccount = (
  { accounts }: XeroMapping,
  known: ReadonlySet<string>,
  { accountcodeid, accountcode }: Coded,
  otherwise: string,
): string =>
  (accountcodeid && accounts[accountcodeid]) ||
  (accountcode && known.has(accountcode) ? accountcode : otherwise)

/** No rate: the organisation is no vendor. */
const saleTax = ({ vatrate, exempt }: { vatrate: number | null; exempt: boolean }): XeroTaxKey => {
  if (vatrate === null) return 'none'
  if (exempt) return 'exempt'
  return vatrate === 0 ? 'zero' : 'standard'
}

/** An invoice or a credit note as it was issued: amounts and VAT of each line are read, never worked out again. */
export function buildSale(
  db: TenantDb,
  id: string,
  mapping: XeroMapping,
  known: ReadonlySet<string>,
): XeroDocument {
  const invoice = invoiceRow(db, id)?.invoice
  if (!invoice?.number) throw notFound('invoice')
  const credits = invoice.kind === 'creditnote'
  const snapshot = readSnapshot(invoice.snapshot)
  const sign = credits ? -1 : 1
  const LineItems = listXeroLines(db, id).map((line): SentLine => {
    const printed = snapshot.lines[line.position]
    return {
      ...xeroAmounts({
        description: printed?.description.trim() || `Line ${line.position + 1}`,
        quantity: asQuantity(sign * line.quantity),
        unit: printed?.unit ?? '',
        net: asCents(sign * line.netcents),
      }),
      AccountCode: xeroAccount(mapping, known, line, mapping.sales),
      TaxType: mapping.taxes[saleTax(line)],
      TaxAmount: toDecimal(sign * line.vatcents, 'cents'),
    }
  })
  const reference = credits
    ? (snapshot.original?.number ?? '')
    : [snapshot.order, snapshot.reference].filter(Boolean).join(' / ')
  return {
    list: credits ? 'CreditNotes' : 'Invoices',
    number: invoice.number,
    cents: asCents(sign * invoice.totalcents),
    who: invoice.client ? { noun: 'clients', id: invoice.client } : null,
    organisation: invoice.organisation,
    body: {
      Type: credits ? 'ACCRECCREDIT' : 'ACCREC',
      [credits ? 'CreditNoteNumber' : 'InvoiceNumber']: invoice.number,
      Date: snapshot.date,
      ...(credits ? {} : { DueDate: snapshot.duedate ?? snapshot.date }),
      ...{ LineAmountTypes: 'Exclusive', CurrencyCode: 'ZAR', Status: 'AUTHORISED' },
      ...(reference ? { Reference: reference } : {}),
      LineItems,
    },
  }
}

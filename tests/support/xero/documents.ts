import type { Rec, XeroBooks } from './books.ts'

const cents = (value: number) => Math.round(value * 100)
const twoPlaces = (value: unknown) => typeof value === 'number' && Math.abs(value * 100 - cents(value)) < 1e-6

/** What Xero would say of an invoice or a credit note; its own words, as far as they are known. */
export function documentErrors(books: XeroBooks, list: 'Invoices' | 'CreditNotes', sent: Rec): string[] {
  const number = list === 'Invoices' ? sent.InvoiceNumber : sent.CreditNoteNumber
  const ours = list === 'Invoices' ? 'InvoiceNumber' : 'CreditNoteNumber'
  const types = list === 'Invoices' ? ['ACCREC', 'ACCPAY'] : ['ACCRECCREDIT', 'ACCPAYCREDIT']
  const sells = String(sent.Type).startsWith('ACCREC')
  return [
    ...(types.includes(sent.Type) ? [] : ['The Type field is not valid.']),
    // A number that was voided or deleted is taken too.
    ...(sells && books[list].some((one) => one[ours] === number && one.Type === sent.Type)
      ? ['Invoice # must be unique.']
      : []),
    ...contactErrors(books, sent.Contact?.ContactID),
    ...(/^\d{4}-\d\d-\d\d$/.test(sent.Date ?? '') ? [] : ['Invalid Date']),
    ...(sent.Status === 'AUTHORISED' && list === 'Invoices' && !sent.DueDate
      ? ['Due Date cannot be empty.']
      : []),
    ...(sent.LineItems ?? []).flatMap((line: Rec) => lineErrors(books, line)),
  ]
}

function contactErrors({ Contacts }: XeroBooks, id: unknown) {
  const contact = Contacts.find(({ ContactID }) => ContactID === id)
  if (!contact) return ['The Contact could not be found.']
  if (contact.ContactStatus !== 'ARCHIVED') return []
  return [
    'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.',
  ]
}

function lineErrors(books: XeroBooks, line: Rec): string[] {
  const expected = cents(Number((line.Quantity * line.UnitAmount).toPrecision(12))) / 100
  const tracked = books.Items.some(
    ({ Code, IsTrackedAsInventory }) => Code === line.ItemCode && IsTrackedAsInventory,
  )
  return [
    ...(line.Description ? [] : ['Description must not be empty']),
    ...(twoPlaces(line.LineAmount) && twoPlaces(line.TaxAmount) ? [] : ['Amounts have two decimals.']),
    ...(cents(expected) === cents(line.LineAmount)
      ? []
      : [`The line total ${line.LineAmount} does not match the expected line total ${expected}`]),
    ...(books.Accounts.some(({ Code, Status }) => Code === line.AccountCode && Status !== 'ARCHIVED')
      ? []
      : [`Account code '${line.AccountCode}' is not a valid code for this document.`]),
    ...(books.TaxRates.some(({ TaxType }) => TaxType === line.TaxType)
      ? []
      : [
          `The TaxType code '${line.TaxType}' does not exist or cannot be used for this type of transaction.`,
        ]),
    ...(tracked ? ['The item is tracked, and there is not enough of it.'] : []),
  ]
}

/** The totals as Xero gives them back. */
export function withTotals(sent: Rec): Rec {
  const sum = (name: string) =>
    sent.LineItems.reduce((all: number, line: Rec) => all + cents(line[name] ?? 0), 0)
  const [net, tax] = [sum('LineAmount'), sum('TaxAmount')]
  return {
    ...sent,
    ...{ SubTotal: net / 100, TotalTax: tax / 100, Total: (net + tax) / 100 },
    ...{ AmountDue: (net + tax) / 100, AmountPaid: 0, AmountCredited: 0, RemainingCredit: (net + tax) / 100 },
    ...{ Payments: [], Allocations: [] },
  }
}

export function paymentErrors(books: XeroBooks, sent: Rec): string[] {
  const invoice = books.Invoices.find(({ InvoiceID }) => InvoiceID === sent.Invoice?.InvoiceID)
  const account = books.Accounts.find(
    ({ AccountID, Code }) => AccountID === sent.Account?.AccountID || (Code && Code === sent.Account?.Code),
  )
  const payable =
    account?.Status !== 'ARCHIVED' && (account?.Type === 'BANK' || account?.EnablePaymentsToAccount)
  if (!invoice) return ['Invoice could not be found']
  return [
    ...(payable ? [] : ['Account is not valid: it takes no payments']),
    ...(invoice.Status === 'AUTHORISED' ? [] : ['Invoice is not of valid status for payment']),
    ...(cents(sent.Amount) > cents(invoice.AmountDue)
      ? ['Payment amount exceeds the amount outstanding on this document']
      : []),
  ]
}

export function settle(invoice: Rec, way: 'AmountPaid' | 'AmountCredited', amount: number, stamp: string) {
  invoice.UpdatedDateUTC = stamp
  invoice[way] = (cents(invoice[way]) + cents(amount)) / 100
  invoice.AmountDue = (cents(invoice.AmountDue) - cents(amount)) / 100
  if (invoice.Status === 'AUTHORISED' || invoice.Status === 'PAID')
    invoice.Status = cents(invoice.AmountDue) === 0 ? 'PAID' : 'AUTHORISED'
}

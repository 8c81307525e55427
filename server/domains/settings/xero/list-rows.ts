import type { XeroJson } from '#server/xero/client.ts'

/** Before the id of a record of Xero, where an import keeps what another program calls a record. */
const XERO_KEY = 'xero:'

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const inside = (value: unknown): XeroJson =>
  typeof value === 'object' && value !== null ? (value as XeroJson) : {}
const among = (value: unknown): XeroJson[] => (Array.isArray(value) ? value.map(inside) : [])

type Cells = Record<string, string>
const keyed = (name: string, id: unknown): Cells => ({ [name]: text(id) && XERO_KEY + text(id) })

/** The heads are those that the import knows; the first names the row. */
export function contactRow(contact: XeroJson): Cells {
  const addresses = among(contact.Addresses)
  const street = addresses.find(({ AddressType }) => AddressType === 'STREET')
  const address = inside(
    street?.AddressLine1 ? street : addresses.find(({ AddressLine1 }) => text(AddressLine1)),
  )
  const phones = among(contact.Phones).filter(({ PhoneNumber }) => text(PhoneNumber))
  const phone = inside(phones.find(({ PhoneType }) => PhoneType === 'DEFAULT') ?? phones[0])
  return {
    ...keyed('ContactID', contact.ContactID),
    Name: text(contact.Name),
    Code: text(contact.AccountNumber),
    'Contact name': [text(contact.FirstName), text(contact.LastName)].filter(Boolean).join(' '),
    'Contact number': [phone.PhoneCountryCode, phone.PhoneAreaCode, phone.PhoneNumber]
      .map(text)
      .filter(Boolean)
      .join(' '),
    'Contact e-mail': text(contact.EmailAddress),
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`Address line ${n}`, text(address[`AddressLine${n}`])])),
    City: text(address.City),
    Province: text(address.Region),
    'Postal code': text(address.PostalCode),
    Country: text(address.Country),
    'VAT number': text(contact.TaxNumber),
    'Registration number': text(contact.CompanyNumber),
  }
}

export const itemRow = (one: XeroJson): Cells => ({
  ...keyed('ItemID', one.ItemID),
  Code: text(one.Code),
  'Stock name': text(one.Name) || text(one.Description).slice(0, 120),
  'Base rate': text(inside(one.PurchaseDetails).UnitPrice),
  'Sells for': text(inside(one.SalesDetails).UnitPrice),
  Describes: text(one.Description),
})

const types: Record<string, string> = { REVENUE: 'Income', EXPENSE: 'Expense' }

/** Only what is earned and spent is an account code here; a rate that differs from the organisation’s is for a person to say. */
export function accountRow(account: XeroJson, taxRates: ReadonlyMap<string, XeroJson>): Cells | null {
  const type = types[text(account.Class)]
  if (!type || !text(account.Code)) return null
  const tax = taxRates.get(text(account.TaxType))
  return {
    ...keyed('AccountID', account.AccountID),
    Code: text(account.Code),
    Description: text(account.Name),
    'Name in the accounts': text(account.Name),
    Type: type,
    'Tax type': text(account.TaxType),
    'Tax is called': text(tax?.Name),
    'Percent of the tax': text(tax?.EffectiveRate),
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** As they are, without what protects a spreadsheet: a number that begins with a plus stays one. */
export const csvText = (rows: readonly Cells[], withHead: boolean): string =>
  [...(withHead && rows[0] ? [Object.keys(rows[0])] : []), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('')

import type { XeroJson } from '#server/xero/client.ts'

/** Before the id of a record of Xero, where an import keeps what another program calls a record. */
const XERO_KEY = 'xero:'

export const xeroText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
const inside = (value: unknown): XeroJson =>
  typeof value === 'object' && value !== null ? (value as XeroJson) : {}
const among = (value: unknown): XeroJson[] => (Array.isArray(value) ? value.map(inside) : [])

type Cells = Record<string, string>
const keyed = (name: string, id: unknown): Cells => ({ [name]: xeroText(id) && XERO_KEY + xeroText(id) })

/** The heads are those that the import knows; the first names the row. */
export function contactRow(contact: XeroJson): Cells {
  const addresses = among(contact.Addresses)
  const street = addresses.find(({ AddressType }) => AddressType === 'STREET')
  const address = inside(
    street?.AddressLine1 ? street : addresses.find(({ AddressLine1 }) => xeroText(AddressLine1)),
  )
  const phones = among(contact.Phones).filter(({ PhoneNumber }) => xeroText(PhoneNumber))
  const phone = inside(phones.find(({ PhoneType }) => PhoneType === 'DEFAULT') ?? phones[0])
  return {
    ...keyed('ContactID', contact.ContactID),
    Name: xeroText(contact.Name),
    Code: xeroText(contact.AccountNumber),
    'Contact name': [xeroText(contact.FirstName), xeroText(contact.LastName)].filter(Boolean).join(' '),
    'Contact number': [phone.PhoneCountryCode, phone.PhoneAreaCode, phone.PhoneNumber]
      .map(xeroText)
      .filter(Boolean)
      .join(' '),
    'Contact e-mail': xeroText(contact.EmailAddress),
    ...Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`Address line ${n}`, xeroText(address[`AddressLine${n}`])]),
    ),
    City: xeroText(address.City),
    Province: xeroText(address.Region),
    'Postal code': xeroText(address.PostalCode),
    Country: xeroText(address.Country),
    'VAT number': xeroText(contact.TaxNumber),
    'Registration number': xeroText(contact.CompanyNumber),
  }
}

export const itemRow = (one: XeroJson): Cells => ({
  ...keyed('ItemID', one.ItemID),
  Code: xeroText(one.Code),
  'Stock name': xeroText(one.Name) || xeroText(one.Description),
  'Base rate': xeroText(inside(one.PurchaseDetails).UnitPrice),
  'Sells for': xeroText(inside(one.SalesDetails).UnitPrice),
  Describes: xeroText(one.Description),
})

const types: Record<string, string> = { REVENUE: 'Income', EXPENSE: 'Expense' }

/** Only what is earned and spent is an account code here; a rate that differs from the organisation’s is for a person to say. */
export function accountRow(account: XeroJson, taxRates: ReadonlyMap<string, XeroJson>): Cells | null {
  const type = types[xeroText(account.Class)]
  if (!type) return null
  const tax = taxRates.get(xeroText(account.TaxType))
  return {
    ...keyed('AccountID', account.AccountID),
    Code: xeroText(account.Code),
    Description: xeroText(account.Name),
    'Name in the accounts': xeroText(account.Name),
    Type: type,
    'Tax type': xeroText(account.TaxType),
    'Tax is called': xeroText(tax?.Name),
    'Percent of the tax': xeroText(tax?.EffectiveRate),
  }
}

import { readSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { changeSettings, checkSettingsVersion, settingsVersion } from '#server/settings.ts'

/** Tax types as the company in Pastel calls them, whom cash sales are charged to, and the columns of what it imports. */
export type PastelSettings = {
  standard: string
  zero: string
  exempt: string
  none: string
  cashcustomer: string
  customers: string
  items: string
}

const pastelCustomerColumns = [
  ...['code', 'name', 'contactname', 'contactnumber', 'contactemail', 'addressline1', 'addressline2'],
  ...['addressline3', 'addressline4', 'city', 'province', 'postalcode', 'country', 'vatnumber'],
  ...['registrationnumber', 'paymentdays'],
] as const

const pastelItemColumns = ['code', 'name', 'category', 'unit', 'rate', 'tax', 'accountcode'] as const

// What a new company in Pastel starts with.
const initial: PastelSettings = {
  ...{ standard: '01', zero: '02', exempt: '03', none: '00' },
  cashcustomer: 'CASH',
  customers:
    'code, name, addressline1, addressline2, city, postalcode, contactnumber, contactname, contactemail',
  items: 'code, name, category, unit, rate, tax',
}
const KEY = 'pastel'

export const readPastelSettings = (db: TenantDb): PastelSettings => ({
  ...initial,
  ...readSetting<Partial<PastelSettings>>(db, KEY),
})

export const pastelSettingsVersion = (db: TenantDb) => settingsVersion(db, [KEY])

export const splitColumns = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** @throws 400 by field, 409 */
export function savePastelSettings(tx: Tx, given: Partial<PastelSettings>, version?: number) {
  const now = readPastelSettings(tx.db)
  const values = { ...now, ...given }
  checkSettingsVersion(tx.db, KEY, { version, now, typed: given })
  const wrong = [
    ...(['standard', 'zero', 'exempt', 'none'] as const).flatMap((name) =>
      /^(0\d|[12]\d|30)$/.test(values[name])
        ? []
        : [[name, 'A tax type of Pastel is a number from 00 to 30.']],
    ),
    ...(values.cashcustomer === '' || isCustomerCode(values.cashcustomer)
      ? []
      : [['cashcustomer', 'A customer code of Pastel has at most 6 characters.']]),
    ...findColumnsFault('customers', values.customers, pastelCustomerColumns),
    ...findColumnsFault('items', values.items, pastelItemColumns),
  ]
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  changeSettings(tx, { [KEY]: values }, { words: (_, value) => JSON.stringify(value ?? '') })
}

export const isCustomerCode = (code: string) => code !== '' && code.length <= 6

function findColumnsFault(field: string, text: string, known: readonly string[]) {
  const names = splitColumns(text)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) return [[field, `There is no column ${unknown}: choose of ${known.join(', ')}.`]]
  return names.length === 0 ? [[field, 'Name at least one column.']] : []
}

/** No rate: no VAT is charged at all. */
export function pastelTax(
  settings: PastelSettings,
  { vatrate, exempt }: { vatrate: number | null; exempt: boolean },
): string {
  if (vatrate === null) return settings.none
  if (exempt) return settings.exempt
  return vatrate === 0 ? settings.zero : settings.standard
}

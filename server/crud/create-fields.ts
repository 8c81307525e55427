import { itemWords } from '#server/domains/catalogue/inventory/fields.ts'
import type { CreateField } from './lookup.tsx'

type Named = Record<string, Omit<CreateField, 'name'>>

/** What the small form asks for, of each kind that a picker can make; the rest is added on the record's own page. */
const asked: Readonly<Record<string, readonly string[]>> = {
  clients: [
    'name',
    'vatnumber',
    'addressline1',
    'city',
    'postalcode',
    'contactname',
    'contactnumber',
    'contactemail',
  ],
  suppliers: ['name', 'vatnumber', 'contactname', 'contactnumber', 'contactemail'],
  inventory: [...Object.keys(itemWords), 'keptinstock'],
  locations: ['name', 'addressline1', 'city', 'postalcode', 'contactname', 'contactnumber', 'contactemail'],
  divisions: ['name'],
  categories: ['name'],
  workers: ['name', 'title'],
  equipment: ['name', 'barcode', 'code', 'model', 'serial'],
}

/** Where the record's own form says it in other words than lists do. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = { inventory: itemWords }

const hints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clients: { vatnumber: 'Enter it if the client is registered for VAT: their tax invoices must show it.' },
  inventory: {
    rate: 'Without VAT',
    price: 'Without VAT',
    keptinstock: 'Ticked, what jobs use of it is taken out of stock.',
  },
}

/** What the place that asks already knows of the record: the client of a job's new location. */
const given: Readonly<Record<string, readonly string[]>> = {
  locations: ['client'],
  categories: ['jobcategory'],
}

export const givenFields = (kind: string): readonly string[] => given[kind] ?? []

export const createFields = (kind: string, fields: Named): CreateField[] | undefined =>
  asked[kind]?.flatMap((name) => {
    const field = fields[name]
    if (!field) return []
    const { label, required, seenby, money, flag } = field
    const [said, hint] = [words[kind]?.[name] ?? label, hints[kind]?.[name]]
    return [{ name, label: said, hint, required, seenby, money, flag }]
  })

import type { Nouns } from './mapping.ts'
import type { Kind } from './read-value.ts'

/**
 * A kind of value; text with its most characters; or another record, which `make` brings when it is not there, or
 * `many` of them, which stand in a table of their own.
 */
export type Field = Kind | { text: number; email?: true } | { refers: string; make?: true; many?: true }
export type Noun = {
  table: string
  /** By which fields a record is known again: of several groups the first whose fields are filled. None: never. */
  keys: readonly (readonly string[])[]
  /** Fields beside the keys that no two records may share. */
  unique?: readonly string[]
  fields: Record<string, Field>
  required: readonly string[]
  /** What a new record has where the file says nothing and the table knows no default. */
  initial?: Record<string, number>
}

const text = (most: number) => ({ text: most }) as const
const to = (noun: string) => ({ refers: noun }) as const
const archived = 'flag' as const

const address = {
  addressline1: text(200),
  addressline2: text(200),
  addressline3: text(200),
  addressline4: text(200),
  city: text(120),
  province: text(120),
  country: text(120),
  postalcode: text(20),
}
const contact = {
  contactname: text(120),
  contactnumber: text(60),
  contactemail: { text: 250, email: true },
} as const

/** What can be imported, in the order in which it is written: nothing refers to what comes after it. */
export const nouns = {
  accountcodes: {
    table: 'accountcodes',
    keys: [['code']],
    required: ['code', 'description'],
    fields: {
      ...{ code: text(40), description: text(200), name: text(120), type: 'account' },
      ...{ rate: 'percent', vat: 'vat', tax: text(40), archived },
    },
  },
  categories: {
    table: 'categories',
    keys: [['name']],
    required: ['name'],
    fields: {
      ...{ name: text(120), description: text(2000), colour: 'colour', jobcategory: 'flag' },
      ...{ accountcode: to('accountcodes'), inventoryclass: 'class', vatexempt: 'flag' },
      ...{ nonpickable: 'flag', archived },
    },
  },
  suppliers: {
    table: 'suppliers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      ...{ name: text(120), code: text(40), ...contact, ...address },
      ...{ vatnumber: text(20), note: text(2000), archived },
    },
  },
  clients: {
    table: 'clients',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      ...{ name: text(120), code: text(40), ...contact, ...address, registrationnumber: text(60) },
      ...{ vatnumber: text(20), terms: text(4000), note: text(2000), archived },
    },
  },
  divisions: {
    table: 'divisions',
    keys: [['name']],
    required: ['name'],
    fields: { name: text(120), archived },
  },
  storage: {
    table: 'storage',
    keys: [['name']],
    unique: ['barcode'],
    required: ['name'],
    fields: { name: text(120), barcode: text(80), archived },
  },
  workers: {
    table: 'workers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      ...{ name: text(120), code: text(40), title: text(120), rate: 'rate' },
      ...{ email: { text: 250, email: true }, phone: text(60), archived },
    },
  },
  locations: {
    table: 'locations',
    keys: [['name', 'client']],
    required: ['name'],
    fields: {
      ...{ name: text(120), client: to('clients'), parent: to('locations'), ...contact, ...address },
      ...{ responsibilityid: to('users'), stakeholders: { refers: 'users', many: true }, archived },
    },
  },
  equipment: {
    table: 'equipment',
    keys: [['barcode'], ['name']],
    required: ['name'],
    fields: {
      ...{ name: text(120), barcode: text(80), code: text(60), model: text(120), serial: text(120) },
      ...{ location: to('locations'), storageid: to('storage'), note: text(2000), archived },
    },
  },
  inventory: {
    table: 'inventory',
    keys: [['code']],
    required: ['code'],
    fields: {
      ...{ code: text(60), make: text(120), model: text(120), materialname: text(200) },
      ...{ materialcode: text(60), barcode: text(80), category: to('categories') },
      ...{ supplier: to('suppliers'), defaultstorageid: to('storage'), inventoryclass: 'class' },
      ...{ baseunit: text(40), rate: 'rate', mupercent: 'percent', muamount: 'rate', exclusive: 'flag' },
      ...{ nonbillable: 'flag', unitweight: 'quantity', unitmass: 'quantity', unitseconds: 'quantity' },
      ...{ maxperjob: 'quantity', leadtime: 'quantity', packagingassetcode: text(60) },
      ...{ packagingquantity: 'quantity', minimumproductionvolume: 'quantity' },
      ...{ minimumordervolume: 'quantity', minimumfinishedgoodsvolume: 'quantity' },
      ...{ consignmentcode: text(60), defaultponote: text(1000), onhand: 'quantity', archived },
    },
  },
  units: {
    table: 'units',
    keys: [['inventoryid', 'name']],
    required: ['inventoryid', 'name', 'ratiotobase'],
    fields: { inventoryid: to('inventory'), name: text(40), ratiotobase: 'ratio', lastprice: 'rate' },
  },
  pricinggroups: {
    table: 'pricinggroups',
    keys: [['name']],
    required: ['name'],
    fields: { name: text(120), archived },
  },
  prices: {
    table: 'pricing_entries',
    keys: [['pricinggroup', 'inventory']],
    required: ['pricinggroup', 'inventory', 'baserate'],
    initial: { markuppercent: 0, markupamount: 0 },
    fields: {
      ...{ pricinggroup: { refers: 'pricinggroups', make: true }, inventory: to('inventory') },
      ...{ baserate: 'rate', markuppercent: 'percent', markupamount: 'rate' },
    },
  },
  counts: {
    table: 'stock_ledger',
    keys: [],
    required: ['inventoryid', 'counted'],
    fields: {
      ...{ inventoryid: to('inventory'), storageid: to('storage'), counted: 'quantity', unit: text(60) },
      ...{ effectivedate: 'date', note: text(500) },
    },
  },
  jobs: {
    table: 'jobs',
    keys: [['reference']],
    required: ['reference'],
    fields: {
      ...{ reference: text(40), description: text(2000), board: text(60), status: 'status' },
      ...{ statenote: text(2000), client: to('clients'), location: to('locations') },
      ...{ division: to('divisions'), assignee: to('workers'), category: to('categories') },
      ...{ critical: 'flag', paid: 'flag', created: 'date', start: 'date', finish: 'date' },
      ...{ completed: 'date', scheduledminutes: 'whole', customerreference: text(120) },
    },
  },
  materials: {
    table: 'materials',
    keys: [],
    required: ['jobid', 'linerate', 'estimated'],
    fields: {
      ...{ jobid: to('jobs'), inventoryid: to('inventory'), role: 'role', inventoryclass: 'class' },
      ...{ description: text(500), linerate: 'rate', costrate: 'rate', discount: 'discount' },
      ...{ estimated: 'quantity', consumed: 'quantity', nonbillable: 'flag', unit: text(60) },
      ...{ division: to('divisions'), storageid: to('storage') },
    },
  },
} as const satisfies Record<string, Noun>

/** The same list as `readMapping` takes it. */
export const mappable: Nouns = Object.fromEntries(
  Object.entries(nouns).map(([name, { fields, required }]) => [
    name,
    { fields: Object.keys(fields), required },
  ]),
)

export const nounOf = (name: string): Noun => (nouns as Record<string, Noun>)[name]!

/** The fields of a noun that are columns of its table. */
export const columnsOf = (noun: string): string[] =>
  Object.entries(nounOf(noun).fields).flatMap(([name, field]) =>
    name === 'onhand' || (typeof field === 'object' && 'many' in field) ? [] : [name],
  )

/** The noun whose records a field names, or `users`, who are brought by no list; nothing for a plain value. */
export function refersTo(noun: string, field: string): string | undefined {
  const of = nounOf(noun).fields[field]
  return typeof of === 'object' && 'refers' in of ? of.refers : undefined
}

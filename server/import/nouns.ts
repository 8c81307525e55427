import type { Nouns } from './mapping.ts'
import type { Kind } from './read-value.ts'

export type NounName = keyof typeof nouns
type Field = Kind | { refers: string }
export type Noun = {
  table: string
  /** By which fields a record is known again: of several groups the first whose fields are filled. None: never. */
  keys: readonly (readonly string[])[]
  fields: Record<string, Field>
  required: readonly string[]
}

const address = {
  addressline1: 'text',
  addressline2: 'text',
  addressline3: 'text',
  addressline4: 'text',
  city: 'text',
  province: 'text',
  country: 'text',
  postalcode: 'text',
} as const
const contact = { contactname: 'text', contactnumber: 'text', contactemail: 'text' } as const

/** What can be imported, in the order in which it is written: nothing refers to what comes after it. */
export const nouns = {
  categories: {
    table: 'categories',
    keys: [['name']],
    required: ['name'],
    fields: {
      name: 'text',
      description: 'text',
      colour: 'colour',
      jobcategory: 'flag',
      inventoryclass: 'class',
      vatexempt: 'flag',
      nonpickable: 'flag',
      archived: 'flag',
    },
  },
  suppliers: {
    table: 'suppliers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      name: 'text',
      code: 'text',
      ...contact,
      ...address,
      vatnumber: 'text',
      note: 'text',
      archived: 'flag',
    },
  },
  clients: {
    table: 'clients',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      ...{
        name: 'text',
        code: 'text',
        ...contact,
        ...address,
        registrationnumber: 'text',
        vatnumber: 'text',
      },
      ...{ terms: 'text', note: 'text', archived: 'flag' },
    },
  },
  divisions: {
    table: 'divisions',
    keys: [['name']],
    required: ['name'],
    fields: { name: 'text', archived: 'flag' },
  },
  storage: {
    table: 'storage',
    keys: [['name']],
    required: ['name'],
    fields: { name: 'text', barcode: 'text', archived: 'flag' },
  },
  workers: {
    table: 'workers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      ...{ name: 'text', code: 'text', email: 'text', phone: 'text', title: 'text', rate: 'rate' },
      archived: 'flag',
    },
  },
  locations: {
    table: 'locations',
    keys: [['name', 'client']],
    required: ['name'],
    fields: { name: 'text', client: { refers: 'clients' }, ...contact, ...address, archived: 'flag' },
  },
  inventory: {
    table: 'inventory',
    keys: [['code']],
    required: ['code'],
    fields: {
      ...{
        code: 'text',
        make: 'text',
        model: 'text',
        materialname: 'text',
        materialcode: 'text',
        barcode: 'text',
      },
      ...{ category: { refers: 'categories' }, supplier: { refers: 'suppliers' } },
      ...{ defaultstorageid: { refers: 'storage' }, inventoryclass: 'class', baseunit: 'text' },
      ...{ rate: 'rate', mupercent: 'percent', muamount: 'rate', exclusive: 'flag', nonbillable: 'flag' },
      ...{ unitweight: 'quantity', unitmass: 'quantity', unitseconds: 'quantity', maxperjob: 'quantity' },
      ...{ leadtime: 'quantity', packagingquantity: 'quantity', minimumproductionvolume: 'quantity' },
      ...{ minimumordervolume: 'quantity', minimumfinishedgoodsvolume: 'quantity' },
      ...{ defaultponote: 'text', onhand: 'quantity', archived: 'flag' },
    },
  },
  units: {
    table: 'units',
    keys: [['inventoryid', 'name']],
    required: ['inventoryid', 'name', 'ratiotobase'],
    fields: { inventoryid: { refers: 'inventory' }, name: 'text', ratiotobase: 'ratio', lastprice: 'rate' },
  },
  jobs: {
    table: 'jobs',
    keys: [['reference']],
    required: ['reference'],
    fields: {
      ...{ reference: 'text', description: 'text', board: 'text', status: 'status', statenote: 'text' },
      ...{
        client: { refers: 'clients' },
        location: { refers: 'locations' },
        division: { refers: 'divisions' },
      },
      ...{
        assignee: { refers: 'workers' },
        category: { refers: 'categories' },
        critical: 'flag',
        paid: 'flag',
      },
      ...{ created: 'date', start: 'date', finish: 'date', completed: 'date', scheduledminutes: 'whole' },
      customerreference: 'text',
    },
  },
  materials: {
    table: 'materials',
    keys: [],
    required: ['jobid', 'linerate', 'estimated'],
    fields: {
      ...{
        jobid: { refers: 'jobs' },
        inventoryid: { refers: 'inventory' },
        role: 'role',
        inventoryclass: 'class',
      },
      ...{
        description: 'text',
        linerate: 'rate',
        costrate: 'rate',
        discount: 'discount',
        estimated: 'quantity',
      },
      ...{ consumed: 'quantity', nonbillable: 'flag', unit: 'text', division: { refers: 'divisions' } },
      storageid: { refers: 'storage' },
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

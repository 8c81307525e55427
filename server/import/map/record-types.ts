import { addressFields, contactFields } from '#server/address-fields.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { locationFields } from '#server/domains/contacts/locations/fields.ts'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { declaredFields, importableFields } from './declared-fields.ts'
import type { RecordType } from './record-type.ts'

const text = (most: number) => ({ text: most }) as const
const to = (recordType: string) => ({ references: recordType }) as const
const archived = 'flag' as const

const address = declaredFields(addressFields)
const contact = declaredFields(contactFields)

/** In the order in which they are written: none refers to one after it. */
export const recordTypes = {
  accountcodes: {
    table: 'accountcodes',
    keys: [['code']],
    required: ['code', 'description'],
    fields: {
      code: text(40),
      description: text(200),
      name: text(120),
      type: 'account',
      rate: 'percent',
      vat: 'vat',
      tax: text(40),
      archived,
    },
  },
  categories: {
    table: 'categories',
    keys: [['name']],
    required: ['name'],
    fields: {
      name: text(120),
      description: text(2000),
      colour: 'colour',
      jobcategory: 'flag',
      accountcode: to('accountcodes'),
      inventoryclass: 'class',
      vatexempt: 'flag',
      nonpickable: 'flag',
      archived,
    },
  },
  suppliers: {
    table: 'suppliers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      name: text(120),
      code: text(40),
      ...contact,
      ...address,
      vatnumber: text(20),
      note: text(2000),
      archived,
    },
  },
  clients: {
    table: 'clients',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: {
      name: text(120),
      code: text(40),
      ...contact,
      ...address,
      registrationnumber: text(60),
      vatnumber: text(20),
      terms: text(4000),
      note: text(2000),
      archived,
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
      name: text(120),
      code: text(40),
      title: text(120),
      rate: 'rate',
      email: { text: 250, email: true },
      phone: text(60),
      archived,
    },
  },
  locations: {
    table: 'locations',
    keys: [['name', 'client']],
    required: ['name'],
    fields: {
      ...declaredFields(locationFields),
      stakeholders: { references: 'users', many: true },
      archived,
    },
  },
  equipment: {
    table: 'equipment',
    keys: [['barcode'], ['name']],
    required: ['name'],
    fields: {
      name: text(120),
      barcode: text(80),
      code: text(60),
      model: text(120),
      serial: text(120),
      location: to('locations'),
      storageid: to('storage'),
      note: text(2000),
      archived,
    },
  },
  inventory: {
    table: 'inventory',
    keys: [['code']],
    required: ['code'],
    fields: {
      ...declaredFields(importableFields(item.fields)),
      onhand: 'quantity',
      archived,
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
      pricinggroup: { references: 'pricinggroups', createMissing: true },
      inventory: to('inventory'),
      baserate: 'rate',
      markuppercent: 'percent',
      markupamount: 'rate',
    },
  },
  counts: {
    table: 'stock_ledger',
    keys: [],
    required: ['inventoryid', 'counted'],
    fields: {
      inventoryid: to('inventory'),
      storageid: to('storage'),
      counted: 'quantity',
      unit: text(60),
      effectivedate: 'date',
      note: text(500),
    },
  },
  jobs: {
    table: 'jobs',
    keys: [['reference']],
    required: ['reference'],
    fields: {
      reference: text(40),
      board: text(60),
      status: 'status',
      ...declaredFields(jobFields),
      category: to('categories'),
      created: 'date',
      completed: 'date',
    },
  },
  materials: {
    table: 'materials',
    keys: [],
    required: ['jobid', 'linerate', 'estimated'],
    fields: {
      jobid: to('jobs'),
      ...declaredFields(lineFields),
    },
  },
} as const satisfies Record<string, RecordType>

export const getRecordType = (name: string): RecordType => (recordTypes as Record<string, RecordType>)[name]!

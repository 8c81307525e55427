import type { Resource } from '#server/crud/resource.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { client } from '#server/domains/contacts/clients/resource.ts'
import { locationFields } from '#server/domains/contacts/locations/fields.ts'
import { supplier } from '#server/domains/contacts/suppliers/resource.ts'
import { division } from '#server/domains/settings/divisions/resource.ts'
import { equipmentResource } from '#server/domains/stock/equipment/resource.ts'
import { storagePlace } from '#server/domains/stock/storage/resource.ts'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { worker } from '#server/domains/work/workers/resource.ts'
import { declaredFields, importableFields } from './declared-fields.ts'
import type { RecordType } from './record-type.ts'

const text = (most: number) => ({ text: most }) as const
const to = (recordType: string) => ({ references: recordType }) as const
const archived = 'flag' as const

const resourceFields = ({ fields }: Resource) => declaredFields(importableFields(fields))

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
      description: { text: 2000, multiline: true },
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
    fields: { ...resourceFields(supplier), archived },
  },
  clients: {
    table: 'clients',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: { ...resourceFields(client), archived },
  },
  divisions: {
    table: 'divisions',
    keys: [['name']],
    required: ['name'],
    fields: { ...resourceFields(division), archived },
  },
  storage: {
    table: 'storage',
    keys: [['name']],
    unique: ['barcode'],
    required: ['name'],
    fields: { ...resourceFields(storagePlace), archived },
  },
  workers: {
    table: 'workers',
    keys: [['code'], ['name']],
    required: ['name'],
    fields: { ...resourceFields(worker), archived },
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
    fields: { ...resourceFields(equipmentResource), archived },
  },
  inventory: {
    table: 'inventory',
    keys: [['code']],
    required: ['code'],
    fields: {
      ...resourceFields(item),
      price: 'rate',
      onhand: 'quantity',
      archived,
    },
    unstored: ['price', 'onhand'],
  },
  units: {
    table: 'units',
    keys: [['inventoryid', 'name']],
    required: ['inventoryid', 'name', 'ratiotobase'],
    fields: { inventoryid: to('inventory'), name: text(40), ratiotobase: 'ratio', lastprice: 'rate' },
  },
  bills: {
    table: 'item_inputs',
    keys: [],
    required: ['productid', 'inputid', 'quantity'],
    fields: {
      productid: to('inventory'),
      inputid: to('inventory'),
      quantity: 'quantity',
      unit: text(40),
      scrap: 'percent',
    },
  },
  supplierprices: {
    table: 'supplier_items',
    keys: [],
    required: ['supplier', 'price'],
    fields: {
      supplier: to('suppliers'),
      inventoryid: to('inventory'),
      code: text(60),
      name: text(200),
      unit: text(40),
      quantity: 'quantity',
      price: 'rate',
      validfrom: 'date',
      packsize: 'quantity',
      minimum: 'quantity',
    },
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

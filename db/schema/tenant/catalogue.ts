import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  addressColumns,
  flagColumn,
  percentColumn,
  quantityColumn,
  rateColumn,
  record,
  ref,
  textColumn,
} from '#db/columns.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { users } from './tenant.ts'

export const organisations = sqliteTable('organisations', {
  ...record(),
  name: text('name').notNull(),
  prefix: textColumn('prefix'),
  colour: textColumn('colour'),
  logofile: text('logofile'),
  ...addressColumns(),
  registrationnumber: textColumn('registrationnumber'),
  reviewinvoices: flagColumn('reviewinvoices'),
  flagdefault: flagColumn('flagdefault'),
  number: textColumn('number'),
  email: textColumn('email'),
  bank: textColumn('bank'),
  accountnumber: textColumn('accountnumber'),
  branchcode: textColumn('branchcode'),
  vatnumber: textColumn('vatnumber'),
  vat: percentColumn('vat'),
  finyearend: integer('finyearend').notNull().default(12),
  estimateterms: textColumn('estimateterms'),
  invoiceterms: textColumn('invoiceterms'),
  poterms: textColumn('poterms'),
  paymentdays: integer('paymentdays').default(30),
  estimatedays: integer('estimatedays'),
  /** What holds in place of `vat` from a day on, as JSON. */
  vatchanges: textColumn('vatchanges'),
  /** A to E: how long its VAT periods are, and when they end. */
  vatcategory: text('vatcategory').notNull().default('A'),
})

export const accountcodes = sqliteTable(
  'accountcodes',
  {
    ...record(),
    code: text('code').notNull(),
    description: text('description').notNull(),
    name: textColumn('name'),
    rate: percentColumn('rate'),
    vat: percentColumn('vat'),
    type: integer('type').notNull().default(0),
    tax: textColumn('tax'),
    /** As of an organisation. */
    vatchanges: textColumn('vatchanges'),
  },
  (t) => [uniqueIndex('accountcodes_code').on(t.code)],
)

export const divisions = sqliteTable('divisions', { ...record(), name: text('name').notNull() })

export const clients = sqliteTable(
  'clients',
  {
    ...record(),
    name: text('name').notNull(),
    code: textColumn('code'),
    contactname: textColumn('contactname'),
    contactnumber: textColumn('contactnumber'),
    contactemail: textColumn('contactemail'),
    ...addressColumns(),
    registrationnumber: textColumn('registrationnumber'),
    vatnumber: textColumn('vatnumber'),
    terms: textColumn('terms'),
    note: textColumn('note'),
    paymentdays: integer('paymentdays'),
    /** Protected by the Consumer Protection Act. */
    consumer: flagColumn('consumer'),
  },
  (t) => [index('clients_name').on(...wordSortKeys(t.name), t.id), index('clients_code').on(t.code)],
)

export const suppliers = sqliteTable(
  'suppliers',
  {
    ...record(),
    name: text('name').notNull(),
    code: textColumn('code'),
    contactname: textColumn('contactname'),
    contactnumber: textColumn('contactnumber'),
    contactemail: textColumn('contactemail'),
    ...addressColumns(),
    vatnumber: textColumn('vatnumber'),
    note: textColumn('note'),
    /** Days to pay them, after the date of their invoice. */
    paymentdays: integer('paymentdays'),
  },
  (t) => [index('suppliers_name').on(...wordSortKeys(t.name), t.id)],
)

export const locations = sqliteTable(
  'locations',
  {
    ...record(),
    name: text('name').notNull(),
    client: ref('client', () => clients.id),
    parent: text('parent'),
    ...addressColumns(),
    contactname: textColumn('contactname'),
    contactnumber: textColumn('contactnumber'),
    contactemail: textColumn('contactemail'),
    responsibilityid: ref('responsibilityid', () => users.id),
  },
  (t) => [
    index('locations_name').on(...wordSortKeys(t.name), t.id),
    index('locations_client').on(t.client),
    index('locations_parent').on(t.parent),
  ],
)

export const location_stakeholders = sqliteTable(
  'location_stakeholders',
  {
    locationid: text('locationid')
      .notNull()
      .references(() => locations.id),
    userid: text('userid')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.locationid, t.userid] }),
    index('location_stakeholders_user').on(t.userid, t.locationid),
  ],
)

export const categories = sqliteTable(
  'categories',
  {
    ...record(),
    name: text('name').notNull(),
    jobcategory: flagColumn('jobcategory'),
    colour: text('colour').notNull().default('#eeeeee'),
    accountcode: ref('accountcode', () => accountcodes.id),
    inventoryclass: integer('inventoryclass'),
    vatexempt: flagColumn('vatexempt'),
    nonpickable: flagColumn('nonpickable'),
    defaultproduct: text('defaultproduct'),
    frequency: text('frequency').notNull().default('standalone'),
    custom: textColumn('custom'),
    description: textColumn('description'),
  },
  (t) => [index('categories_kind').on(t.jobcategory, t.archived)],
)

export const storage = sqliteTable(
  'storage',
  {
    ...record(),
    name: text('name').notNull(),
    barcode: textColumn('barcode'),
    /** At whose place it is, where goods on consignment stay ours. */
    client: ref('client', () => clients.id),
  },
  (t) => [
    index('storage_barcode').on(t.barcode),
    index('storage_client').on(t.client).where(sql`client IS NOT NULL`),
  ],
)

export const inventory = sqliteTable(
  'inventory',
  {
    ...record(),
    code: text('code').notNull(),
    make: textColumn('make'),
    model: textColumn('model'),
    materialname: textColumn('materialname'),
    materialcode: textColumn('materialcode'),
    barcode: textColumn('barcode'),
    category: ref('category', () => categories.id),
    consignmentcode: textColumn('consignmentcode'),
    defaultponote: textColumn('defaultponote'),
    inventoryclass: integer('inventoryclass'),
    defaultstorageid: ref('defaultstorageid', () => storage.id),
    supplier: ref('supplier', () => suppliers.id),
    rate: rateColumn('rate')
      .notNull()
      .default(0 as never),
    mupercent: percentColumn('mupercent')
      .notNull()
      .default(0 as never),
    muamount: rateColumn('muamount')
      .notNull()
      .default(0 as never),
    exclusive: integer('exclusive', { mode: 'boolean' }).notNull().default(true),
    nonbillable: flagColumn('nonbillable'),
    unitweight: quantityColumn('unitweight'),
    unitmass: quantityColumn('unitmass'),
    unitseconds: quantityColumn('unitseconds'),
    maxperjob: quantityColumn('maxperjob'),
    leadtime: quantityColumn('leadtime'),
    packagingassetcode: textColumn('packagingassetcode'),
    packagingquantity: quantityColumn('packagingquantity'),
    minimumproductionvolume: quantityColumn('minimumproductionvolume'),
    minimumordervolume: quantityColumn('minimumordervolume'),
    minimumfinishedgoodsvolume: quantityColumn('minimumfinishedgoodsvolume'),
    baseunit: textColumn('baseunit'),
  },
  (t) => [
    uniqueIndex('inventory_code').on(t.code),
    index('inventory_category').on(t.category, t.archived, t.code),
    index('inventory_barcode').on(t.barcode),
    index('inventory_minimum').on(t.code).where(sql`archived = 0 AND minimumfinishedgoodsvolume > 0`),
    index('inventory_sections').on(t.category, t.archived, ...wordSortKeys(t.code), t.inventoryclass),
    index('inventory_name').on(...wordSortKeys(sql`itemname`), t.id),
    index('inventory_supplier').on(t.supplier).where(sql`supplier IS NOT NULL`),
    index('inventory_storage').on(t.defaultstorageid).where(sql`defaultstorageid IS NOT NULL`),
  ],
)

/** How many records stand in each long list. Kept by triggers; `joblane check` compares. */
export const list_figures = sqliteTable(
  'list_figures',
  {
    list: text('list').notNull(),
    archived: integer('archived').notNull(),
    records: integer('records').notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.archived] })],
)

/** Written by triggers, indexed by the virtual table `inventory_search`. */
export const inventory_words = sqliteTable(
  'inventory_words',
  {
    id: integer('id').primaryKey(),
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id, { onDelete: 'cascade' }),
    words: text('words').notNull(),
  },
  (t) => [uniqueIndex('inventory_words_item').on(t.inventoryid)],
)

export const units = sqliteTable(
  'units',
  {
    ...record(),
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    name: text('name').notNull(),
    /** Exact ratio to the base unit as a decimal text: stock is kept in base units (decision D3). */
    ratiotobase: text('ratiotobase').notNull().default('1'),
    lastprice: rateColumn('lastprice'),
  },
  (t) => [index('units_inventory').on(t.inventoryid)],
)

export const inventory_classes = sqliteTable(
  'inventory_classes',
  {
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    categoryid: text('categoryid')
      .notNull()
      .references(() => categories.id),
    inventoryclass: integer('inventoryclass'),
    storageid: ref('storageid', () => storage.id),
    rate: rateColumn('rate'),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryid, t.categoryid] }),
    index('inventory_classes_category').on(t.categoryid),
  ],
)

export const workers = sqliteTable('workers', {
  ...record(),
  name: text('name').notNull(),
  code: textColumn('code'),
  userid: ref('userid', () => users.id),
  email: textColumn('email'),
  phone: textColumn('phone'),
  title: textColumn('title'),
  rate: rateColumn('rate'),
})

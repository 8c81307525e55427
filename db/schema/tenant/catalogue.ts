import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { address, flag, percent, quantity, rate, record, ref, words } from '#db/columns.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { users } from './tenant.ts'

export const organisations = sqliteTable('organisations', {
  ...record(),
  name: text('name').notNull(),
  prefix: words('prefix'),
  colour: words('colour'),
  logofile: text('logofile'),
  ...address(),
  registrationnumber: words('registrationnumber'),
  reviewinvoices: flag('reviewinvoices'),
  flagdefault: flag('flagdefault'),
  number: words('number'),
  email: words('email'),
  bank: words('bank'),
  accountnumber: words('accountnumber'),
  branchcode: words('branchcode'),
  vatnumber: words('vatnumber'),
  vat: percent('vat'),
  finyearend: integer('finyearend').notNull().default(12),
  estimateterms: words('estimateterms'),
  invoiceterms: words('invoiceterms'),
  poterms: words('poterms'),
})

export const accountcodes = sqliteTable(
  'accountcodes',
  {
    ...record(),
    code: text('code').notNull(),
    description: text('description').notNull(),
    name: words('name'),
    rate: percent('rate'),
    vat: percent('vat'),
    type: integer('type').notNull().default(0),
    tax: words('tax'),
  },
  (t) => [uniqueIndex('accountcodes_code').on(t.code)],
)

export const divisions = sqliteTable('divisions', { ...record(), name: text('name').notNull() })

export const clients = sqliteTable(
  'clients',
  {
    ...record(),
    name: text('name').notNull(),
    code: words('code'),
    contactname: words('contactname'),
    contactnumber: words('contactnumber'),
    contactemail: words('contactemail'),
    ...address(),
    registrationnumber: words('registrationnumber'),
    vatnumber: words('vatnumber'),
    terms: words('terms'),
    note: words('note'),
  },
  (t) => [
    index('clients_name').on(t.archived, ...wordSortKeys(t.name), t.id),
    index('clients_code').on(t.code),
  ],
)

export const suppliers = sqliteTable(
  'suppliers',
  {
    ...record(),
    name: text('name').notNull(),
    code: words('code'),
    contactname: words('contactname'),
    contactnumber: words('contactnumber'),
    contactemail: words('contactemail'),
    ...address(),
    vatnumber: words('vatnumber'),
    note: words('note'),
  },
  (t) => [index('suppliers_name').on(t.archived, ...wordSortKeys(t.name), t.id)],
)

export const locations = sqliteTable(
  'locations',
  {
    ...record(),
    name: text('name').notNull(),
    client: ref('client', () => clients.id),
    parent: text('parent'),
    ...address(),
    contactname: words('contactname'),
    contactnumber: words('contactnumber'),
    contactemail: words('contactemail'),
    responsibilityid: ref('responsibilityid', () => users.id),
  },
  (t) => [
    index('locations_name').on(t.archived, ...wordSortKeys(t.name), t.id),
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

export const categories = sqliteTable('categories', {
  ...record(),
  name: text('name').notNull(),
  jobcategory: flag('jobcategory'),
  colour: text('colour').notNull().default('#eeeeee'),
  accountcode: ref('accountcode', () => accountcodes.id),
  inventoryclass: integer('inventoryclass'),
  vatexempt: flag('vatexempt'),
  nonpickable: flag('nonpickable'),
  defaultproduct: text('defaultproduct'),
  frequency: text('frequency').notNull().default('standalone'),
  custom: words('custom'),
  description: words('description'),
})

export const storage = sqliteTable(
  'storage',
  { ...record(), name: text('name').notNull(), barcode: words('barcode') },
  (t) => [index('storage_barcode').on(t.barcode)],
)

export const inventory = sqliteTable(
  'inventory',
  {
    ...record(),
    code: text('code').notNull(),
    make: words('make'),
    model: words('model'),
    materialname: words('materialname'),
    materialcode: words('materialcode'),
    barcode: words('barcode'),
    category: ref('category', () => categories.id),
    consignmentcode: words('consignmentcode'),
    defaultponote: words('defaultponote'),
    inventoryclass: integer('inventoryclass'),
    defaultstorageid: ref('defaultstorageid', () => storage.id),
    supplier: ref('supplier', () => suppliers.id),
    rate: rate('rate')
      .notNull()
      .default(0 as never),
    mupercent: percent('mupercent')
      .notNull()
      .default(0 as never),
    muamount: rate('muamount')
      .notNull()
      .default(0 as never),
    exclusive: integer('exclusive', { mode: 'boolean' }).notNull().default(true),
    nonbillable: flag('nonbillable'),
    unitweight: quantity('unitweight'),
    unitmass: quantity('unitmass'),
    unitseconds: quantity('unitseconds'),
    maxperjob: quantity('maxperjob'),
    leadtime: quantity('leadtime'),
    packagingassetcode: words('packagingassetcode'),
    packagingquantity: quantity('packagingquantity'),
    minimumproductionvolume: quantity('minimumproductionvolume'),
    minimumordervolume: quantity('minimumordervolume'),
    minimumfinishedgoodsvolume: quantity('minimumfinishedgoodsvolume'),
    baseunit: words('baseunit'),
  },
  (t) => [
    uniqueIndex('inventory_code').on(t.code),
    index('inventory_category').on(t.category, t.archived, t.code),
    index('inventory_barcode').on(t.barcode),
    index('inventory_sections').on(t.category, t.archived, ...wordSortKeys(t.code), t.inventoryclass),
    index('inventory_supplier').on(t.supplier).where(sql`supplier IS NOT NULL`),
    index('inventory_storage').on(t.defaultstorageid).where(sql`defaultstorageid IS NOT NULL`),
  ],
)

/** What an item is searched by; written by triggers, and indexed by the virtual table `inventory_search`. */
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
    lastprice: rate('lastprice'),
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
    rate: rate('rate'),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryid, t.categoryid] }),
    index('inventory_classes_category').on(t.categoryid),
  ],
)

export const workers = sqliteTable('workers', {
  ...record(),
  name: text('name').notNull(),
  code: words('code'),
  userid: ref('userid', () => users.id),
  email: words('email'),
  phone: words('phone'),
  title: words('title'),
  rate: rate('rate'),
})

import type { Claim } from '#server/access/claims.ts'
import type { importableLists } from '#server/importable-lists.ts'
import type { IconName } from '#views/ui/icon.tsx'
import { getRecordType, recordTypes } from './record-types.ts'

export type ImportList = {
  plural: string
  singular: string
  icon: IconName
  about: string
  /** Beside `records.import`. */
  claim: Claim
  href: string
  joined?: readonly string[]
  updates: boolean
  keyed: boolean
}

const updatable = { updates: true, keyed: true } as const
const addedOnce = { updates: false, keyed: false } as const

/** In the order in which a business imports them: what others refer to comes first. */
export const importLists = {
  accountcodes: {
    singular: 'account code',
    plural: 'account codes',
    icon: 'landmark',
    claim: 'accountcodes.write',
    about: 'What income and expense are booked to.',
    href: '/admin/accountcodes',
    ...updatable,
  },
  categories: {
    singular: 'category',
    plural: 'categories',
    icon: 'tag',
    claim: 'categories.write',
    about: 'What inventory and jobs are sorted by.',
    href: '/admin/categories',
    ...updatable,
  },
  suppliers: {
    singular: 'supplier',
    plural: 'suppliers',
    icon: 'truck',
    claim: 'suppliers.write',
    about: 'Whom materials are bought from.',
    href: '/suppliers',
    ...updatable,
  },
  clients: {
    singular: 'client',
    plural: 'clients',
    icon: 'users',
    claim: 'clients.write',
    about: 'Whom the work is done for.',
    href: '/clients',
    ...updatable,
  },
  locations: {
    singular: 'location',
    plural: 'locations',
    icon: 'location',
    claim: 'locations.write',
    about: 'Where jobs are done, by client.',
    href: '/admin/locations',
    ...updatable,
  },
  divisions: {
    singular: 'division',
    plural: 'divisions',
    icon: 'layers',
    claim: 'divisions.write',
    about: 'Parts of the business.',
    href: '/admin/divisions',
    ...updatable,
  },
  workers: {
    singular: 'worker',
    plural: 'workers',
    icon: 'hard-hat',
    claim: 'workers.write',
    joined: ['name'],
    about: 'Who does the work.',
    href: '/admin/workers',
    ...updatable,
  },
  storage: {
    singular: 'storage place',
    plural: 'storage places',
    icon: 'warehouse',
    claim: 'equipment.write',
    about: 'Shelves, bins and vans where stock lies.',
    href: '/admin/storage',
    ...updatable,
  },
  inventory: {
    singular: 'item',
    plural: 'items',
    icon: 'package',
    claim: 'inventory.write',
    about: 'What is bought, used and sold.',
    href: '/admin/inventory',
    ...updatable,
  },
  units: {
    singular: 'unit',
    plural: 'units',
    icon: 'ruler',
    claim: 'inventory.write',
    about: 'Boxes, rolls and other units of items.',
    href: '/admin/inventory',
    updates: true,
    keyed: false,
  },
  bills: {
    singular: 'input of a product',
    plural: 'bills of materials',
    icon: 'layers',
    claim: 'inventory.write',
    about: 'What products are made of: each input with its quantity.',
    href: '/admin/inventory',
    updates: true,
    keyed: false,
  },
  supplierprices: {
    singular: 'price of a supplier',
    plural: 'suppliers’ price lists',
    icon: 'truck',
    claim: 'purchase.write',
    about: 'What suppliers call items and ask for them, by quantity and day.',
    href: '/suppliers',
    updates: true,
    keyed: false,
  },
  prices: {
    singular: 'price',
    plural: 'prices',
    icon: 'banknote',
    claim: 'pricing.write',
    about: 'What a pricing group pays for an item.',
    href: '/admin/pricing',
    updates: true,
    keyed: false,
  },
  counts: {
    singular: 'stock count',
    plural: 'stock counts',
    icon: 'boxes',
    claim: 'stock.adjust',
    about: 'What lies on the shelf, item by item.',
    href: '/admin/stock',
    ...addedOnce,
  },
  equipment: {
    singular: 'piece of equipment',
    plural: 'equipment',
    icon: 'wrench',
    claim: 'equipment.write',
    href: '/equipment/list',
    about: 'Machines and tools that go to jobs and come back.',
    ...updatable,
  },
  jobs: {
    singular: 'job',
    plural: 'jobs',
    icon: 'clipboard-list',
    claim: 'jobs.write',
    about: 'Past and present jobs, without their lines.',
    href: '/',
    updates: false,
    keyed: true,
  },
  materials: {
    singular: 'job line',
    plural: 'job lines',
    icon: 'list',
    claim: 'materials.consume',
    about: 'Materials of jobs that were imported.',
    href: '/',
    ...addedOnce,
    joined: ['description'],
  },
} as const satisfies Record<(typeof importableLists)[number], ImportList>

type ImportListName = keyof typeof importLists

export const findImportList = (name: string): ImportList | undefined =>
  Object.hasOwn(importLists, name) ? importLists[name as ImportListName] : undefined

/** Without stock on hand, which comes by a stock count, so that it can be undone. */
export const importFields = (name: string): string[] =>
  Object.keys(getRecordType(name).fields).filter((field) => field !== 'onhand')

export const isRequiredField = (name: string, field: string): boolean =>
  getRecordType(name).required.includes(field)

export const importListNames = Object.keys(importLists).filter(
  (name) => name in recordTypes,
) as ImportListName[]

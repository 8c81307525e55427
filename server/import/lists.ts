import type { Claim } from '#server/access/claims.ts'
import type { IconName } from '#views/ui/icon.tsx'
import { nounOf, nouns } from './nouns.ts'

/** A list that people bring in by the pages. */
export type List = {
  /** As in "Import clients" and "1 client". */
  nouns: string
  noun: string
  icon: IconName
  about: string
  /** Beside `records.import`. */
  claim: Claim
  /** Where its records are seen afterwards. */
  href: string
  /** Fields that two columns may fill together, such as a first and a last name. */
  joined?: readonly string[]
  /** Whether a record that is there may take what the file says. */
  updates: boolean
  /** Whether later lists may refer to its records by a number of their own. */
  keyed: boolean
}

const plain = { updates: true, keyed: true } as const
const once = { updates: false, keyed: false } as const

/** In the order in which a business brings them: what others refer to first. */
export const lists = {
  accountcodes: {
    ...{ noun: 'account code', nouns: 'account codes', icon: 'landmark', claim: 'accountcodes.write' },
    ...{ about: 'What income and expense are booked to.', href: '/admin/accountcodes', ...plain },
  },
  categories: {
    ...{ noun: 'category', nouns: 'categories', icon: 'tag', claim: 'categories.write' },
    ...{ about: 'What inventory and jobs are sorted by.', href: '/admin/categories', ...plain },
  },
  suppliers: {
    ...{ noun: 'supplier', nouns: 'suppliers', icon: 'truck', claim: 'suppliers.write' },
    ...{ about: 'Whom materials are bought from.', href: '/suppliers', ...plain },
  },
  clients: {
    ...{ noun: 'client', nouns: 'clients', icon: 'users', claim: 'clients.write' },
    ...{ about: 'Whom the work is done for.', href: '/clients', ...plain },
  },
  locations: {
    ...{ noun: 'location', nouns: 'locations', icon: 'location', claim: 'locations.write' },
    ...{ about: 'Where jobs are done, by client.', href: '/admin/locations', ...plain },
  },
  divisions: {
    ...{ noun: 'division', nouns: 'divisions', icon: 'layers', claim: 'divisions.write' },
    ...{ about: 'Parts of the business.', href: '/admin/divisions', ...plain },
  },
  workers: {
    ...{ noun: 'worker', nouns: 'workers', icon: 'hard-hat', claim: 'workers.write', joined: ['name'] },
    ...{ about: 'Who does the work.', href: '/admin/workers', ...plain },
  },
  storage: {
    ...{ noun: 'storage place', nouns: 'storage places', icon: 'warehouse', claim: 'equipment.write' },
    ...{ about: 'Shelves, bins and vans where stock lies.', href: '/admin/storage', ...plain },
  },
  inventory: {
    ...{ noun: 'item', nouns: 'items', icon: 'package', claim: 'inventory.write' },
    ...{ about: 'What is bought, used and sold.', href: '/admin/inventory', ...plain },
  },
  units: {
    ...{ noun: 'unit', nouns: 'units', icon: 'ruler', claim: 'inventory.write' },
    ...{ about: 'Boxes, rolls and other units of items.', href: '/admin/inventory' },
    ...{ updates: true, keyed: false },
  },
  prices: {
    ...{ noun: 'price', nouns: 'prices', icon: 'banknote', claim: 'pricing.write' },
    ...{ about: 'What a pricing group pays for an item.', href: '/admin/pricing' },
    ...{ updates: true, keyed: false },
  },
  counts: {
    ...{ noun: 'stock count', nouns: 'stock counts', icon: 'boxes', claim: 'stock.adjust' },
    ...{ about: 'What lies on the shelf, item by item.', href: '/admin/stock', ...once },
  },
  equipment: {
    ...{ noun: 'piece of equipment', nouns: 'equipment', icon: 'wrench' },
    ...{ claim: 'equipment.write', href: '/equipment/list' },
    ...{ about: 'Machines and tools that go to jobs and come back.', ...plain },
  },
  jobs: {
    ...{ noun: 'job', nouns: 'jobs', icon: 'clipboard-list', claim: 'jobs.write' },
    ...{ about: 'Past and present jobs, without their lines.', href: '/', updates: false, keyed: true },
  },
  materials: {
    ...{ noun: 'job line', nouns: 'job lines', icon: 'list', claim: 'materials.consume' },
    ...{ about: 'Materials of jobs that were imported.', href: '/', ...once, joined: ['description'] },
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists

/** The list of that name; undefined when nothing of that name is brought in by pages. */
export const listOf = (name: string): List | undefined =>
  Object.hasOwn(lists, name) ? lists[name as ListName] : undefined

/** The fields of a list in their order. What is on hand comes by a stock count, so that it can be taken back. */
export const fieldsOf = (name: string): string[] =>
  Object.keys(nounOf(name).fields).filter((field) => field !== 'onhand')

export const isRequired = (name: string, field: string): boolean => nounOf(name).required.includes(field)

export const listNames = Object.keys(lists).filter((name) => name in nouns) as ListName[]

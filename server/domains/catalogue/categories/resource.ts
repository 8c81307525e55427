import { listItemsByCategoryClass } from '#db/queries/catalogue/inventory-classes.ts'
import { accountcodes, categories, inventory } from '#db/schema/tenant/index.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import {
  areaField,
  choiceField,
  colourField,
  flagField,
  referenceField,
  textField,
} from '#server/crud/kinds.ts'
import { followClass } from '#server/domains/catalogue/follow-class.ts'
import { inventoryClasses } from '#server/domains/catalogue/inventory/classes.ts'

const frequencies = ['standalone', 'daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually']
const forItems = { jobcategory: false }
const forJobs = { jobcategory: true }

const category = defineResource({
  noun: 'category',
  nouns: 'categories',
  table: categories,
  path: '/admin/categories',
  page: 'pages.admin.categories',
  icon: 'tag',
  subtitle: 'What inventory and jobs are sorted by.',
  claims: { read: 'categories.read', write: 'categories.write' },
  fields: {
    name: textField({ label: 'Name', required: true, max: 120 }),
    jobcategory: flagField({ label: 'Job category', fixed: true }),
    colour: colourField({ label: 'Colour', initial: '#eeeeee' }),
    description: areaField({ label: 'Description', max: 2000, wide: true }),
    accountcode: referenceField({
      label: 'Account code',
      table: accountcodes,
      none: 'No account code',
      wide: true,
    }),
    inventoryclass: choiceField({
      label: 'Class',
      of: inventoryClasses,
      none: 'No class',
      hint: 'What using its items does to stock.',
      chip: true,
      when: forItems,
    }),
    vatexempt: flagField({ label: 'Exempt from VAT', head: 'VAT exempt', when: forItems }),
    nonpickable: flagField({ label: 'Not on picking lists', head: 'Not picked', when: forItems, wide: true }),
    frequency: choiceField({
      label: 'Frequency',
      hint: 'How often a job of this category comes again, as a copy of its newest template.',
      of: frequencies.map((value) => ({ value, label: value })),
      initial: 'standalone',
      when: forJobs,
    }),
    defaultproduct: referenceField({
      label: 'Default product',
      table: inventory,
      none: 'No product',
      hint: 'What a job of this category makes, if nothing else is said.',
      picker: { url: '/lookup/inventory' },
      when: forJobs,
    }),
    custom: areaField({
      label: 'Custom card',
      max: 20_000,
      rows: 10,
      hint: 'Printed on the card of its jobs when the custom layout is chosen.',
      when: forJobs,
    }),
  },
  tabs: {
    Details: [
      'name',
      'colour',
      'description',
      'inventoryclass',
      'frequency',
      'defaultproduct',
      'vatexempt',
      'nonpickable',
    ],
    Custom: ['custom'],
    Accounting: ['accountcode'],
    Fields: { load: '/admin/categories/:id/fields', when: forJobs },
    Steps: { load: '/admin/categories/:id/steps', when: forJobs },
    Inventory: { load: '/admin/categories/:id/inventory', when: forJobs },
    Repeats: { load: '/admin/categories/:id/repeats', when: forJobs, of: 'frequency' },
  },
  columns: ['name', 'inventoryclass', 'vatexempt', 'nonpickable', 'frequency', 'accountcode', 'description'],
  marks: ['colour'],
  search: ['name', 'description'],
  sort: 'name',
  split: {
    by: 'jobcategory',
    tabs: [
      { value: 'false', label: 'Inventory categories' },
      { value: 'true', label: 'Job categories' },
    ],
  },
})

export const categoriesRoutes = crudRoutes(category, (tx, before, { record }) => {
  if ((before.record.inventoryclass === null) === (record.inventoryclass === null)) return
  return followClass(tx, listItemsByCategoryClass(tx.db, record.id))
})

import { sumOwedByClient } from '#db/queries/sales/invoice-sums.ts'
import { clients } from '#db/schema/tenant/index.ts'
import { jobScope } from '#server/access/viewer.ts'
import { addressKinds, addressTab, contactKinds } from '#server/crud/address.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import { areaField, flagField, integerField, textField } from '#server/crud/kinds.ts'
import type { RowSum } from '#server/crud/literal.ts'
import { paymentDays } from '#server/money/payment-days.ts'

const owes: RowSum = {
  head: 'Owes',
  claim: 'invoices.read',
  read: (db, viewer, ids) => sumOwedByClient(db, jobScope(viewer), ids),
}

export const client = defineResource({
  noun: 'client',
  nouns: 'clients',
  table: clients,
  path: '/clients',
  page: 'pages.clients',
  icon: 'users',
  subtitle: 'Whom the work is done for.',
  claims: { read: 'clients.read', write: 'clients.write' },
  fields: {
    name: textField({ importable: true, label: 'Name', required: true, max: 120 }),
    code: textField({ importable: true, label: 'Code', max: 40, wide: true }),
    registrationnumber: textField({ importable: true, label: 'Registration number', max: 60 }),
    vatnumber: textField({ importable: true, label: 'VAT number', max: 20 }),
    consumer: flagField({
      importable: true,
      label: 'Consumer',
      hint: 'A private person or a small business, whom the Consumer Protection Act protects.',
    }),
    note: areaField({ importable: true, label: 'Note', max: 2000 }),
    ...addressKinds,
    ...contactKinds,
    terms: areaField({ importable: true, label: 'Terms', max: 4000 }),
    paymentdays: integerField({
      importable: true,
      label: 'Days to pay',
      hint: 'After the date of an invoice. Empty: as the organisation says.',
      width: 'narrow',
      ...paymentDays,
    }),
  },
  tabs: {
    Details: ['name', 'code', ['registrationnumber', 'vatnumber'], 'consumer', 'note'],
    Address: addressTab,
    Contact: ['contactname', 'contactnumber', 'contactemail'],
    Terms: ['terms', 'paymentdays'],
    Locations: { load: '/clients/:id/locations', claim: 'locations.read' },
    Jobs: { load: '/clients/:id/jobs', claim: 'jobs.read' },
    Pricing: { load: '/clients/:id/pricing', claim: 'pricing.read' },
    Files: { load: '/documents/panel/clients/:id', claim: 'documents.read' },
  },
  columns: ['name', 'code', 'city', 'contactname', 'contactnumber', owes],
  search: [
    'name',
    'code',
    'city',
    'contactname',
    'contactnumber',
    'contactemail',
    'addressline1',
    'registrationnumber',
    'vatnumber',
  ],
  sort: 'name',
  keys: ['name', 'code'],
  actions: [
    { label: 'List to print', icon: 'list', href: '/clientslegacy' },
    { label: 'Open its page', icon: 'arrow-right', href: '/clients/:id/overview', ofrows: true },
  ],
})

export const clientsRoutes = crudRoutes(client)

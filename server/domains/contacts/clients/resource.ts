import { clients } from '#db/schema/tenant/index.ts'
import { address, addressTab } from '#server/crud/address.ts'
import { crud } from '#server/crud/crud.ts'
import { area, email, phone, text } from '#server/crud/kinds.ts'

/** Whom the work is done for. */
export const clientsRoutes = crud({
  noun: 'client',
  nouns: 'clients',
  table: clients,
  path: '/clients',
  page: 'pages.clients',
  icon: 'users',
  subtitle: 'Whom the work is done for.',
  claims: { read: 'clients.read', write: 'clients.write' },
  fields: {
    name: text({ label: 'Name', required: true, max: 120 }),
    code: text({ label: 'Code', max: 40, wide: true }),
    registrationnumber: text({ label: 'Registration number', max: 60 }),
    vatnumber: text({ label: 'VAT number', max: 20 }),
    note: area({ label: 'Note', max: 2000 }),
    ...address,
    contactname: text({ label: 'Contact name', head: 'Contact', max: 120 }),
    contactnumber: phone({ label: 'Contact number', head: 'Number', max: 60, wide: true }),
    contactemail: email({ label: 'Contact e-mail', max: 250 }),
    terms: area({ label: 'Terms', max: 4000 }),
  },
  tabs: {
    Details: ['name', 'code', ['registrationnumber', 'vatnumber'], 'note'],
    Address: addressTab,
    Contact: ['contactname', 'contactnumber', 'contactemail'],
    Terms: ['terms'],
    Locations: { load: '/clients/:id/locations', claim: 'locations.read' },
    Jobs: { load: '/clients/:id/jobs', claim: 'jobs.read' },
    Pricing: { load: '/clients/:id/pricing', claim: 'pricing.read' },
    Documents: { load: '/documents/panel/clients/:id', claim: 'documents.read' },
  },
  columns: ['name', 'code', 'city', 'contactname', 'contactnumber'],
  search: ['name', 'code', 'city', 'contactname'],
  sort: 'name',
  keys: ['name', 'code'],
  actions: [{ label: 'Plain list', icon: 'list', href: '/clientslegacy' }],
})

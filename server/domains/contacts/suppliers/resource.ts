import { suppliers } from '#db/schema/tenant/index.ts'
import { address, addressTab } from '#server/crud/address.ts'
import { define } from '#server/crud/crud.ts'
import { area, email, phone, text } from '#server/crud/kinds.ts'

/** Whom materials are bought from. */
export const supplier = define({
  noun: 'supplier',
  nouns: 'suppliers',
  table: suppliers,
  path: '/suppliers',
  page: 'pages.suppliers',
  icon: 'truck',
  subtitle: 'Whom materials are bought from.',
  claims: { read: 'suppliers.read', write: 'suppliers.write' },
  fields: {
    name: text({ label: 'Name', required: true, max: 120 }),
    code: text({ label: 'Code', max: 40, wide: true }),
    vatnumber: text({ label: 'VAT number', max: 20 }),
    note: area({ label: 'Note', max: 2000 }),
    ...address,
    contactname: text({ label: 'Contact name', head: 'Contact', max: 120 }),
    contactnumber: phone({ label: 'Contact number', head: 'Number', max: 60, wide: true }),
    contactemail: email({ label: 'Contact e-mail', max: 250 }),
  },
  tabs: {
    Details: ['name', ['code', 'vatnumber'], 'note'],
    Address: addressTab,
    Contact: ['contactname', 'contactnumber', 'contactemail'],
    Contacts: '/suppliers/:id/contacts',
  },
  columns: ['name', 'code', 'city', 'contactname', 'contactnumber'],
  search: ['name', 'code', 'city', 'contactname'],
  sort: 'name',
  keys: ['name', 'code'],
})

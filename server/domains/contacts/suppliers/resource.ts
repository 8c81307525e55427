import { suppliers } from '#db/schema/tenant/index.ts'
import { addressKinds, addressTab, contactKinds } from '#server/crud/address.ts'
import { defineResource } from '#server/crud/crud.ts'
import { areaField, textField } from '#server/crud/kinds.ts'

export const supplier = defineResource({
  noun: 'supplier',
  nouns: 'suppliers',
  table: suppliers,
  path: '/suppliers',
  page: 'pages.suppliers',
  icon: 'truck',
  subtitle: 'Whom materials are bought from.',
  claims: { read: 'suppliers.read', write: 'suppliers.write' },
  fields: {
    name: textField({ importable: true, label: 'Name', required: true, max: 120 }),
    code: textField({ importable: true, label: 'Code', max: 40, wide: true }),
    vatnumber: textField({ importable: true, label: 'VAT number', max: 20 }),
    note: areaField({ importable: true, label: 'Note', max: 2000 }),
    ...addressKinds,
    ...contactKinds,
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
  actions: [{ label: 'Open its page', icon: 'arrow-right', href: '/suppliers/:id/overview' }],
})

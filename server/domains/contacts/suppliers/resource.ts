import { suppliers } from '#db/schema/tenant/index.ts'
import { addressKinds, addressTab, contactKinds } from '#server/crud/address.ts'
import { defineResource } from '#server/crud/crud.ts'
import { areaField, integerField, textField } from '#server/crud/kinds.ts'
import { keepVatNumber } from '#server/domains/purchasing/supplierinvoices/supplier-vat.ts'
import { paymentDays } from '#server/money/payment-days.ts'

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
    paymentdays: integerField({
      importable: true,
      label: 'Days to pay',
      hint: 'After the date of their invoice. Empty: no due date by itself.',
      width: 'narrow',
      ...paymentDays,
    }),
    note: areaField({ importable: true, label: 'Note', max: 2000 }),
    ...addressKinds,
    ...contactKinds,
  },
  tabs: {
    Details: ['name', ['code', 'vatnumber'], 'paymentdays', 'note'],
    Address: addressTab,
    Contact: ['contactname', 'contactnumber', 'contactemail'],
    Contacts: '/suppliers/:id/contacts',
  },
  columns: ['name', 'code', 'city', 'contactname', 'contactnumber'],
  search: [
    'name',
    'code',
    'city',
    'contactname',
    'contactnumber',
    'contactemail',
    'addressline1',
    'vatnumber',
  ],
  sort: 'name',
  keys: ['name', 'code'],
  beforeSave(tx, values, before) {
    const { vatnumber, ...others } = values
    return before && keepVatNumber(tx, before.id, vatnumber as string | undefined) ? others : undefined
  },
  actions: [{ label: 'Open its page', icon: 'arrow-right', href: '/suppliers/:id/overview', ofrows: true }],
})

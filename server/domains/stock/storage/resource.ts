import { clients, storage } from '#db/schema/tenant/index.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import { referenceField, textField } from '#server/crud/kinds.ts'

export const storagePlace = defineResource({
  noun: 'storage place',
  nouns: 'storage places',
  table: storage,
  path: '/admin/storage',
  page: 'pages.admin.storage',
  icon: 'warehouse',
  subtitle: 'Shelves, bins and vans where stock lies.',
  claims: { read: 'equipment.read', write: 'equipment.write' },
  fields: {
    name: textField({ importable: true, label: 'Name', required: true, max: 120 }),
    barcode: textField({ importable: true, label: 'Barcode', max: 80, unique: true }),
    client: referenceField({
      importable: true,
      label: 'At client',
      table: clients,
      none: 'Our own place',
      hint: 'Goods on consignment lie there and stay ours.',
      picker: { url: '/lookup/clients' },
    }),
  },
  tabs: { Details: ['name', 'barcode', 'client'], Contents: '/admin/storage/:id/contents' },
  columns: ['name', 'barcode', 'client'],
  actions: [
    { label: 'By board', icon: 'board', href: '/storage/board' },
    { label: 'Labels', icon: 'qr-code', href: '/labels/storage' },
  ],
  search: ['name', 'barcode'],
  sort: 'name',
  keys: ['barcode', 'name'],
})

export const storageRoutes = crudRoutes(storagePlace)

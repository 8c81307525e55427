import { divisions } from '#db/schema/tenant/index.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import { textField } from '#server/crud/kinds.ts'

export const division = defineResource({
  noun: 'division',
  nouns: 'divisions',
  table: divisions,
  path: '/admin/divisions',
  page: 'pages.admin.divisions',
  icon: 'layers',
  subtitle: 'Parts of the business that work is booked to.',
  claims: { read: 'divisions.read', write: 'divisions.write' },
  fields: { name: textField({ importable: true, label: 'Name', required: true, max: 120 }) },
  columns: ['name'],
  search: ['name'],
  sort: 'name',
})

export const divisionsRoutes = crudRoutes(division)

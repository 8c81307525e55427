import { expect, test } from 'bun:test'
import { sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/admin/inventory/:item/overview' },
  { path: '/admin/organisations' },
  { path: '/admin/organisations/new' },
  { path: '/admin/accountcodes' },
  { path: '/admin/accountcodes/new' },
  { path: '/admin/categories' },
  { path: '/admin/categories/new' },
  { path: '/admin/categories/:category' },
  { path: '/admin/storage' },
  { path: '/admin/storage/new' },
  { path: '/admin/storage/:shelf' },
  { path: '/storage/board', shows: 'text=Hinges, stainless' },
  { path: '/admin/divisions' },
  { path: '/admin/divisions/new' },
  { path: '/admin/workers' },
  { path: '/admin/workers/new' },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

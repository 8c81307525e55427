import { expect, test } from 'bun:test'
import { allViews, sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/signin', who: 'stranger' },
  { path: '/', who: 'newcomer', shows: 'text=Say who you are' },
  { path: '/clients' },
  { path: '/clients/new' },
  { path: '/clients/:client' },
  { path: '/clients/:client/overview?tab=jobs' },
  { path: '/clientslegacy' },
  { path: '/search?search=hinge' },
  { path: '/suppliers' },
  { path: '/suppliers/new' },
  { path: '/suppliers/:supplier' },
  { path: '/suppliers/:supplier/overview' },
  { path: '/admin/locations' },
  { path: '/admin/lc/:location', views: allViews },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

import { expect, test } from 'bun:test'
import { sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/admin/users' },
  { path: '/admin/users/:user' },
  { path: '/account/profile' },
  { path: '/account?tab=configuration' },
  { path: '/backoffice/roles' },
  { path: '/backoffice/roles/:role' },
  { path: '/backoffice/claims' },
  { path: '/admin/permissions' },
  { path: '/admin/audit' },
  { path: '/admin/manage' },
  { path: '/customise/labels?search=clients' },
  { path: '/customise/assertions' },
  { path: '/customise/forms' },
  { path: '/customise/documents', shows: '.paperpreview img' },
  { path: '/account/backup' },
  // Some of the calls: all are rows of one make, whose width every-page looks at; they took axe a quarter of this file's time.
  { path: '/account/calls?search=clients' },
  { path: '/account/calls/call?method=POST&path=/api/clients', over: '/account/calls?search=clients' },
  { path: '/customise/webhooks' },
  { path: '/customise/webhooks/new', over: '/customise/webhooks' },
  { path: '/reporting' },
  { path: '/reporting/sales-by-client' },
  { path: '/reporting/job-margin' },
  { path: '/inventory/backup' },
  { path: '/backoffice', who: 'operator' },
  { path: '/backoffice?tab=orphans', who: 'operator' },
  { path: '/backoffice/accounts/:account', who: 'operator' },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

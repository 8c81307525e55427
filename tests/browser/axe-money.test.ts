import { expect, test } from 'bun:test'
import { sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/invoices' },
  { path: '/invoices/:invoice' },
  { path: '/invoices/part/:jobid', over: '/invoices' },
  { path: '/invoices/payments' },
  { path: '/invoices/payments?credit=true', shows: 'text=Paid ahead' },
  { path: '/invoices/receive?client=:client', over: '/invoices' },
  { path: '/invoices/statement/:client', shows: 'text=Paid ahead' },
  { path: '/billing?by=client' },
  { path: '/billing/overdue' },
  { path: '/billing/bank/new', over: '/billing/bank' },
  { path: '/jobs/work-shop/deliveries' },
  { path: '/labels/package/:jobid/:crate' },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

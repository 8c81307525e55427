import { expect, test } from 'bun:test'
import { sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/admin/inventory', shows: 'tr.item >> text=AXE', measures: true },
  {
    path: '/admin/inventory?open=AXE',
    shows: 'dialog[open] [role=tab]',
    holds: 'text=1 kg = 1000 gram',
    measures: true,
  },
  { path: '/inventory/:item/stock' },
  { path: '/inventory/:item/stock/count' },
  { path: '/admin/stock/worth', measures: true },
  { path: '/admin/stock/movements', measures: true },
  { path: '/admin/stock/slow' },
  { path: '/admin/stock/counts' },
  { path: '/admin/stock/counts/new' },
  { path: '/equipment/list', shows: 'text=Crate' },
  { path: '/equipment/list/:crate', holds: '[role=tabpanel] a[href*="open="]' },
  { path: '/equipment/availability', shows: 'text=Old pump' },
  { path: '/labels/equipment', shows: '.labelsheet' },
  { path: '/supplierinvoices', shows: 'text=To pay' },
  { path: '/supplierinvoices/new' },
  { path: '/supplierinvoices/creditors' },
  { path: '/supplierinvoices/:supplierinvoice', shows: 'dialog[open] #add-text' },
  { path: '/supplierinvoices/pay?supplier=:supplier' },
  { path: '/purchase', shows: 'text=Ordered' },
  { path: '/purchase/new' },
  { path: '/purchase/:draftorder', shows: 'dialog[open] #add-item' },
  { path: '/purchase/:order', shows: 'dialog[open] [role=tab]' },
  { path: '/admin/inventory/:item/overview', shows: 'text=On order' },
  { path: '/import' },
  { path: '/import/divisions' },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

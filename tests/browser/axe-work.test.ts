import { expect, test } from 'bun:test'
import { sweep } from './axe-sweep.ts'

// A name after a colon is an id that the sweep has filled in.
const visits = sweep([
  { path: '/jobs/work-shop/planning/materials' },
  { path: '/jobs/work-shop/planning/materials?by=job' },
  { path: '/jobs/work-shop/planning/forecasting' },
  { path: '/jobs/work-shop/planning/forecasting/:item' },
  { path: '/jobs/work-shop/planning/production' },
  { path: '/jobs/work-shop/progress', shows: '[data-island=board][data-ready]' },
  { path: '/jobs/work-shop/progress?open=:job', shows: 'dialog.job [role=tab]' },
  { path: '/jobs/work-shop/panel/allocations?all=true', shows: '[data-island=allocations][data-ready]' },
  { path: '/jobs/work-shop/scheduler', shows: '.schedule .person' },
  { path: '/jobs/work-shop/scheduler?range=month', shows: '.schedule .person' },
  { path: '/schedule/:jobid', shows: 'dialog[open]' },
  { path: '/', shows: '.plot svg' },
  { path: '/leadtimes' },
  { path: '/jobs?status=1,2,3,4', shows: '.narrowed' },
  { path: '/notifications/all?show=done' },
  { path: '/mywork', shows: 'text=Cut the plates' },
  { path: '/timesheets', shows: '.weekbar' },
  { path: '/timesheets/waiting', shows: 'text=To approve' },
])

test.each(visits)(
  '%s satisfies axe in every look and on every tab, and never scrolls sideways',
  async (_, visit) => expect(await visit()).toEqual([]),
)

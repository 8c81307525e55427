import type { JobCard } from '#server/domains/work/jobs/types.ts'

/** A card with what a test names; everything else is plain. */
export const card = (id: string, more: Partial<JobCard> = {}): JobCard => ({
  id,
  version: 1,
  seq: 1,
  reference: `NW${id}`,
  description: `Job ${id}`,
  boardid: 'b',
  status: 1,
  stage: 'asked',
  nextstep: 'send',
  critical: false,
  paid: false,
  client: { id: 'c1', name: 'Ernst Handel' },
  location: null,
  assignee: null,
  assigneename: '',
  categories: [],
  created: '2026-11-01T08:00:00Z',
  start: null,
  finish: null,
  completed: null,
  warnings: 0,
  notes: 0,
  ...more,
})

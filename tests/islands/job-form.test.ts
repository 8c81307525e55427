import { describe, expect, test } from 'bun:test'
import {
  changedFields,
  conflictingJobFields,
  emptyJobFields,
  toJobFields,
} from '#islands/job/details/details-form.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { createCard } from './sample.ts'

const job = (more: Partial<JobDetail> = {}): JobDetail => ({
  ...emptyJobFields,
  ...createCard('1'),
  estimatesentutc: null,
  approvedutc: null,
  approvedby: null,
  feedback: '',
  board: { id: 'b', name: 'Workshop', slug: 'workshop' },
  permission: 'work',
  template: false,
  repeats: [],
  statusbefore: null,
  clientlinks: [],
  signoffs: [],
  changed: null,
  pieces: 0,
  warninglist: [],
  invoiceneeds: [],
  short: [],
  tomake: [],
  depositpercent: null,
  depositdue: false,
  estimateoutdated: false,
  drafted: [],
  ...more,
})

describe('the form of a job', () => {
  const before = toJobFields(job())

  test('sends only what was changed', () => {
    const after = { ...before, description: 'New', client: 'c2' }
    expect(changedFields(before, after)).toEqual({ description: 'New', client: 'c2' })
  })

  test('the order of categories is no change', () => {
    const two = { ...before, categories: ['x', 'y'] }
    expect(changedFields(two, { ...two, categories: ['y', 'x'] })).toEqual({})
  })

  test('after a lost race it names what both changed, and only that', () => {
    const current = job({ description: 'Theirs', statenote: 'Theirs too' })
    expect(conflictingJobFields(job(), current, { description: 'Mine' })).toEqual({
      description: 'Now saved: Theirs',
    })
    expect(conflictingJobFields(job(), current, { critical: true })).toEqual({})
  })

  test('a reference is told by its name, an emptied one as nothing', () => {
    const current = job({ client: { id: 'c9', name: 'Ernst Handel' }, location: null })
    const opened = job({ client: null, location: { id: 'l', name: 'Yard' } })
    expect(conflictingJobFields(opened, current, { client: 'c2', location: 'l2' })).toEqual({
      client: 'Now saved: Ernst Handel',
      location: 'Now saved: nothing',
    })
  })
})

import { describe, expect, test } from 'bun:test'
import { mergeJobs } from '#islands/allocations/merge-jobs.ts'
import {
  type AllocatedJob,
  findCurrentStep,
  isAllDone,
  loadByWorker,
  NOBODY,
  narrowJobs,
  sortJobs,
} from '#islands/allocations/props.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'

const thandi = { id: 'w1', name: 'Thandi' }
const hendrik = { id: 'w2', name: 'Hendrik' }

const step = (id: string, more: Partial<ShownStep> = {}): ShownStep => ({
  ...{
    id,
    version: 1,
    iteration: 1,
    reason: '',
    worker: null,
    mine: false,
    completed: false,
    skipped: false,
  },
  ...{ skipreason: '', quantity: null, running: [], minutes: 0 },
  step: { id: null, name: id, instruction: '', archived: false },
  ...more,
})

const job = (id: string, steps: ShownStep[], more: Partial<AllocatedJob['job']> = {}): AllocatedJob => ({
  job: {
    ...{ id, reference: id, boardid: 'b', description: 'Gate', status: 3, critical: false },
    ...{ created: '2026-11-20T08:00:00Z', start: null, finish: null, scheduledminutes: null },
    ...{ client: null, categories: [] },
    ...more,
  },
  steps,
})

const running = (worker: { id: string; name: string }) => [
  { id: 't', mine: false, worker, startutc: '2026-11-25T06:00:00Z', overlong: false },
]

describe('the current step', () => {
  test('is what is worked on, else the first that is open, of the newest iteration', () => {
    const done = step('a', { completed: true, iteration: 2 })
    const gone = step('b', {
      iteration: 2,
      step: { id: null, name: 'b', instruction: '', archived: true },
    })
    const [c, d] = [step('c', { iteration: 2 }), step('d', { iteration: 2, running: running(thandi) })]
    const old = step('e')
    expect(findCurrentStep(job('j', [done, gone, c, old]))?.id).toBe('c')
    expect(findCurrentStep(job('j', [done, gone, c, d, old]))?.id).toBe('d')
    expect(findCurrentStep(job('j', [done, gone, old]))).toBeUndefined()
    expect(isAllDone(job('j', [done, gone, old]))).toBe(true)
  })
})

describe('the load', () => {
  test('is each job’s scheduled duration, shared by the steps of its first iteration', () => {
    const timed = job(
      'timed',
      [
        step('weld again', { iteration: 2, worker: thandi, running: running(hendrik) }),
        step('cut', { completed: true, worker: hendrik }),
        step('weld', { completed: true, worker: thandi }),
        step('paint', { skipped: true }),
      ],
      { scheduledminutes: 180 },
    )
    const untimed = job('untimed', [step('cut', { worker: thandi }), step('weld')])
    const loads = loadByWorker([timed, untimed], [thandi, hendrik])
    expect(loads).toEqual([
      { ...thandi, steps: 2, minutes: 60, untimed: 1, running: [] },
      { ...hendrik, steps: 0, minutes: 0, untimed: 0, running: ['weld again, timed'] },
      { id: NOBODY, name: 'Nobody yet', steps: 1, minutes: 0, untimed: 1, running: [] },
    ])
  })

  test('names also who is no longer a worker of the board', () => {
    expect(
      loadByWorker([job('j', [step('a', { worker: hendrik })])], [thandi]).map(({ name }) => name),
    ).toEqual(['Thandi', 'Hendrik'])
  })
})

describe('the list', () => {
  const given = job('G-1', [step('Cut', { worker: thandi })], { client: { id: 'c', name: 'Ernst Handel' } })
  const free = job('G-2', [step('Cut', { completed: true, worker: thandi }), step('Weld')])

  test('is narrowed to the open steps of a worker, of nobody, and by words in any field', () => {
    const ids = (worker: string, search = '') =>
      narrowJobs([given, free], { worker, search }).map(({ job }) => job.id)
    expect(ids('w1')).toEqual(['G-1'])
    expect(ids(NOBODY)).toEqual(['G-2'])
    expect(ids('', 'weld')).toEqual(['G-2'])
    expect(ids('', 'thandi ERNST')).toEqual(['G-1'])
    expect(ids('', '')).toEqual(['G-1', 'G-2'])
  })

  test('is sorted by the day it is due, else begins, else was created; what is critical first', () => {
    const one = (id: string, more: Partial<AllocatedJob['job']>) => job(id, [], more)
    const sorted = sortJobs([
      one('created', {}),
      one('b', { finish: '2026-11-19' }),
      one('a', { finish: '2026-11-19', critical: true }),
      one('begins', { start: '2026-11-18' }),
    ])
    expect(sorted.map(({ job }) => job.id)).toEqual(['begins', 'a', 'b', 'created'])
  })
})

describe('what is fetched anew', () => {
  const ids = (jobs: readonly AllocatedJob[]) => jobs.map(({ job }) => job.id)
  const no = () => false

  test('comes if it has open steps, stays though all are done, and goes when it is not found', () => {
    const [a, b] = [job('a', [step('1')]), job('b', [step('2')])]
    const done = job('a', [step('1', { completed: true, version: 2 })])
    expect(mergeJobs([a, b], ['a'], [done], no)).toEqual([done, b])
    expect(ids(mergeJobs([b], ['a'], [done], no))).toEqual(['b'])
    expect(ids(mergeJobs([b], ['a'], [a], no))).toEqual(['a', 'b'])
    expect(ids(mergeJobs([a, b], ['a'], [], no))).toEqual(['b'])
  })

  test('takes away nothing in which somebody writes, and no newer step', () => {
    const a = job('a', [step('1', { version: 3 })])
    expect(ids(mergeJobs([a], ['a'], [], () => true))).toEqual(['a'])
    expect(mergeJobs([a], ['a'], [job('a', [step('1', { version: 2 })])], no)).toEqual([a])
  })
})

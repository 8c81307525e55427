import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type Stage, stages } from '#db/queries/work/job-stages.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import { listJobs } from '#db/queries/work/jobs-lists.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { findNextStep, type StageStep } from '#server/domains/work/jobs/stages.ts'
import { parseQuantity, parseRate } from '#server/money/decimal.ts'
import { makeJob, openTestTenant, type TestTenant } from '#tests/stock/support.ts'
import { addLine } from '#tests/support/job-lines.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

type Facts = Partial<typeof jobs.$inferInsert> & { status: number; used: number }

const asked = { status: 1, paid: false, estimatesentutc: null, used: 0 }
const sent = { ...asked, estimatesentutc: '2026-11-23T06:00:00.000Z' }

/** Each with a line of which that much was used. */
const jobWith = ({ used, ...values }: Facts) =>
  tenant.write((tx) => {
    const jobid = makeJob(tx, { ...values, status: 1 })
    const line = { jobid, role: 2, description: 'Work', estimated: parseQuantity(1) }
    addLine(tx, { ...line, linerate: parseRate(10), consumed: parseQuantity(used) })
    tx.db.update(jobs).set({ status: values.status }).where(eq(jobs.id, jobid)).run()
    return { jobid, card: cardRows(tx.db, [jobid])[0]! }
  })

describe('where a job stands between asked and paid', () => {
  test.each<[Stage | null, Facts]>([
    ['asked', asked],
    ['asked', { ...asked, status: 2 }],
    ['quoted', sent],
    ['quoted', { ...sent, status: 2 }],
    ['approved', { ...asked, status: 3 }],
    ['working', { ...sent, status: 3, used: 1 }],
    ['complete', { ...sent, status: 4, used: 1 }],
    ['invoiced', { ...sent, status: 5 }],
    ['paid', { ...sent, status: 5, paid: true }],
    [null, { ...sent, status: 6, paid: true }],
    [null, { ...asked, status: 98 }],
  ])('%s, and a list of that stage alone holds it', async (stage, facts) => {
    const { jobid, card } = await jobWith(facts)
    expect(card.stage).toBe(stage)
    const boards = [card.boardid]
    const holds = (one: Stage) =>
      tenant.read(
        (db) =>
          listJobs(db, { boards, locations: null, statuses: [1, 2, 3, 4, 5, 6, 98], stage: one }, {}).marks,
      )
    expect(stages.filter((one) => holds(one).some(({ id }) => id === jobid))).toEqual(stage ? [stage] : [])
  })
})

describe('what comes next', () => {
  test.each<[StageStep | null, Stage | null, number, number]>([
    ['send', 'asked', 0, 2],
    ['approve', 'quoted', 0, 2],
    ['start', 'approved', 0, 1],
    ['start', 'approved', 0, 0],
    ['use', 'working', 1, 1],
    ['complete', 'working', 1, 0],
    ['use', 'complete', 0, 1],
    ['prepare', 'complete', 1, 1],
    ['pay', 'invoiced', 1, 0],
    [null, 'paid', 1, 0],
    [null, null, 0, 0],
  ])('%s, of what is %s with %i used lines and %i unused', (step, stage, used, unused) =>
    expect(findNextStep(stage, { lines: 2, used, unused, unpaid: stage === 'invoiced' })).toBe(step),
  )

  test('of what is invoiced is to send it before it is paid', () => {
    const facts = { lines: 1, used: 1, unused: 0, unpaid: true }
    expect(findNextStep('invoiced', { ...facts, unsent: true })).toBe('sendinvoice')
    expect(findNextStep('invoiced', facts)).toBe('pay')
  })

  test('of what is asked is to add lines first, and not to send what waits already', () => {
    expect(findNextStep('asked', { lines: 0, used: 0, unused: 0, waits: true })).toBe('lines')
    expect(findNextStep('asked', { lines: 1, used: 0, unused: 0 })).toBe('send')
    expect(findNextStep('asked', { lines: 1, used: 0, unused: 1, waits: true })).toBe('sent')
    expect(findNextStep('quoted', { lines: 1, used: 0, unused: 1, waits: true })).toBe('approve')
  })

  test('of what is approved is to start the work, until its steps are done', () => {
    const next = (steps: { done: number; total: number } | null, unused = 1) =>
      findNextStep('approved', { lines: 2, used: 0, unused, steps })
    expect(next(null)).toBe('start')
    expect(next({ done: 1, total: 2 })).toBe('start')
    expect(next({ done: 2, total: 2 })).toBe('use')
    expect(next({ done: 2, total: 2 }, 0)).toBe('complete')
  })

  test('of what is complete without lines is to add some, not to invoice nothing', () => {
    const facts = { lines: 0, used: 0, unused: 0 }
    expect(findNextStep('complete', facts)).toBe('lines')
    expect(findNextStep('complete', { ...facts, drafted: true })).toBe('issue')
  })

  test('is to issue what was prepared, and of nothing else', () => {
    for (const stage of stages) {
      const step = findNextStep(stage, { lines: 2, used: 0, unused: 2, drafted: true })
      expect(step === 'issue', stage).toBe(stage === 'complete')
    }
  })
})

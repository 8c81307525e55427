import { describe, expect, test } from 'bun:test'
import {
  findNextStep,
  findStage,
  type Stage,
  type StageFacts,
  type StageStep,
} from '#server/domains/work/jobs/stages.ts'

const asked = { status: 1, paid: false, estimatesentutc: null, used: 0 }
const sent = { ...asked, estimatesentutc: '2026-11-23T06:00:00.000Z' }

describe('where a job stands between asked and paid', () => {
  test.each<[Stage | null, StageFacts]>([
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
  ])('%s', (stage, facts) => expect(findStage(facts)).toBe(stage))
})

describe('what comes next', () => {
  test.each<[StageStep | null, Stage | null, number, number]>([
    ['send', 'asked', 0, 2],
    ['approve', 'quoted', 0, 2],
    ['use', 'approved', 0, 1],
    // Its only line foresees nothing.
    ['complete', 'approved', 0, 0],
    ['use', 'working', 1, 1],
    ['complete', 'working', 1, 0],
    ['use', 'complete', 0, 1],
    ['prepare', 'complete', 1, 1],
    ['pay', 'invoiced', 1, 0],
    [null, 'paid', 1, 0],
    [null, null, 0, 0],
  ])('%s, of what is %s with %i used lines and %i unused', (step, stage, used, unused) =>
    expect(findNextStep(stage, { used, unused })).toBe(step),
  )
})

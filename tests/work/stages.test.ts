import { describe, expect, test } from 'bun:test'
import { findStage, type Stage, type StageFacts } from '#server/domains/work/jobs/stages.ts'

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

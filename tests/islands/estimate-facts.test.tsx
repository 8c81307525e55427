import { expect, test } from 'bun:test'
import { renderToStaticMarkup as html } from 'react-dom/server'
import { EstimateFacts } from '#islands/job/estimate-facts.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { createCard } from './sample.ts'

const facts = (stage: JobDetail['stage']) => {
  const sent = {
    ...{ estimatesentutc: '2026-11-02T08:00:00Z', acceptedby: '', acceptedon: null },
    clientlinks: [],
  }
  const job = { ...createCard('1', { stage, estimatewaits: true }), ...sent } as unknown as JobDetail
  return html(<EstimateFacts job={job} today="2026-11-25" />)
}

test('a mail of the estimate that waits is told until the job is paid', () => {
  expect(facts('quoted')).toContain('an e-mail still waits')
  expect(facts('invoiced')).toContain('an e-mail still waits')
  expect(facts('paid')).toContain('Estimate sent')
  expect(facts('paid')).not.toContain('still waits')
})

test('what the client did by the link is told, with comment and signature', () => {
  const link = { purpose: 'approve', createdutc: '', expires: '', openedutc: null, ended: null, answer: null }
  const told = (more: object) => {
    const job = { ...createCard('1', { stage: 'asked' }), clientlinks: [{ ...link, ...more }] }
    return html(<EstimateFacts job={job as unknown as JobDetail} today="2026-11-25" />)
  }
  expect(told({})).toContain('link to approve not opened yet')
  expect(told({ openedutc: '2026-11-24T08:00:00Z' })).toContain('opened <time')
  expect(told({ ended: 'withdrawn' })).not.toContain('link to approve')
  const said = {
    words: 'Estimate refused',
    name: 'Jan',
    comment: 'Too dear',
    dateutc: '2026-11-24T08:00:00Z',
  }
  const answered = told({
    ended: 'answered',
    answer: { set: 's1', answer: 'refuse', signature: 'g1', ...said },
  })
  expect(answered).toContain('Estimate refused by Jan')
  expect(answered).toContain('“Too dear”')
  expect(answered).toContain('src="/api/jobs/sets/s1/signature/g1"')
})

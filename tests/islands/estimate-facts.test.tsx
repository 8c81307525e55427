import { expect, test } from 'bun:test'
import { renderToStaticMarkup as html } from 'react-dom/server'
import { EstimateFacts } from '#islands/job/estimate-facts.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { createCard } from './sample.ts'

const facts = (stage: JobDetail['stage']) => {
  const sent = { estimatesentutc: '2026-11-02T08:00:00Z', acceptedby: '', acceptedon: null }
  const job = { ...createCard('1', { stage, estimatewaits: true }), ...sent } as JobDetail
  return html(<EstimateFacts job={job} today="2026-11-25" />)
}

test('a mail of the estimate that waits is told until the job is paid', () => {
  expect(facts('quoted')).toContain('an e-mail still waits')
  expect(facts('invoiced')).toContain('an e-mail still waits')
  expect(facts('paid')).toContain('Estimate sent')
  expect(facts('paid')).not.toContain('still waits')
})

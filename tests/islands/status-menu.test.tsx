import { expect, test } from 'bun:test'
import { renderToStaticMarkup as html } from 'react-dom/server'
import type { BoardProps } from '#islands/board/props.ts'
import { StatusMenu } from '#islands/job/status-menu.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { createCard } from './sample.ts'

test('a paid job says so, and one that was invoiced by the account’s word for it', () => {
  const board = { lanes: [], can: {}, labels: { 'jobs.status5': 'Billed' } } as unknown as BoardProps
  const none = () => {}
  const pill = (stage: JobDetail['stage']) =>
    html(
      StatusMenu({
        ...{ job: createCard('1', { status: 5, stage }) as JobDetail, board },
        ...{ editable: false, restored: false, onMove: none, onRemove: none },
      }),
    ).replace(/<[^>]+>/g, '')
  expect(pill('paid')).toBe('Status: Paid')
  expect(pill('invoiced')).toBe('Status: Billed')
})

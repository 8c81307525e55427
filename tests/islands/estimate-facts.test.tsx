import { expect, test } from 'bun:test'
import { renderToStaticMarkup as html } from 'react-dom/server'
import { ChangedSince, EstimateFacts } from '#islands/job/details/estimate-facts.tsx'
import { InvoiceFacts } from '#islands/job/job-invoices.tsx'
import { Warnings } from '#islands/job/warnings.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { stepName } from '#views/ui/job-stages.ts'
import { createCard } from './sample.ts'

const facts = (stage: JobDetail['stage']) => {
  const sent = {
    ...{ estimatesentutc: '2026-11-02T08:00:00Z', acceptedby: '', acceptedon: null },
    clientlinks: [],
    signoffs: [],
  }
  const job = { ...createCard('1', { stage, estimatewaits: true }), ...sent } as unknown as JobDetail
  return html(<EstimateFacts job={job} today="2026-11-25" zone="UTC" />)
}

test('a mail of the estimate that waits is told until the job is invoiced', () => {
  expect(facts('quoted')).toContain('an e-mail still waits')
  expect(facts('complete')).toContain('an e-mail still waits')
  expect(facts('invoiced')).not.toContain('still waits')
  expect(facts('paid')).toContain('Estimate sent')
  expect(facts('paid')).not.toContain('still waits')
})

test('a job that was made in a working lane says who made it so, and of no client that they accepted', () => {
  const told = (more: object) => {
    const approved = { approvedby: { id: 'u1', name: 'Sipho' }, approvedutc: '2026-11-01T08:00:00Z' }
    const job = {
      ...createCard('1', { stage: 'approved' }),
      clientlinks: [],
      signoffs: [],
      ...approved,
      ...more,
    }
    return html(<EstimateFacts job={job as unknown as JobDetail} today="2026-11-25" zone="UTC" />)
  }
  expect(told({})).toContain('made as approved by Sipho')
  expect(told({})).not.toContain('accepted')
  expect(told({ created: '2026-10-30T08:00:00Z' })).not.toContain('made as')
  expect(told({ acceptedby: 'Jan' })).toContain('accepted by Jan')
  expect(told({ acceptedby: 'Jan' })).not.toContain('approved by')
})

test('a deposit on acceptance is told until the job is invoiced, and not once its request is settled', () => {
  const told = (stage: JobDetail['stage']) => {
    const job = {
      ...createCard('1', { stage }),
      clientlinks: [],
      signoffs: [],
      estimatesentutc: '2026-11-02T08:00:00Z',
      depositpercent: 40,
      deposit: null,
    }
    return html(<EstimateFacts job={job as unknown as JobDetail} today="2026-11-25" zone="UTC" />)
  }
  expect(told('quoted')).toContain('deposit of 40 % on acceptance')
  for (const stage of ['complete', 'invoiced', 'paid'] as const) expect(told(stage)).not.toContain('deposit')
})

test('what is left of a deposit is told on a job whose work has begun, until it is asked for', () => {
  const told = (more: object, onAskDeposit?: () => void) => {
    const held = { depositpercent: 40, deposit: 'received', depositdue: true }
    const job = { ...createCard('1', { stage: 'working' }), clientlinks: [], signoffs: [], ...held, ...more }
    const sent = { ...job, estimatesentutc: '2026-11-02T08:00:00Z' } as unknown as JobDetail
    return html(<EstimateFacts job={sent} today="2026-11-25" zone="UTC" onAskDeposit={onAskDeposit} />)
  }
  expect(told({}, () => undefined)).toContain('Ask for the rest of the deposit of 40 %')
  expect(told({})).toContain('the rest of the deposit of 40 % is not asked for yet')
  expect(told({ depositdue: false })).not.toContain('deposit')
  expect(told({ stage: 'complete' })).not.toContain('deposit')
})

test('every instant stands on the clock of the account, not of the default zone', () => {
  const answer = {
    answer: 'approve',
    words: 'Estimate approved',
    name: 'Jan',
    dateutc: '2026-11-24T23:10:00Z',
  }
  const links = [
    { purpose: 'approve', openedutc: null, ended: 'answered', answer },
    { purpose: 'invoice', openedutc: '2026-11-24T22:20:00Z', ended: null, answer: null },
  ]
  const sent = { estimatesentutc: '2026-11-24T22:30:00Z', clientlinks: links, signoffs: [] }
  const job = { ...createCard('1', { stage: 'approved' }), ...sent } as unknown as JobDetail
  const at = (zone: string) =>
    [
      ...html(<EstimateFacts job={job} today="2026-11-25" zone={zone} />).matchAll(
        />(2\d Nov[^<]*)<\/time>/g,
      ),
    ].map(([, text]) => text)
  expect(at('UTC')).toEqual(['24 Nov 2026, 22:30', '24 Nov 2026, 23:10', '24 Nov 2026, 22:20'])
  expect(at('Africa/Johannesburg')).toEqual([
    '25 Nov 2026, 00:30',
    '25 Nov 2026, 01:10',
    '25 Nov 2026, 00:20',
  ])
})

test('what the client did by the link is told, with comment and signature', () => {
  const link = { purpose: 'approve', createdutc: '', expires: '', openedutc: null, ended: null, answer: null }
  const told = (more: object) => {
    const job = { ...createCard('1', { stage: 'asked' }), clientlinks: [{ ...link, ...more }], signoffs: [] }
    return html(<EstimateFacts job={job as unknown as JobDetail} today="2026-11-25" zone="UTC" />)
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

test('what changed since the client approved is told with both sums, and can be sent again', () => {
  const told = (changed: JobDetail['changed'], onSend?: () => void) => {
    const job = {
      ...createCard('1', { stage: 'approved' }),
      acceptedby: 'Jan',
      estimatesentutc: '2026-11-20T08:00:00Z',
      clientlinks: [],
      signoffs: [],
      changed,
    }
    return html(<ChangedSince job={job as unknown as JobDetail} onSend={onSend} />)
  }
  const more = { name: 'Jan', approved: 230, now: 345, vendor: true, sent: false }
  const sent = told(more, () => {}).replaceAll('\u00a0', ' ')
  expect(sent).toContain('R 230,00 → R 345,00 with VAT')
  expect(sent).toContain('Send it again')
  const waits = told({ ...more, sent: true }, () => {})
  expect(waits).toContain('Sent, waiting for an answer')
  expect(waits).not.toContain('Send it again')
  expect(waits).not.toContain('expired')
  expect(told({ ...more, vendor: false })).not.toContain('VAT')
  expect(told(more)).not.toContain('Send it again')
  expect(told({ ...more, now: 230 })).toContain('other lines, at the same total')
  expect(told(null)).not.toContain('Changed since')
})

test('what was invoiced is told with its number, state, sum and what is owed of it', () => {
  const invoice = {
    id: 'i1',
    kind: 'invoice',
    state: 'issued',
    overdue: 0,
    deposit: null,
    duedate: '2026-12-25',
    sending: 'unsent',
  } as const
  const invoices = [
    { ...invoice, standing: 'unpaid', number: 'INV-2', total: 345, paid: 115, due: 230 },
    {
      ...invoice,
      id: 'i2',
      state: 'draft',
      standing: 'draft',
      sending: null,
      number: null,
      total: 115,
      paid: 0,
      due: 0,
    },
  ] as const
  const told = html(<InvoiceFacts invoices={invoices} />).replaceAll('\u00a0', ' ')
  for (const said of ['Invoice INV-2', 'R 345,00', 'Part paid', 'R 230,00 still to pay, due 25 Dec 2026'])
    expect(told).toContain(said)
  expect(told).toContain('Draft invoice')
  expect(told.match(/not sent yet/g)).toHaveLength(1)
  const now = [{ ...invoices[0], sending: 'sent' as const }]
  expect(html(<InvoiceFacts invoices={now} />)).not.toContain('not sent yet')
  expect(html(<InvoiceFacts invoices={[{ ...invoices[0], sending: 'waits' }]} />)).toContain(
    'its e-mail waits',
  )
  expect(html(<InvoiceFacts invoices={[]} />)).toBe('')
})

test('the rest of a deposit is asked for by that name', () => {
  const named = (deposit: JobDetail['deposit']) => stepName('askdeposit', { deposit })
  expect([named(null), named('received')]).toEqual(['Ask for the deposit', 'Ask for the rest of the deposit'])
})

test('that lines of a job whose work has not begun are to be used is told, and is no warning', () => {
  const unused = { code: 'unconsumed', message: '2 lines are still to be used.' }
  const told = (stage: JobDetail['stage'], warninglist = [unused]) =>
    html(<Warnings job={{ stage, warninglist }} />)
  expect(told('approved')).toContain('banner info')
  expect(told('approved')).not.toContain('banner warning')
  expect(told('working')).toContain('banner warning')
  const both = told('approved', [unused, { code: 'scheduled', message: 'Too short.' }])
  expect(both.match(/banner (\w+)/g)).toEqual(['banner warning', 'banner info'])
})

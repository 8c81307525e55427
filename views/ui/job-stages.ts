import type { Stage } from '#server/domains/work/jobs/stages.ts'

export type StageStep = 'send' | 'approve' | 'use' | 'prepare' | 'pay'

type Right = 'write' | 'money' | 'approve' | 'consume' | 'invoices'

/** In order; who has all the rights of a stage may take its next step. */
export const stages: Record<Stage, { name: string; step?: StageStep; rights: readonly Right[] }> = {
  asked: { name: 'Asked', step: 'send', rights: ['write', 'money'] },
  quoted: { name: 'Quoted', step: 'approve', rights: ['write', 'approve'] },
  approved: { name: 'Approved', step: 'use', rights: ['write', 'consume'] },
  working: { name: 'Working', step: 'use', rights: ['write', 'consume'] },
  complete: { name: 'Complete', step: 'prepare', rights: ['invoices'] },
  invoiced: { name: 'Invoiced', step: 'pay', rights: ['invoices'] },
  paid: { name: 'Paid', rights: [] },
}

export const stepNames: Record<StageStep, string> = {
  send: 'Send the estimate',
  approve: 'Approve',
  use: 'Use as estimated',
  prepare: 'Prepare the invoice',
  pay: 'Record the payment',
}

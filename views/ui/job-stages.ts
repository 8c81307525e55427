import type { Stage } from '#db/queries/work/job-stages.ts'
import type { StageStep } from '#server/domains/work/jobs/stages.ts'

type Right =
  | 'write'
  | 'steps'
  | 'materials'
  | 'money'
  | 'approve'
  | 'consume'
  | 'deliver'
  | 'invoices'
  | 'issue'

/** In order. */
export const stageNames: Record<Stage, string> = {
  asked: 'Asked',
  quoted: 'Quoted',
  approved: 'Approved',
  working: 'Working',
  complete: 'Complete',
  invoiced: 'Invoiced',
  paid: 'Paid',
}

export const boardStages = ['asked', 'quoted', 'approved', 'working', 'complete'] as const satisfies Stage[]

/** Who has all the rights of a step may take it. */
export const stageSteps: Record<StageStep, { name: string; rights: readonly Right[] }> = {
  lines: { name: 'Add lines', rights: ['write', 'materials', 'money'] },
  send: { name: 'Send the estimate', rights: ['write', 'money'] },
  sent: { name: 'Mark as sent', rights: ['write', 'money'] },
  approve: { name: 'Approve', rights: ['write', 'approve'] },
  askdeposit: { name: 'Ask for the deposit', rights: ['invoices'] },
  deposit: { name: 'Record the deposit', rights: ['invoices'] },
  start: { name: 'Start the work', rights: ['write', 'steps'] },
  use: { name: 'Use as estimated', rights: ['write', 'consume'] },
  complete: { name: 'Complete', rights: ['write'] },
  deliver: { name: 'Deliver', rights: ['deliver'] },
  prepare: { name: 'Prepare the invoice', rights: ['invoices'] },
  issue: { name: 'Issue the invoice', rights: ['issue'] },
  sendinvoice: { name: 'Send the invoice', rights: ['invoices'] },
  pay: { name: 'Record the payment', rights: ['invoices'] },
}

/** On the button that takes it. */
export const stepName = (step: StageStep, { deposit }: { deposit: string | null }): string =>
  step === 'askdeposit' && deposit !== null ? 'Ask for the rest of the deposit' : stageSteps[step].name

/** Null where this person may not take it. */
export function findAllowedStep(
  { nextstep }: { nextstep: StageStep | null },
  can: Record<Right, boolean>,
  editable = true,
): StageStep | null {
  if (!nextstep) return null
  const allowed = stageSteps[nextstep].rights.every((right) => can[right] && (right !== 'write' || editable))
  return allowed ? nextstep : null
}

/** The client has it, or it was approved: who sees no prices changes it no more. */
export const isEstimateOut = (job: { estimatesentutc: string | null; approvedutc: string | null }) =>
  job.estimatesentutc !== null || job.approvedutc !== null

/** An estimate that was sent, and whose last day is over before it was accepted. */
export const isExpired = (
  { stage, validuntil }: { stage: Stage | null; validuntil: string | null },
  today: string,
): boolean => stage === 'quoted' && validuntil !== null && validuntil < today

/** What a stage does not say of the estimate and of what was paid. */
export type StageNote = 'waits' | 'expired' | 'partpaid'

type NotedJob = { stage: Stage | null; validuntil: string | null; estimatewaits: boolean; partpaid: boolean }

export function findStageNote(job: NotedJob, today: string): StageNote | undefined {
  if (job.stage === 'asked' && job.estimatewaits) return 'waits'
  if (job.stage === 'invoiced' && job.partpaid) return 'partpaid'
  return isExpired(job, today) ? 'expired' : undefined
}

export function stageWords(stage: Stage, note?: StageNote): string {
  if (note === 'waits') return 'Estimate waits to be sent'
  if (note === 'partpaid') return 'Part paid'
  return note === 'expired' ? `${stageNames[stage]}, expired` : stageNames[stage]
}

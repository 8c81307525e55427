import type { Stage } from '#db/queries/work/job-stages.ts'

export type StageStep =
  | 'lines'
  | 'send'
  | 'sent'
  | 'approve'
  | 'askdeposit'
  | 'deposit'
  | 'start'
  | 'use'
  | 'complete'
  | 'deliver'
  | 'prepare'
  | 'issue'
  | 'sendinvoice'
  | 'pay'

type StepFacts = {
  lines: number
  /** Lines on which something was consumed. */
  used: number
  /** Lines with an estimate of which nothing was. */
  unused: number
  steps?: { done: number; total: number } | null
  fixedprice?: boolean
  /** A mail with the estimate. */
  waits?: boolean
  /** The client refused what was sent last, or asked for a change. */
  declined?: boolean
  /** A draft invoice. */
  drafted?: boolean
  /** A deposit that was agreed, of which no request asks for all. */
  depositdue?: boolean
  /** A deposit request to pay. */
  depositasked?: boolean
  /** An invoice to pay. */
  unpaid?: boolean
  /** One of these that its client does not have, and no mail carries. */
  unsent?: boolean
  /** It charges nothing more before goods that are ours are sold: some lie at the client's, or all are back. */
  unsold?: 'there' | 'back'
}

/** What has no lines can be neither offered nor invoiced, an estimate that the client declined is sent anew, and one whose mail waits may reach them in another way. A deposit that was agreed is asked for, and comes in, before the work begins. Work that was not begun is started before what it used is entered. A fixed price is charged whatever was used. What was invoiced elsewhere, and imported, has nothing to pay here. */
export function findNextStep(
  stage: Stage | null,
  {
    lines,
    used,
    unused,
    steps,
    fixedprice,
    waits,
    declined,
    depositdue,
    depositasked,
    drafted,
    unpaid,
    unsent,
    unsold,
  }: StepFacts,
): StageStep | null {
  switch (stage) {
    case 'asked':
      if (lines === 0) return 'lines'
      return waits ? 'sent' : 'send'
    case 'quoted':
      if (!declined) return 'approve'
      return waits ? 'sent' : 'send'
    case 'approved':
      if (depositdue) return 'askdeposit'
      if (depositasked) return 'deposit'
      if (!steps || steps.done < steps.total) return 'start'
      return unused > 0 ? 'use' : 'complete'
    case 'working':
      return unused > 0 ? 'use' : 'complete'
    case 'complete':
      if (drafted) return 'issue'
      if (lines === 0) return 'lines'
      if (unsold) return unsold === 'back' ? 'deliver' : null
      return !fixedprice && used === 0 && unused > 0 ? 'use' : 'prepare'
    case 'invoiced':
      if (unsent) return 'sendinvoice'
      return unpaid ? 'pay' : null
    default:
      return null
  }
}

import type { SettledTime, TimeDecision } from '#islands/job/time/time-plan.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'

/** `beforeSave` gives nothing when what is typed elsewhere in the dialog was refused. */
export type AroundSave = {
  beforeSave: () => Promise<unknown>
  /** Of lines that are to be used as estimated those that still are, once worked time is settled; nothing: none is used. */
  settleTime: (lines: readonly MaterialLine[], decided?: TimeDecision) => Promise<SettledTime | undefined>
  onSaved: () => void
}

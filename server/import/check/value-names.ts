import { APPROVE, ARCHIVED, COMPLETE, DRAFT, REVIEW } from '#db/job-status.ts'
import { EQUIPMENT, INPUT, OTHER, OUTPUT } from '#server/domains/work/materials/line-roles.ts'

export const accountTypes = { 0: 'Income', 1: 'Expense' }
export const lineRoles = { [INPUT]: 'Input', [OUTPUT]: 'Output', [EQUIPMENT]: 'Equipment', [OTHER]: 'Other' }
/** Without Invoiced, which comes only from issuing an invoice (decision C1). */
export const jobStatuses = {
  [DRAFT]: 'Draft',
  [REVIEW]: 'Review',
  [APPROVE]: 'Approve',
  [COMPLETE]: 'Complete',
  [ARCHIVED]: 'Archived',
}

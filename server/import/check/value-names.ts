import { APPROVE, ARCHIVED, COMPLETE, DRAFT, INVOICED, REVIEW } from '#db/job-status.ts'
import { EQUIPMENT, INPUT, OTHER, OUTPUT } from '#server/domains/work/materials/line-roles.ts'

export const accountTypes = { 0: 'Income', 1: 'Expense' }
export const lineRoles = { [INPUT]: 'Input', [OUTPUT]: 'Output', [EQUIPMENT]: 'Equipment', [OTHER]: 'Other' }
/** What was removed is not brought in. */
export const jobStatuses = {
  [DRAFT]: 'Draft',
  [REVIEW]: 'Review',
  [APPROVE]: 'Approve',
  [COMPLETE]: 'Complete',
  [INVOICED]: 'Invoiced',
  [ARCHIVED]: 'Archived',
}

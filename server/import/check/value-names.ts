import { EQUIPMENT, INPUT, OTHER, OUTPUT } from '#server/domains/work/materials/line-roles.ts'

export const accountTypes = { 0: 'Income', 1: 'Expense' }
export const lineRoles = { [INPUT]: 'Input', [OUTPUT]: 'Output', [EQUIPMENT]: 'Equipment', [OTHER]: 'Other' }
/** Without Invoiced, which comes only from issuing an invoice (decision C1). */
export const jobStatuses = { 1: 'Draft', 2: 'Review', 3: 'Approve', 4: 'Complete', 6: 'Archived' }

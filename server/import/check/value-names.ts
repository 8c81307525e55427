export const accountTypes = { 0: 'Income', 1: 'Expense' }
export const lineRoles = { 1: 'Input', 2: 'Output', 3: 'Equipment', 4: 'Other' }
/** Without Invoiced, which comes only from issuing an invoice (decision C1). */
export const jobStatuses = { 1: 'Draft', 2: 'Review', 3: 'Approve', 4: 'Complete', 6: 'Archived' }

import { fieldLabels } from '#views/field-labels.ts'

/** The changes that may be made of many jobs at once, and what they are called. */
export const bulkKinds = {
  assignee: { button: 'Assign', title: 'Assign', label: 'Assignee' },
  lane: { button: 'Move', title: 'Move', label: 'Lane' },
  finish: { button: 'Due date', title: 'Change the due date of', label: fieldLabels.due },
  category: { button: 'Category', title: 'Add a category to', label: 'Category' },
  archived: { button: 'Archive', title: 'Archive', label: '' },
} as const
export type BulkKind = keyof typeof bulkKinds
export const bulkKindNames = Object.keys(bulkKinds) as BulkKind[]

import { fieldLabels } from '#views/field-labels.ts'
import { counted, shortDate } from '#views/format.ts'

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

export const countJobs = (n: number): string => counted(n, 'job')

type BulkResult = { kind?: BulkKind; finish?: string | null; name?: string | null }

/** What was changed of how many. `name` is the person, lane or category: null for none, undefined if unknown. */
export function bulkResultWords(count: number, { kind, finish, name }: BulkResult): string {
  const jobs = countJobs(count)
  if (kind === 'archived') return `${jobs} archived`
  if (kind === 'finish') return `${jobs} due ${finish ? shortDate(finish) : 'on no day'}`
  if (kind === 'assignee' && name !== undefined) return `${jobs} assigned to ${name ?? 'nobody'}`
  if (kind === 'lane' && name) return `${jobs} moved to ${name}`
  if (kind === 'category' && name) return `${jobs} given the category ${name}`
  return `${jobs} changed`
}

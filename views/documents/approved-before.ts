import type { DocumentLine } from './types.ts'

/** A line that is new, says something else, or went. */
export type ChangedLine = { was?: DocumentLine; now?: DocumentLine }

/** Of what was approved before: on which day, at what total, and what is otherwise by now. */
export type ApprovedBefore = { date: string; total: number; lines: ChangedLine[] }

// Check: text to values, by the rules of each field and record.
export { previewList } from './check/preview-list.ts'
export { type ValidatedFiles, validateFiles } from './check/validate-files.ts'

// Map: columns to the fields of record types.
export { type ColumnChoices, chosenColumn } from './map/column-choices.ts'
export { fieldLabel, templateHeaders } from './map/headers.ts'
export {
  findImportList,
  type ImportList,
  importFields,
  importListNames,
  importLists,
  isRequiredField,
} from './map/import-lists.ts'
export type { ImportRow, ImportRows } from './map/import-row.ts'
export { getRecordType } from './map/record-types.ts'
export { suggestChoices } from './map/suggest-choices.ts'
export { parseBoolean } from './map/transforms.ts'
// Read: the bytes of a file to rows of cells.
export { readCsv } from './read/csv.ts'
export { describeProblem, type ImportProblem, type ImportResult, problem } from './read/problem.ts'
// Run: drafts, dry runs, imports and undos of the pages, in threads of their own.
export { DraftStore, type ImportDraft } from './run/drafts.ts'
export { ImportQueue, isRunning } from './run/import-queue.ts'
export { inspectInWorker } from './run/worker-client.ts'
// Write: records into an account, in one transaction with its undo log.
export { importFiles } from './write/import-files.ts'
export type { ImportCount, OnProgress } from './write/write-records.ts'

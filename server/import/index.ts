export { previewList } from './check/preview-list.ts'
export { type ValidatedFiles, validateFiles } from './check/validate-files.ts'

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
export { readCsv } from './read/csv.ts'
export { decodeText, guessSeparator } from './read/csv-format.ts'
export { describeLines, type GroupedProblem } from './read/group-problems.ts'
export { parseRows } from './read/parse-rows.ts'
export { describeProblem, type ImportProblem, type ImportResult, problem } from './read/problem.ts'
export { MAX_LIST_ROWS } from './read/table-options.ts'
export { ImportQueue, isRunning } from './run/import-queue.ts'
export { importThreadQueue } from './run/import-thread-queue.ts'
export { describeLeftOut } from './run/left-out.ts'
export type { DryRunReport, ListRun } from './run/list-run.ts'
export { type StagedImport, StagedImportStore } from './run/staged-imports.ts'
export { inspectInWorker, readCsvInWorker } from './run/worker-client.ts'
export type { UndoResult } from './undo/undo-import.ts'
export { importFiles } from './write/import-files.ts'
export type { ImportCount, OnProgress } from './write/write-records.ts'

import type { GroupedProblem } from '#server/import/read/group-problems.ts'
import type { ListToWrite } from '#server/import/write/write-list.ts'
import type { ImportCount } from '#server/import/write/write-records.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import type { PricePreview } from './preview-prices.ts'

/** `good`: rows that could come in without the others. `more`: problems that are not among those listed. */
export type DryRunReport = {
  counts: ImportCount
  rows: number
  good: number
  problems: GroupedProblem[]
  more: number
  /** What follows from the rows that can come in; nothing of a trial of before. */
  warnings?: string[]
  /** Of a supplier’s price list: what it does to margins. */
  prices?: PricePreview
}

/** `importGood` leaves out the rows that have a problem. */
export type ListRun = Omit<ListToWrite, 'records' | 'rows' | 'refused'> & {
  kind: 'dryRun' | 'import' | 'importGood'
  path: string
  /** Where the rows that cannot come in are kept, as a file to mend. */
  refusedpath: string
  sheet?: string
}

/** `leftout`: the rows that stayed out of what came in. */
export type ListRunResult = { dryRun?: DryRunReport; leftout?: LeftOut }

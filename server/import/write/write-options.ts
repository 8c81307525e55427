import type { ImportRecord } from '#server/import/check/coerce-rows.ts'

export type WriteOutcome = 'added' | 'changed' | 'there' | 'refused'

export type WriteOptions = {
  match: 'skip' | 'update'
  /** Whether lines may come to jobs of an earlier import, and keys be saved for later ones. */
  isSingleList: boolean
  /** Another program that the list was fetched from: nobody has seen its lines. */
  source?: string
  /** Records of a single table are checked and not written: a dry run of many rows holds nobody up for long. */
  dryRun?: boolean
}

export type RecordReport = (record: ImportRecord, field: string, sentence: string) => void

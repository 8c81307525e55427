import type { ImportProblem } from '#server/import/read/problem.ts'
import type { ListToWrite } from '#server/import/write/write-list.ts'
import type { ImportCount } from '#server/import/write/write-records.ts'

export type DryRunReport = { counts: ImportCount; rows: number; problems: ImportProblem[]; more: number }

export type ListRun = Omit<ListToWrite, 'records' | 'rows'> & {
  kind: 'dryRun' | 'import'
  path: string
  sheet?: string
}

export type ListRunResult = { dryRun?: DryRunReport }

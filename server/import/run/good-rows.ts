import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { warnImportedUnplanned } from '#server/domains/work/jobinputs/unplanned-products.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { dryRunList, type ListToWrite, noCounts } from '#server/import/write/write-list.ts'
import type { ImportCount, OnProgress } from '#server/import/write/write-records.ts'

/** Places within places within places: past this the file is mended first. */
const MOST_ROUNDS = 20

export type CheckedRows = {
  counts: ImportCount
  problems: ImportProblem[]
  good: ImportRecord[]
  warnings: string[]
}

/**
 * Tries again without the rows that have a problem until the rest has none, since a row may need one that was left
 * out. The caller must roll back.
 */
export function findGoodRows(tx: Tx, list: ListToWrite, progress?: OnProgress): CheckedRows {
  let good = list.records
  const problems: ImportProblem[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    prepared(tx.db, 'SAVEPOINT round').run()
    const found = dryRunList(tx, { ...list, records: good }, progress)
    const warnings = list.recordType === 'materials' ? warnImportedUnplanned(tx.db, tx.now) : []
    prepared(tx.db, 'ROLLBACK TO round').run()
    prepared(tx.db, 'RELEASE round').run()
    if (found.problems.length === 0) return { counts: found.counts, problems, good, warnings }
    problems.push(...found.problems)
    const wrong = new Set(found.problems.map(({ line }) => line))
    const left = good.filter(({ row }) => !wrong.has(row.line))
    if (left.length === good.length) break
    good = left
  }
  return { counts: noCounts(list.recordType), problems, good: [], warnings: [] }
}

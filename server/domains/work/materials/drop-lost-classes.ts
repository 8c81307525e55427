import { clearLineClasses, listUnusedLines } from '#db/queries/work/unused-lines.ts'
import type { Tx } from '#db/tenants.ts'
import { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { recordRowsOfLines } from '#server/domains/work/jobs/line-history.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { classNames } from '#server/stock/direction.ts'
import { readLineContext } from './line-context.ts'

/**
 * Of items that are kept in stock no more: their lines that used nothing yet move none from then on (decision 295). A class of
 * the item in the category of a job stays.
 */
export function dropLostClasses(tx: Tx, inventoryids: readonly string[]) {
  const unused = listUnusedLines(tx.db, inventoryids)
  const { item } = readLineContext(tx.db, unused)
  const lost = unused.filter(
    ({ jobid, inventoryid }) => item(jobid, inventoryid, 'archived')?.inventoryclass === null,
  )
  if (lost.length === 0) return
  clearLineClasses(
    tx.db,
    tx.now,
    lost.map(({ id }) => id),
  )
  recordRowsOfLines(
    tx,
    'changed',
    lost.map(({ jobid, description, inventoryclass }) => ({
      jobid,
      item: description,
      rows: [{ kind: lineFields.inventoryclass.label, old: classNames[inventoryclass ?? 0] ?? '', new: '' }],
    })),
  )
  touchJobs(
    tx,
    lost.map(({ jobid }) => jobid),
  )
  for (const id of inventoryids) tx.publish('RecordChanged', [{ table: 'stock', id }])
}

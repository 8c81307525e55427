import {
  listUnusedOfItems,
  listUnusedOfJob,
  storeLineClasses,
  type UnusedLine,
} from '#db/queries/work/unused-lines.ts'
import { RAW_MATERIALS, stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { recordRowsOfLines } from '#server/domains/work/jobs/line-history.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { classOfMade } from '#server/planning/is-made.ts'
import { classNames } from '#server/stock/direction.ts'
import { readLineContext } from './line-context.ts'

/**
 * Lines that used nothing yet are kept in stock, or not, as these items are in the category of their job (decisions 295
 * and 299). Which class of those that are kept stays.
 */
export const followItems = (tx: Tx, inventoryids: readonly string[]) =>
  follow(tx, listUnusedOfItems(tx.db, inventoryids))

/** As `followItems`, of the lines of one job: it is open again, a copy of another, or of other categories. */
export const followItemsOfJob = (tx: Tx, jobid: string) => follow(tx, listUnusedOfJob(tx.db, jobid))

function follow(tx: Tx, unused: readonly UnusedLine[]) {
  const { item } = readLineContext(tx.db, unused)
  const changed = unused.flatMap((line) => {
    const { inventoryclass = null, storageid = null } = item(line.jobid, line.inventoryid, 'archived') ?? {}
    if ((line.inventoryclass === null) === (inventoryclass === null)) return []
    const after = inventoryclass === null ? null : classAsAdded(line, inventoryclass)
    return { ...line, after, storageid: line.storageid ?? storageid }
  })
  if (changed.length === 0) return
  storeLineClasses(
    tx.db,
    tx.now,
    changed.map(({ id, after, storageid }) => ({ id, inventoryclass: after, storageid })),
  )
  recordRowsOfLines(
    tx,
    'changed',
    changed.map(({ jobid, description, inventoryclass, after }) => ({
      ...{ jobid, item: description },
      rows: [
        { kind: lineFields.inventoryclass.label, old: classWord(inventoryclass), new: classWord(after) },
      ],
    })),
  )
  touchJobs(
    tx,
    changed.map(({ jobid }) => jobid),
  )
  const items = new Set(changed.map(({ inventoryid }) => inventoryid))
  for (const id of items) tx.publish('RecordChanged', [{ table: 'stock', id }])
}

/** What has inputs on its job is made there; what was made elsewhere and goes into a product is taken. */
function classAsAdded({ hasinputs, jobproduct }: UnusedLine, inventoryclass: number) {
  if (hasinputs) return classOfMade(inventoryclass)
  return jobproduct && stockDirection(inventoryclass) > 0 ? RAW_MATERIALS : inventoryclass
}

const classWord = (inventoryclass: number | null) => classNames[inventoryclass ?? 0] ?? ''

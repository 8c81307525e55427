import { APPROVE, COMPLETE } from '#db/job-status.ts'
import type { LineJob } from '#db/queries/work/material-context.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeableJob } from '#server/domains/work/jobs/find-job.ts'
import { recordLineRows } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { readLineContext, refuseClosed } from '#server/domains/work/materials/line-context.ts'
import { readLine } from '#server/domains/work/materials/present.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'

type Released = { line: MaterialRow; before: Quantity }

/** What a line plans and has not used, or made and has not left, in its unit. */
const countOpen = ({ estimated, consumed, departed, departedbefore, inventoryclass }: MaterialRow) =>
  asQuantity(
    Math.max(
      0,
      stockDirection(inventoryclass) > 0 ? consumed - departed - departedbefore : estimated - consumed,
    ),
  )

/** What a line still holds for its job, in its unit. */
export const countReserved = (line: MaterialRow): Quantity =>
  asQuantity(Math.max(0, countOpen(line) - line.released))

/** @throws 404; 403; 409; 400 where that much is not reserved */
export function setReleased(
  tx: Tx,
  viewer: Viewer,
  id: string,
  released: Quantity,
  version?: number,
): Released {
  const [line] = linesByIds(tx.db, [id])
  if (!line) throw notFound('line')
  changeableJob(tx.db, viewer, line.jobid)
  const job = readLineContext(tx.db, [line]).job(line.jobid)
  refuseClosed(job)
  if (version !== undefined && version !== line.version) throw conflict(readLine(tx.db, id, { money: false }))
  refuseRelease(job, line, released)
  if (released === line.released) return { line, before: released }
  const stored = storeLine(tx, line, { ...line, released })
  const words = (quantity: Quantity) => (quantity === 0 ? '' : formatQuantity(quantity, line.unit))
  const row = { kind: 'Released', old: words(line.released), new: words(released) }
  recordLineRows(tx, line.jobid, 'changed', [row], line.description)
  touchJob(tx, line.jobid)
  if (line.inventoryid) tx.publish('RecordChanged', [{ table: 'stock', id: line.inventoryid }])
  return { line: stored, before: line.released }
}

function refuseRelease({ status, template }: LineJob, line: MaterialRow, released: Quantity) {
  if (released < 0) throw invalid({ released: 'What is released cannot be below zero.' })
  const open = countOpen(line)
  if (released <= Math.min(open, line.released)) return
  const reserves = !template && (status === APPROVE || status === COMPLETE)
  if (!reserves || stockDirection(line.inventoryclass) === 0)
    throw invalid({
      released: 'Nothing is reserved by this line: only what approved jobs take from stock or make is.',
    })
  if (released > open)
    throw invalid({
      released: `Only ${formatQuantity(open, line.unit)} of this line ${stockDirection(line.inventoryclass) > 0 ? 'are made and here still' : 'are planned and not used'}.`,
    })
}

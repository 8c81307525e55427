import { FOR_NO_PRODUCT } from '#db/queries/work/line-product.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { recordLineRows } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { readLineContext, refuseClosed } from '#server/domains/work/materials/line-context.ts'
import { INPUT } from '#server/domains/work/materials/line-roles.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { invalid, notFound } from '#server/errors.ts'
import { findProductLine, makesItem } from './bring-inputs.ts'

/** Says which product of its job an input goes into; without one, that it is for the job itself. */
export function linkInput(tx: Tx, id: string, jobproduct: string | null): MaterialRow {
  const [line] = linesByIds(tx.db, [id])
  if (!line) throw notFound('line')
  if (line.role !== INPUT) throw invalid({ id: 'Only an input of the job goes into a product.' })
  refuseClosed(readLineContext(tx.db, [line]).job(line.jobid))
  const product = jobproduct ? findProductLine(tx, jobproduct) : undefined
  if (product && (product.jobid !== line.jobid || !makesItem(product)))
    throw invalid({ jobproduct: 'Choose a line of the same job that makes its item.' })
  const after = { ...line, jobproduct: product?.id ?? FOR_NO_PRODUCT }
  if (after.jobproduct === line.jobproduct) return line
  const stored = storeLine(tx, line, after)
  const [was] = line.jobproduct ? linesByIds(tx.db, [line.jobproduct]) : []
  const words = { kind: 'For product', old: was?.description ?? '', new: product?.description ?? 'none' }
  recordLineRows(tx, line.jobid, 'changed', [words], line.description)
  touchJob(tx, line.jobid)
  return stored
}

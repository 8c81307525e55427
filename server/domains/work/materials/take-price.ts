import { listJobLines } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import {
  readUnconfirmed,
  readUnconfirmedCosts,
  sampleCostOfLine,
  sampleOfLine,
} from '#server/domains/catalogue/inventory/sample-prices.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { changeableJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden } from '#server/errors.ts'
import { changeLines } from './change-line.ts'
import { readLineContext } from './line-context.ts'
import { costRate, sellingPrice } from './line-values.ts'

type Place = { jobid: string; inventoryid: string }
export type TakenPrice = { lines: number; reference: string }

/**
 * What the item asks and costs now, on the lines of a job that say what setup said of it; what is invoiced stays. Gives how many
 * lines took it, and of which job.
 * @throws 404, 403, 400
 */
export function takeItemPrice(tx: Tx, viewer: Viewer, { jobid, inventoryid }: Place): TakenPrice {
  const job = changeableJob(tx.db, viewer, jobid)
  if (!viewer.claims.has('materials.write') || !viewer.claims.has('jobs.money')) throw forbidden()
  const [prices, costs] = [readUnconfirmed(tx.db), readUnconfirmedCosts(tx.db)]
  const invoiced = invoicedByLine(tx.db, [job.id])
  const lines = listJobLines(tx.db, job.id)
    .map(({ line }) => line)
    .filter((line) => line.inventoryid === inventoryid && !invoiced.get(line.id)?.quantity)
  if (lines.length === 0) return { lines: 0, reference: job.reference }
  const context = readLineContext(tx.db, lines)
  const item = context.item(job.id, inventoryid, 'archived')
  const changes = lines.flatMap((line) => {
    const { id, unitratio } = line
    const isPriced = sampleOfLine(prices, line) !== undefined
    const isCosted = sampleCostOfLine(costs, { ...line, rate: line.costrate }) !== undefined
    if (!isPriced && !isCosted) return []
    return {
      id,
      ...(isPriced && sellingPrice(context, job.id, item, unitratio)),
      ...(isCosted && { costrate: costRate(context, job.id, item, unitratio) }),
    }
  })
  if (changes.length > 0) changeLines(tx, changes, () => null)
  return { lines: changes.length, reference: job.reference }
}

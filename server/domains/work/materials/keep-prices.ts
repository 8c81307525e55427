import { listJobLines } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import type { VatContext } from '#server/money/vat.ts'
import { changeLines } from './change-line.ts'
import { readLineContext } from './line-context.ts'
import { costRate, sellingRate } from './line-values.ts'

/**
 * A price with VAT stays what the client pays, whoever invoices (decision F19). What a person typed stays as it is, and
 * so does what is invoiced already.
 */
export function keepPricesWithVat(tx: Tx, jobid: string, before: VatContext) {
  const after = vatContext(tx.db, jobid)
  if (Bun.deepEquals(before, after)) return
  const lines = listJobLines(tx.db, jobid)
    .filter(({ line, invoiced }) => line.inventoryid !== null && invoiced === 0)
    .map(({ line }) => line)
  const lineContext = readLineContext(tx.db, lines)
  const changes = lines.flatMap(({ id, inventoryid, unitratio, ...line }) => {
    const item = lineContext.item(jobid, inventoryid, 'archived')
    if (!item || item.exclusive) return []
    const ratesBy = (vat: VatContext) => {
      const context = { ...lineContext, vat: () => vat }
      return {
        linerate: sellingRate(context, jobid, item, unitratio),
        costrate: costRate(context, jobid, item, unitratio),
      }
    }
    const [was, is] = [ratesBy(before), ratesBy(after)]
    const linerate = line.linerate === was.linerate ? is.linerate : line.linerate
    const costrate = line.costrate === was.costrate ? is.costrate : line.costrate
    return linerate === line.linerate && costrate === line.costrate ? [] : [{ id, linerate, costrate }]
  })
  if (changes.length > 0) changeLines(tx, changes, () => null)
}

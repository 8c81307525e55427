import { listJobLines } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import type { Percent } from '#server/money/decimal.ts'
import { priceWithoutVat } from '#server/money/price.ts'
import { resolveVatRate, type VatContext } from '#server/money/vat.ts'
import { changeLines } from './change-line.ts'
import { readLineContext } from './line-context.ts'
import { costRate, type SellingPrice, sellingPrice } from './line-values.ts'

/**
 * A price with VAT stays what the client pays, whoever invoices (decision F19). What a person typed stays as it is, and
 * so does what is invoiced already.
 */
export function keepPricesWithVat(tx: Tx, jobid: string, before: VatContext) {
  const after = vatContext(tx.db, jobid)
  if (Bun.deepEquals(before, after)) return
  const invoiced = invoicedByLine(tx.db, [jobid])
  const lines = listJobLines(tx.db, jobid)
    .filter(({ line }) => line.inventoryid !== null && !invoiced.get(line.id)?.quantity)
    .map(({ line }) => line)
  const lineContext = readLineContext(tx.db, lines)
  const changes = lines.flatMap(({ id, inventoryid, unitratio, ...line }) => {
    const item = lineContext.item(jobid, inventoryid, 'archived')
    if (!item || item.exclusive) return []
    const ratesBy = (vat: VatContext) => {
      const context = { ...lineContext, vat: () => vat }
      return {
        ...sellingPrice(context, jobid, item, unitratio),
        costrate: costRate(context, jobid, item, unitratio),
      }
    }
    const [was, is] = [ratesBy(before), ratesBy(after)]
    const price = keptPrice(line, was, is, resolveVatRate(after, item))
    const costrate = line.costrate === was.costrate ? is.costrate : line.costrate
    return price.linerate === line.linerate && costrate === line.costrate ? [] : [{ id, ...price, costrate }]
  })
  if (changes.length > 0) changeLines(tx, changes, () => null)
}

function keptPrice(line: SellingPrice, was: SellingPrice, is: SellingPrice, vat: Percent): SellingPrice {
  const { linerate, inclusiverate, inclusivevat } = line
  if (inclusiverate !== null)
    return { linerate: priceWithoutVat(inclusiverate, vat), inclusiverate, inclusivevat: vat }
  return linerate === was.linerate ? is : { linerate, inclusiverate, inclusivevat }
}

import { findItemsByCode } from '#db/queries/purchasing/items-by-code.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { DecimalError, parseQuantity, parseRate } from '#server/money/decimal.ts'
import type { OrderLineInput } from './check-order.ts'

/**
 * Rows of a spreadsheet: a code, a quantity and, if given, a price, parted by tabs or semicolons.
 * @throws 400 of `rows`, with the row that is wrong; then none is taken
 */
export function readPastedRows(
  db: TenantDb,
  { supplier, text, most }: { supplier: string; text: string; most: number },
): OrderLineInput[] {
  const rows = text.split(/\r?\n/).flatMap((row, at) => {
    const cells = row.split(/[\t;]/).map((cell) => cell.trim())
    return cells.some(Boolean) ? { cells, at: at + 1 } : []
  })
  if (rows.length > most) throw invalid({ rows: `At most ${most} rows fit on one order.` })
  const codes = [...new Set(rows.map(({ cells }) => cells[0] ?? ''))]
  const found = Map.groupBy(findItemsByCode(db, supplier, codes), ({ code }) => code)
  return rows.map(({ cells: [code = '', many = '', price = ''], at }) => {
    const refuse = (words: string) => invalid({ rows: `Row ${at}: ${words}` })
    const [item, other] = found.get(code) ?? []
    if (!item) throw refuse(`“${code}” is no code of an item, ours or theirs.`)
    if (other) throw refuse(`“${code}” is a code of several items.`)
    try {
      const quantity = parseQuantity(many)
      return { inventoryid: item.id, quantity, ...(price && { rate: parseRate(price) }) }
    } catch (error) {
      throw error instanceof DecimalError ? refuse(error.message) : error
    }
  })
}

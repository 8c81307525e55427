import { movedByLine } from '#db/queries/stock/stock.ts'
import { listJobLines } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { moveStock, retakeStock } from '#server/domains/work/materials/move-stock.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { type Book, bookTogether } from '#server/stock/book.ts'
import { settleDeparted, takeBackDeparted } from '#server/stock/departed.ts'

const NONE = asQuantity(0)

/** What a job took goes back, and what it made is taken out; its lines keep what they say (decision F3). */
export function putBackStock(tx: Tx, jobid: string): string | undefined {
  takeBackDeparted(tx, jobid, 'Job removed')
  return bookLines(tx, jobid, (book, line) =>
    moveStock(tx, book, line, line.consumed, NONE, { note: 'Job removed' }),
  )
}

/** What was put back moves again; what was left as it is has moved already. */
export function takePutBackStock(tx: Tx, jobid: string): string | undefined {
  const moved = new Map(movedByLine(tx.db, jobid).map(({ materialid, quantity }) => [materialid, quantity]))
  const warning = bookLines(tx, jobid, (book, line) =>
    moved.get(line.id) ? undefined : retakeStock(tx, book, line, { note: 'Job restored' }),
  )
  const departed = settleDeparted(tx, [jobid], { kind: 'delivery', document: '', note: 'Job restored' })
  return [warning, ...departed].filter(Boolean).join(' ') || undefined
}

type Line = ReturnType<typeof listJobLines>[number]['line']
type BookLine = (book: Book, line: Line) => string | undefined

const bookLines = (tx: Tx, jobid: string, bookLine: BookLine) =>
  bookTogether(tx, (book) => listJobLines(tx.db, jobid).map(({ line }) => bookLine(book, line)))
    .filter(Boolean)
    .join(' ') || undefined

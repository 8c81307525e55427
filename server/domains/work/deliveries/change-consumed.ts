import { INVOICED } from '#db/job-status.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { readLineContext, refuseClosed } from '#server/domains/work/materials/line-context.ts'
import { moveStock } from '#server/domains/work/materials/move-stock.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { bookTogether } from '#server/stock/book.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'

type Chosen = { line: { materialid: string; description: string }; quantity: Quantity }
/** `invoiced`: whether jobs may be Invoiced. */
type Booking = { way: 1 | -1; storageid: string | null; note: string; invoiced?: boolean }

/**
 * What lines of jobs used grows or shrinks by it, with the stock that follows. What comes back of an invoiced job is less used
 * too: the goods are there again, and the invoice says what is to be credited (decision 164).
 * @throws 403, 400 for a settled job
 */
export function changeConsumed(
  tx: Tx,
  viewer: Viewer,
  chosen: readonly Chosen[],
  { way, storageid, note, invoiced = way < 0 }: Booking,
): string[] {
  const { lines, lineContext } = openConsumed(tx, viewer, chosen, invoiced)
  return bookTogether(tx, (book) =>
    chosen.flatMap(({ line: { materialid, description }, quantity }) => {
      const before = lines.get(materialid)
      if (!before)
        throw new Problem(400, `${description} was removed from its job, so nothing of it is used.`)
      const consumed = asQuantity(before.consumed + way * quantity)
      if (consumed < 0) throw tooMuch(before)
      const at = storageid ? { storageid } : {}
      const warning = moveStock(tx, book, before, before.consumed, consumed, { ...at, note })
      const after = storeLine(tx, before, { ...before, consumed })
      recordLineHistory(tx, 'changed', after, before, after, lineContext.names)
      return warning ? [warning] : []
    }),
  )
}

/** The lines that are chosen, of jobs whose goods may move. @throws as `changeConsumed` */
export function openConsumed(tx: Tx, viewer: Viewer, chosen: readonly Chosen[], invoiced: boolean) {
  if (!viewer.claims.has('materials.consume')) throw forbidden()
  const lines = new Map(
    linesByIds(
      tx.db,
      chosen.map(({ line }) => line.materialid),
    ).map((line) => [line.id, line]),
  )
  const lineContext = readLineContext(tx.db, [...lines.values()])
  for (const { jobid } of lines.values()) {
    const job = lineContext.job(jobid)
    if (!invoiced || job.status !== INVOICED) refuseClosed(job)
  }
  return { lines, lineContext }
}

const tooMuch = ({ consumed, unit, description }: MaterialRow) =>
  new Problem(
    400,
    `Only ${formatQuantity(consumed, unit)} of ${description} ${isOrAre(consumed)} booked as used, so no more can be put back into stock.`,
    { code: 'notused' },
  )

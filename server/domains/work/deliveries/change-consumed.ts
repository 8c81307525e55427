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
type Booked = { way: 1 | -1; storageid: string | null; note: string }
/** `invoiced`: whether jobs may be Invoiced. */
type Booking = Booked & { invoiced?: boolean }

/**
 * What lines of jobs used grows or shrinks by it, with the stock that follows. What comes back of an invoiced job is less used
 * too: the goods are there again, and the invoice says what is to be credited (decision 164).
 * @throws 403, 400 for a settled job
 */
export function changeConsumed(
  tx: Tx,
  viewer: Viewer,
  chosen: readonly Chosen[],
  { invoiced, ...booked }: Booking,
): string[] {
  return bookConsumed(tx, chosen, openConsumed(tx, viewer, chosen, invoiced ?? booked.way < 0), booked)
}

/** As `changeConsumed`, whoever may say what was used. `isgone`: it left before, whatever the account blocks. */
export function bookConsumed(
  tx: Tx,
  chosen: readonly Chosen[],
  { lines, lineContext }: Opened,
  { way, storageid, note, isgone }: Booked & { isgone?: boolean },
): string[] {
  return bookTogether(tx, (book) =>
    chosen.flatMap(({ line: { materialid, description }, quantity }) => {
      const before = lines.get(materialid)
      if (!before)
        throw new Problem(400, `${description} was removed from its job, so nothing of it is used.`)
      const consumed = asQuantity(before.consumed + way * quantity)
      if (consumed < 0) throw tooMuch(before)
      const at = storageid ? { storageid } : {}
      const warning = moveStock(tx, book, before, before.consumed, consumed, { ...at, note, isgone })
      const after = storeLine(tx, before, { ...before, consumed })
      recordLineHistory(tx, 'changed', after, before, after, lineContext.names)
      return warning ? [warning] : []
    }),
  )
}

type Opened = ReturnType<typeof openUsed>

/** The lines that are chosen, of jobs whose goods may move. @throws as `changeConsumed` */
export function openConsumed(tx: Tx, viewer: Viewer, chosen: readonly Chosen[], invoiced: boolean) {
  if (!viewer.claims.has('materials.consume')) throw forbidden()
  const opened = openUsed(
    tx,
    chosen.map(({ line }) => line.materialid),
  )
  for (const { jobid } of opened.lines.values()) {
    const job = opened.lineContext.job(jobid)
    if (!invoiced || job.status !== INVOICED) refuseClosed(job)
  }
  return opened
}

/** Lines of jobs, with what their history needs. */
export function openUsed(tx: Tx, ids: readonly string[]) {
  const lines = new Map(linesByIds(tx.db, ids).map((line) => [line.id, line]))
  return { lines, lineContext: readLineContext(tx.db, [...lines.values()]) }
}

const tooMuch = ({ consumed, unit, description }: MaterialRow) =>
  new Problem(
    400,
    `Only ${formatQuantity(consumed, unit)} of ${description} ${isOrAre(consumed)} booked as used, so no more can be put back into stock.`,
    { code: 'notused' },
  )

import { readStoredPosition } from '#db/queries/position.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { addOrder } from '#server/domains/purchasing/orders/save-draft.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { sayArithmetic } from '#views/planning/arithmetic.ts'
import type { ProposalRow } from '#views/planning/types.ts'

type Proposed = { rows: readonly ProposalRow[]; seq: number }

/**
 * Makes one draft for each supplier. A row that is proposed no more, since a draft or an order has it, is refused, so
 * that nothing is ordered twice. Returns the ids of the orders.
 * @throws 400 by field, 409 where something changed since the proposals were worked out
 */
export function draftProposals(
  tx: Tx,
  viewer: Viewer,
  { rows, seq }: Proposed,
  chosen: readonly string[],
): string[] {
  if (readStoredPosition(tx.db).seq !== seq)
    throw new Problem(409, 'Something has changed meanwhile. Nothing was ordered: look at the list again.', {
      code: 'changed',
    })
  const known = new Map(rows.map((row) => [row.id, row]))
  const wanted = [...new Set(chosen)].map((id) => {
    const row = known.get(id)
    if (!row)
      throw invalid({
        rows: 'A row is not proposed any more: a draft or an order may have it. Look at the list again.',
      })
    if (row.archived)
      throw invalid({
        rows: `${row.item.name} is archived: restore it, or take it off the jobs that need it.`,
      })
    if (!row.supplier)
      throw invalid({ rows: `${row.item.name} has no supplier yet: choose one on its page.` })
    return { ...row, supplier: row.supplier }
  })
  return [...Map.groupBy(wanted, ({ supplier }) => supplier.id)].map(([supplier, lines]) =>
    addOrder(tx, viewer, {
      supplier,
      required: lines.map(({ needed }) => needed).reduce((a, b) => (a < b ? a : b)),
      lines: lines.map((row) => ({
        inventoryid: row.item.id,
        quantity: asQuantity(row.orderquantity),
        unit: row.orderunit,
        jobid: findOnlyJob(row),
        planned: sayArithmetic(row),
      })),
    }),
  )
}

/** A line is for a job where all of it is. */
const findOnlyJob = ({ pegs, surplus }: ProposalRow) =>
  pegs.length === 1 && surplus === 0 ? (pegs[0]?.jobid ?? null) : null

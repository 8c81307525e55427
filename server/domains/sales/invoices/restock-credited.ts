import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import { listDepartingLines } from '#db/queries/stock/departures.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeConsumed } from '#server/domains/work/deliveries/change-consumed.ts'
import { movesStock } from '#server/domains/work/deliveries/consign.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { countGone } from '#server/stock/departed.ts'
import { formatQuantity } from '#views/format.ts'
import type { CreditedLine } from './credit-lines.ts'
import type { readNotedLines } from './read-goods.ts'

const ONE = 1_000_000

/** `out`: used, or with the client, sold or not; `most`: of it, what a document can bring in; `charged`: of it, what stands invoiced. */
type Out = { out: number; most: number; charged: number }

/** `instock`: of what is credited, what notes put back. */
type Asked = { credited: Quantity; instock: Quantity }

type Restocking = Pick<CreditedLine, 'materialid'> & { printed: Pick<CreditedLine['printed'], 'of'> }

/**
 * How much of a line of a job may come back into stock when some of it is credited: what a delivery note put back is credited first,
 * and what is out may not fall below what still stands invoiced, so that nothing comes in twice. A percentage of a price is no part of
 * the goods, of which whole ones alone come back.
 */
export function readRestockable(
  db: TenantDb,
  viewer: Viewer,
  jobid: string | null,
  noted: ReturnType<typeof readNotedLines>,
): (of: Restocking, asked: Asked) => Quantity {
  const made = new Map(jobid ? listDepartingLines(db, [jobid]).map((line) => [line.id, line]) : [])
  const used = jobid && mayUse(db, viewer, jobid) ? linesByIds(db, [...noted.keys()]) : []
  const usedOf = new Map(
    used
      .filter((line) => movesStock(line) && stockDirection(line.inventoryclass) < 0)
      .map(({ id, consumed }) => [id, consumed]),
  )
  function findOut(id: string): Out | undefined {
    const { unsold, charged } = noted.get(id) ?? { unsold: 0, charged: 0 }
    const line = made.get(id)
    if (line) return { out: countGone(line) + unsold, most: line.departed + line.sold, charged }
    const consumed = usedOf.get(id)
    return consumed === undefined ? undefined : { out: consumed + unsold, most: consumed, charged }
  }
  return (of, { credited, instock }) => {
    const line = of.materialid === null ? undefined : findOut(of.materialid)
    if (!line) return asQuantity(0)
    const most = Math.min(line.most, line.out - (line.charged - credited))
    const some = Math.max(0, Math.min(credited - instock, most))
    return asQuantity(of.printed.of ? some - (some % ONE) : some)
  }
}

function mayUse(db: TenantDb, viewer: Viewer, jobid: string) {
  const status = findJobPlace(db, jobid)?.status
  return viewer.claims.has('materials.consume') && status !== ARCHIVED && status !== REMOVED
}

/** What was used is used less; what the job made comes in as its credit note is stored (decision 199). Gives what to say of it. */
export function restockUsed(
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  { number, lines }: { number: string; lines: readonly CreditedLine[] },
): string[] {
  const made = new Set(listDepartingLines(tx.db, [jobid]).map(({ id }) => id))
  const chosen = lines.flatMap(({ materialid, restock, printed: { description } }) =>
    materialid && restock > 0 && !made.has(materialid)
      ? [{ line: { materialid, description }, quantity: restock }]
      : [],
  )
  if (chosen.length === 0) return []
  return changeConsumed(tx, viewer, chosen, { way: -1, storageid: null, note: `Came back by ${number}` })
}

/** Nothing where nothing comes back. */
export const sayRestocked = (lines: readonly CreditedLine[]): string =>
  lines
    .filter(({ restock }) => restock > 0)
    .map(({ restock, printed: { unit, description } }) => `${formatQuantity(restock, unit)} ${description}`)
    .join(', ')

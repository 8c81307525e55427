import { chargedByLine } from '#db/queries/sales/invoice-lines.ts'
import {
  addReturned,
  listNotedLines,
  listOpenCredits,
  listUncredited,
  storeUncredited,
} from '#db/queries/sales/noted-lines.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { readUncharged } from './consigned.ts'
import { invoicedByLine } from './invoiced-lines.ts'

/**
 * Of each of some lines of jobs, in millionths of its unit: what is used or made, and neither invoiced nor credited for good; below
 * zero, that much is invoiced and the client does not keep it.
 */
export function readUninvoiced(db: TenantDb, ids: readonly string[]): ReadonlyMap<string, number> {
  const lines = linesByIds(db, ids)
  const jobids = [...new Set(lines.map(({ jobid }) => jobid))]
  const invoiced = invoicedByLine(db, jobids)
  const unchargedOf = readUncharged(db, jobids)
  return new Map(
    lines.map(({ id, consumed }) => [
      id,
      consumed - unchargedOf(id).kept - (invoiced.get(id)?.quantity ?? 0),
    ]),
  )
}

type Returned = { materialid: string; quantity: number }

/**
 * Keeps with each credit note what of it a delivery note brings back afterwards (decision 243): what was credited as returned first,
 * for good and then to be invoiced again, then the rest. What was to be invoiced again and is, is among what stands invoiced.
 * Gives what is credited by that, by line. Goods that were charged wrongly were not given back: such a credit is none of them.
 * @param instock whether it comes into stock
 * @param uninvoiced before it came back
 */
export function matchCredits(
  tx: Tx,
  back: readonly Returned[],
  { instock, uninvoiced }: { instock: boolean; uninvoiced: ReadonlyMap<string, number> },
): ReadonlyMap<string, number> {
  const left = new Map(back.map(({ materialid, quantity }) => [materialid, quantity]))
  const again = new Map(uninvoiced)
  const credited = new Map<string, number>()
  const rows = listOpenCredits(tx.db, [...left.keys()]).flatMap(({ open, ...credit }) => {
    const { materialid } = credit
    const isReturn = Boolean(credit.returned) || !credit.again
    if (!isReturn && !instock) return []
    const most = credit.again ? (again.get(materialid) ?? 0) : open
    const quantity = Math.min(open, most, left.get(materialid) ?? 0)
    if (quantity <= 0) return []
    left.set(materialid, (left.get(materialid) ?? 0) - quantity)
    if (credit.again) again.set(materialid, most - quantity)
    if (isReturn) credited.set(materialid, (credited.get(materialid) ?? 0) + quantity)
    return [
      {
        ...{ invoiceid: credit.invoiceid, position: credit.position },
        ...(instock ? { instock: quantity, aside: 0 } : { instock: 0, aside: quantity }),
      },
    ]
  })
  if (rows.length > 0) addReturned(tx.db, rows)
  return credited
}

type Line = { materialid: string | null }
type Asked = { issuedutc: string | null; reason?: string }

/**
 * Of goods of a job that notes brought back and no credit note has credited, what a credit note takes: what came into stock after its
 * invoice was issued, which charged it. For another reason than that goods were returned, it takes of these only what is invoiced and
 * the client does not keep: the rest of what it credits is with the client. `aside`: what came back, and not into stock.
 */
export function readUncredited(db: TenantDb, jobid: string | null, { issuedutc, reason }: Asked) {
  const ids = jobid ? [...chargedByLine(db, jobid).keys()] : []
  const instock = new Map<string, number>()
  for (const { materialid, dateutc, uncredited } of listUncredited(db, ids))
    if (!issuedutc || dateutc > issuedutc)
      instock.set(materialid, (instock.get(materialid) ?? 0) + uncredited)
  const noted = new Map(listNotedLines(db, ids).map((line) => [line.materialid, line]))
  const uninvoiced = reason === 'returned' ? undefined : readUninvoiced(db, [...instock.keys()])
  return ({ materialid }: Line): { instock: Quantity; aside: Quantity } => {
    const id = materialid ?? ''
    const most = uninvoiced ? Math.max(0, -(uninvoiced.get(id) ?? 0)) : Number.POSITIVE_INFINITY
    return {
      instock: asQuantity(Math.min(instock.get(id) ?? 0, most)),
      aside: asQuantity(uninvoiced ? 0 : Math.max(0, -(noted.get(id)?.ahead ?? 0))),
    }
  }
}

/** What is credited, or leaves again, is to be credited no more. `issuedutc`: of the invoice that is credited. */
export function takeUncredited(tx: Tx, taken: readonly Returned[], issuedutc?: string | null) {
  const left = new Map(taken.map(({ materialid, quantity }) => [materialid, quantity]))
  const all = listUncredited(tx.db, [...left.keys()])
  // What leaves again is what came back last: what came back before an invoice, that did not charge.
  const ordered = issuedutc ? all.filter(({ dateutc }) => dateutc > issuedutc) : all.toReversed()
  const rows = ordered.flatMap(({ id, materialid, uncredited }) => {
    const quantity = Math.min(uncredited, left.get(materialid) ?? 0)
    if (quantity <= 0) return []
    left.set(materialid, (left.get(materialid) ?? 0) - quantity)
    return [{ id, uncredited: uncredited - quantity }]
  })
  if (rows.length > 0) storeUncredited(tx.db, rows)
}

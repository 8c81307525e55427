import { addBackByNote, listOpenCredits } from '#db/queries/sales/noted-lines.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { readUncharged } from './consigned.ts'
import { invoicedByLine } from './invoiced-lines.ts'

/** Of each of some lines of jobs, in millionths of its unit: what is used or made, and neither invoiced nor credited for good. */
export function readUninvoiced(db: TenantDb, ids: readonly string[]): ReadonlyMap<string, number> {
  const lines = linesByIds(db, ids)
  const jobids = [...new Set(lines.map(({ jobid }) => jobid))]
  const invoiced = invoicedByLine(db, jobids)
  const unchargedOf = readUncharged(db, jobids)
  return new Map(
    lines.map(({ id, consumed }) => [
      id,
      Math.max(0, consumed - unchargedOf(id).kept - (invoiced.get(id)?.quantity ?? 0)),
    ]),
  )
}

type Back = { materialid: string; quantity: number }

/**
 * Keeps with each credit note what of it a delivery note put back afterwards (decision 243): what was credited as returned first, for
 * good and then to be invoiced again, then the rest. What was to be invoiced again and is, is among what stands invoiced.
 * @param uninvoiced before it came back
 */
export function matchCredits(tx: Tx, back: readonly Back[], uninvoiced: ReadonlyMap<string, number>) {
  const left = new Map(back.map(({ materialid, quantity }) => [materialid, quantity]))
  const again = new Map(uninvoiced)
  const rows = listOpenCredits(tx.db, [...left.keys()]).flatMap(({ open, ...credit }) => {
    const { materialid } = credit
    const most = credit.again ? (again.get(materialid) ?? 0) : open
    const quantity = Math.min(open, most, left.get(materialid) ?? 0)
    if (quantity <= 0) return []
    left.set(materialid, (left.get(materialid) ?? 0) - quantity)
    if (credit.again) again.set(materialid, most - quantity)
    return [{ invoiceid: credit.invoiceid, position: credit.position, quantity }]
  })
  if (rows.length > 0) addBackByNote(tx.db, rows)
}

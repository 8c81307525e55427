import { unpackMaterials } from '#db/queries/stock/equipment.ts'
import type { Tx } from '#db/tenants.ts'
import { pieceKinds, recordLineRows } from '#server/domains/work/jobs/line-history.ts'

type Packed = { jobid: string; equipmentid: string; name: string; role: number }

/** Of a piece that is on a job in that role no more. */
export function unpackLines(tx: Tx, { jobid, equipmentid, name, role }: Packed) {
  const field = role === 1 ? 'inputequipment' : 'jobequipment'
  for (const { description } of unpackMaterials(tx.db, { jobid, equipmentid, field, now: tx.now }))
    recordLineRows(tx, jobid, 'changed', [{ kind: pieceKinds[role]!, old: name, new: '' }], description)
}

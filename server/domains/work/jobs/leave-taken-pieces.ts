import { deleteAllocation, listTakenPieces } from '#db/queries/stock/equipment.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import { unpackLines } from '#server/domains/stock/equipment/unpack-lines.ts'
import { recordHistory } from '#server/history.ts'
import { pieceKinds, recordLineRows } from './line-history.ts'

/** What went out on another job while this one was off the lanes is left out of it (decision F2): no piece is on two jobs. */
export function leaveTakenPieces(tx: Tx, { id, reference }: Pick<JobPlaceRow, 'id' | 'reference'>) {
  for (const { equipmentid, name, role, elsewhere } of listTakenPieces(tx.db, id)) {
    deleteAllocation(tx.db, id, equipmentid)
    unpackLines(tx, { jobid: id, equipmentid, name, role })
    const row = { kind: pieceKinds[role]!, old: name, new: '' }
    recordLineRows(tx, id, 'equipment', [row], `meanwhile on ${elsewhere}`)
    recordHistory(tx, 'equipment', equipmentid, [{ field: 'job', oldvalue: reference, newvalue: elsewhere }])
  }
}

import { listTakenPieces, setAllocation } from '#db/queries/stock/equipment.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import { recordLineRows, recordProcessed } from './line-history.ts'

/** What went out on another job while this one was off the lanes counts as processed here: no piece is on two jobs. */
export function leaveTakenPieces(tx: Tx, { id, reference }: Pick<JobPlaceRow, 'id' | 'reference'>) {
  for (const { equipmentid, name, role } of listTakenPieces(tx.db, id)) {
    setAllocation(tx.db, id, equipmentid, role, true)
    recordLineRows(tx, id, 'equipment', [{ kind: 'Processed', old: 'no', new: 'yes' }], name)
    recordProcessed(tx, equipmentid, reference, false, true)
  }
}

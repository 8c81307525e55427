import {
  type Allocation,
  deleteAllocation,
  equipmentByBarcode,
  equipmentInUse,
  findAllocation,
  findEquipmentJobs,
  insertAllocation,
  setAllocation,
  setFreeSince,
} from '#db/queries/stock/equipment.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeableJob, getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { pieceKinds, recordLineRows, recordProcessed } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { formatPlainValue, recordHistory } from '#server/history.ts'
import { unpackLines } from './unpack-lines.ts'

type Named = { barcode?: string; equipmentid?: string | null }
type Placed = { role?: number; processed?: boolean }

/** @throws 404 for the job, 400 for the piece, 409 when it is out already */
export function allocate(
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  named: Named,
  { role = 1, processed = false }: Placed = {},
): string {
  const { reference } = getEditableJob(tx.db, viewer, jobid)
  const piece = findPiece(tx, named)
  // What is processed is home: it may be out elsewhere meanwhile.
  if (!processed) refuseTaken(tx, piece, jobid)
  insertAllocation(tx.db, jobid, piece.id, role, tx.now)
  if (processed) setAllocation(tx.db, jobid, piece.id, role, true)
  recordLineRows(tx, jobid, 'equipment', [{ kind: pieceKinds[role]!, old: '', new: piece.name }])
  recordHistory(tx, 'equipment', piece.id, [{ field: 'job', oldvalue: '', newvalue: reference }])
  if (processed) recordProcessed(tx, piece.id, reference, false, true)
  announce(tx, jobid, piece.id)
  return piece.id
}

function findPiece(tx: Tx, { barcode, equipmentid }: Named) {
  if (!barcode && !equipmentid) throw invalid({ barcode: 'Scan a piece of equipment, or choose one.' })
  const piece = equipmentid ? equipmentInUse(tx.db, equipmentid) : equipmentByBarcode(tx.db, barcode ?? '')
  if (piece) return piece
  throw equipmentid
    ? invalid({ equipmentid: 'This piece of equipment could not be found.' })
    : invalid({ barcode: `No equipment has the barcode ${barcode}.` })
}

function refuseTaken(tx: Tx, piece: { id: string; name: string }, jobid: string) {
  const [out] = findEquipmentJobs(tx.db, [piece.id])
  if (out?.jobid === jobid || findAllocation(tx.db, jobid, piece.id)?.processed === false)
    throw new Problem(409, `${piece.name} is on this job already.`, { code: 'allocated' })
  if (out)
    throw new Problem(409, `${piece.name} is still out on job ${out.reference}.`, { code: 'elsewhere' })
}

/** Returns what it was there. @throws 404 when it is not on it */
export function deallocate(tx: Tx, viewer: Viewer, jobid: string, equipmentid: string): Allocation {
  getEditableJob(tx.db, viewer, jobid)
  const before = onJob(tx, jobid, equipmentid)
  const { name, role, reference, processed } = before
  deleteAllocation(tx.db, jobid, equipmentid)
  unpackLines(tx, before)
  if (!processed) setFreeSince(tx.db, equipmentid, tx.now)
  recordLineRows(tx, jobid, 'equipment', [{ kind: pieceKinds[role]!, old: name, new: '' }])
  recordHistory(tx, 'equipment', equipmentid, [{ field: 'job', oldvalue: reference, newvalue: '' }])
  announce(tx, jobid, equipmentid)
  return before
}

/** Processed, it is home again. @throws 404, 409 */
export function markProcessed(tx: Tx, viewer: Viewer, jobid: string, equipmentid: string, wanted: Placed) {
  changeableJob(tx.db, viewer, jobid)
  const before = onJob(tx, jobid, equipmentid)
  const was = before.processed
  const { role = before.role, processed = was } = wanted
  // A piece comes home whatever became of its job.
  if (role !== before.role || !processed) getEditableJob(tx.db, viewer, jobid)
  if (role === before.role && processed === was) return
  const out = findEquipmentJobs(tx.db, [equipmentid])[0]
  if (was && !processed && out)
    throw new Problem(409, `${before.name} is still out on job ${out.reference}.`, { code: 'elsewhere' })
  setAllocation(tx.db, jobid, equipmentid, role, processed)
  if (role !== before.role) unpackLines(tx, before)
  if (processed && !was) setFreeSince(tx.db, equipmentid, tx.now)
  recordLineRows(tx, jobid, 'equipment', toHistoryRows(before, role, processed), before.name)
  if (processed !== was) recordProcessed(tx, equipmentid, before.reference, was, processed)
  announce(tx, jobid, equipmentid)
}

function toHistoryRows({ role: was, processed: done, name }: Allocation, role: number, processed: boolean) {
  const turned =
    role === was
      ? []
      : [
          { kind: pieceKinds[was]!, old: name, new: '' },
          { kind: pieceKinds[role]!, old: '', new: name },
        ]
  const worked = { kind: 'Processed', old: formatPlainValue('', done), new: formatPlainValue('', processed) }
  return worked.old === worked.new ? turned : [...turned, worked]
}

function onJob(tx: Tx, jobid: string, equipmentid: string): Allocation {
  const found = findAllocation(tx.db, jobid, equipmentid)
  if (!found) throw notFound('equipment')
  return found
}

function announce(tx: Tx, jobid: string, equipmentid: string) {
  touchJob(tx, jobid)
  tx.publish('RecordChanged', [{ table: 'equipment', id: equipmentid }])
}

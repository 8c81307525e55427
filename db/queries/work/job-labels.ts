import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

export type LabelledPiece = { id: string; name: string; barcode: string; code: string }

// Text: three indexes find one list.
const JOB_PIECES_SQL = `
  SELECT id, name, barcode, code FROM equipment WHERE id IN (
    SELECT equipmentid FROM job_equipment WHERE jobid = ?1
    UNION SELECT jobequipment FROM materials
      WHERE jobid = ?1 AND archived = 0 AND jobequipment IS NOT NULL
    UNION SELECT l.equipmentid FROM materials m JOIN delivery_lines l ON l.materialid = m.id
      WHERE m.jobid = ?1 AND l.equipmentid IS NOT NULL)
  ORDER BY name COLLATE NOCASE, id`

/** The pieces of equipment on a job, and those in which lines of it are packed. */
export const listJobPieces = (db: TenantDb, jobid: string): LabelledPiece[] =>
  prepared<LabelledPiece>(db, JOB_PIECES_SQL).all([jobid])

type Packed = { materialid: string; quantity: Quantity }

/** What of a job delivery notes say is packed in a piece, less what came back. */
export const listPacked = (db: TenantDb, jobid: string, equipmentid: string): Packed[] =>
  prepared<Packed>(
    db,
    `SELECT m.id AS materialid, sum(l.quantity - l.returned) AS quantity
    FROM materials m JOIN delivery_lines l ON l.materialid = m.id
    WHERE m.jobid = ?1 AND m.archived = 0 AND l.equipmentid = ?2
    GROUP BY m.id HAVING quantity > 0`,
  ).all([jobid, equipmentid])

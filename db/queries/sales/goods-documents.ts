import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** `lineid`: of its note; `instock`: a return put its goods into stock; `issuedutc`: of the invoice that is credited. */
type DocumentRow = Record<'kind' | 'at' | 'id' | 'materialid', string> &
  Record<
    'position' | 'quantity' | 'consigned' | 'instock' | 'scrapped' | 'returned' | 'again' | 'restocked',
    number
  > & {
    lineid: string | null
    issuedutc: string | null
  }

const OF = 'FROM json_each($ids) listed CROSS JOIN'

/** Older notes keep only the sum of what came into stock: where that is a part of what came back, stock moved along with the return. */
const IN_STOCK = `iif(e.kind IN ('mended', 'restocked', 'scrapped'), e.kind <> 'mended', iif(l.restocked IN (0, l.returned), l.restocked > 0, EXISTS (
  SELECT 1 FROM materials m CROSS JOIN stock_ledger s INDEXED BY stock_ledger_job ON s.jobid = m.jobid AND s.inventoryid = m.inventoryid
  WHERE m.id = l.materialid AND s.createdutc = e.dateutc AND s.quantity > 0)))`

const DOCUMENTS = `
  SELECT 'note' AS kind, coalesce(n.issuedutc, n.createdutc) AS at, l.id, l.materialid, 0 AS position, l.quantity,
    n.storageid IS NOT NULL AS consigned, 0 AS instock, 0 AS scrapped, 0 AS returned, 0 AS again, 0 AS restocked, NULL AS lineid, NULL AS issuedutc
  ${OF} delivery_lines l ON l.materialid = listed.value CROSS JOIN deliveries n ON n.id = l.deliveryid WHERE n.state <> 'draft'
  UNION ALL
  SELECT iif(e.kind = 'sold', 'sold', 'return'), e.dateutc, e.id, l.materialid, 0, e.quantity, n.storageid IS NOT NULL, ${IN_STOCK}, e.kind = 'scrapped', 0, 0, 0, l.id, NULL
  ${OF} delivery_lines l ON l.materialid = listed.value CROSS JOIN deliveries n ON n.id = l.deliveryid
  CROSS JOIN delivery_events e ON e.lineid = l.id
  UNION ALL
  SELECT iif(l.creditline IS NULL, 'invoice', 'credit'), coalesce(n.issuedutc, n.createdutc), n.id, l.materialid, l.position,
    iif(l.creditline IS NULL, l.quantity, -l.quantity), 0, 0, 0, n.reason = 'returned', l.again, l.restocked, NULL, o.issuedutc
  ${OF} invoice_lines l ON l.materialid = listed.value CROSS JOIN invoices n ON n.id = l.invoiceid
  LEFT JOIN invoices o ON o.id = n.credits
  ORDER BY 2, 3, 5`

/** All documents of some lines of jobs, the first first. */
export const listGoodsDocuments = (db: TenantDb, ids: readonly string[]): DocumentRow[] =>
  prepared<DocumentRow>(db, DOCUMENTS).all({ ids: JSON.stringify(ids) })

type NoteRow = Record<'id' | 'deliveryid' | 'number' | 'materialid' | 'issuedutc', string> &
  Record<'redelivered' | 'mended' | 'restocked' | 'restockedbefore' | 'consigned', number>

const NOTES = `
  SELECT l.id, n.id AS deliveryid, n.number, l.materialid, coalesce(n.issuedutc, n.createdutc) AS issuedutc, l.redelivered, l.mended,
    l.restocked, l.restockedbefore, n.storageid IS NOT NULL AS consigned
  ${OF} delivery_lines l ON l.materialid = listed.value CROSS JOIN deliveries n ON n.id = l.deliveryid
  WHERE n.state <> 'draft'`

/** What notes keep of some lines of jobs. */
export const listNoteGoods = (db: TenantDb, ids: readonly string[]): NoteRow[] =>
  prepared<NoteRow>(db, NOTES).all({ ids: JSON.stringify(ids) })

const STORE_NOTES = `UPDATE delivery_lines SET redelivered = m.value ->> 'redelivered', mended = m.value ->> 'mended',
  restocked = m.value ->> 'restocked'
  FROM json_each(?) m WHERE delivery_lines.id = m.value ->> 'id'`

export const storeNoteGoods = (
  db: TenantDb,
  rows: readonly Pick<NoteRow, 'id' | 'redelivered' | 'mended' | 'restocked'>[],
) => prepared(db, STORE_NOTES).run([JSON.stringify(rows)])

const COUNTED = `
  SELECT m.id AS materialid, max(s.createdutc) AS countedutc
  ${OF} materials m ON m.id = listed.value CROSS JOIN stock_ledger s INDEXED BY stock_ledger_item ON s.inventoryid = m.inventoryid
  WHERE s.kind = 'count' GROUP BY 1`

/** When the items of some lines of jobs were counted last. */
export const listLastCounts = (db: TenantDb, ids: readonly string[]) =>
  prepared<{ materialid: string; countedutc: string }>(db, COUNTED).all({ ids: JSON.stringify(ids) })

/** The first of the lines of jobs that an older program wrote documents of. */
export const listUnreckoned = (db: TenantDb, most: number): string[] =>
  prepared<{ materialid: string }>(db, 'SELECT materialid FROM unreckoned_lines ORDER BY 1 LIMIT ?')
    .all([most])
    .map(({ materialid }) => materialid)

export const removeUnreckoned = (db: TenantDb, ids: readonly string[]) =>
  prepared(db, 'DELETE FROM unreckoned_lines WHERE materialid IN (SELECT value FROM json_each(?))').run([
    JSON.stringify(ids),
  ])

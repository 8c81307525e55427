import { REMOVED } from '#db/job-status.ts'
import type { materials, stock_ledger, stock_onhand } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

// The whole ledger is read here: for the self-check, never for a page. Text for its sums, windows and full join, none of
// which drizzle has.

type CacheGap = Pick<typeof stock_onhand.$inferSelect, 'inventoryid' | 'storageid'> & {
  ledger: number
  cached: number
}

export const cacheGaps = (db: TenantDb) =>
  prepared<CacheGap>(
    db,
    `WITH sums AS (
       SELECT inventoryid, coalesce(storageid, '') AS storageid, sum(quantity) AS quantity
       FROM stock_ledger GROUP BY 1, 2)
     SELECT coalesce(sums.inventoryid, o.inventoryid) AS inventoryid,
       coalesce(sums.storageid, o.storageid) AS storageid,
       coalesce(sums.quantity, 0) AS ledger, coalesce(o.quantity, 0) AS cached
     FROM sums FULL JOIN stock_onhand AS o ON o.inventoryid = sums.inventoryid AND o.storageid = sums.storageid
     WHERE coalesce(sums.quantity, 0) <> coalesce(o.quantity, 0)`,
  ).all()

type Movement = typeof stock_ledger.$inferSelect

type BalanceGap = Pick<Movement, 'inventoryid' | 'seq' | 'balance'> & { ledger: number }

export const balanceGaps = (db: TenantDb) =>
  prepared<BalanceGap>(
    db,
    `WITH running AS (
       SELECT inventoryid, seq, balance, sum(quantity) OVER (PARTITION BY inventoryid ORDER BY seq) AS ledger
       FROM stock_ledger)
     SELECT inventoryid, min(seq) AS seq, ledger, balance FROM running WHERE ledger <> balance GROUP BY inventoryid`,
  ).all()

type ValueGap = Pick<Movement, 'inventoryid' | 'seq' | 'valuebalance'> & { ledger: number }

/** Worth that is not the sum of what moved, or stands on no stock. */
export const valueGaps = (db: TenantDb) =>
  prepared<ValueGap>(
    db,
    `WITH running AS (
       SELECT inventoryid, seq, balance, valuebalance, sum(value) OVER (PARTITION BY inventoryid ORDER BY seq) AS ledger
       FROM stock_ledger)
     SELECT inventoryid, min(seq) AS seq, iif(balance = 0 AND ledger = valuebalance, 0, ledger) AS ledger, valuebalance
     FROM running WHERE ledger <> valuebalance OR balance = 0 AND valuebalance <> 0 GROUP BY inventoryid`,
  ).all()

type Line = typeof materials.$inferSelect

type LineSum = Pick<Line, 'inventoryid' | 'inventoryclass' | 'consumed' | 'unitratio'> & {
  materialid: Line['id']
  ledger: number
  /** Removed: then what it used may have been put back. */
  removed: 0 | 1
}

export const lineSums = (db: TenantDb) =>
  prepared<LineSum>(
    db,
    `WITH moved AS (
       SELECT materialid, sum(quantity) AS quantity FROM stock_ledger WHERE materialid IS NOT NULL GROUP BY 1)
     SELECT m.id AS materialid, m.inventoryid, m.inventoryclass, m.consumed, m.unitratio,
       coalesce(moved.quantity, 0) AS ledger, j.status = ${REMOVED} AS removed
     FROM materials AS m JOIN jobs AS j ON j.id = m.jobid LEFT JOIN moved ON moved.materialid = m.id
     WHERE m.consumed <> 0 OR moved.quantity <> 0`,
  ).all()

type DepartedSum = Pick<Line, 'inventoryid' | 'departed' | 'unitratio'> & {
  materialid: Line['id']
  jobid: string
  ledger: number
}

/** Of lines that sold nothing on consignment: that leaves by movements of its own. */
export const departedSums = (db: TenantDb) =>
  prepared<DepartedSum>(
    db,
    `WITH moved AS (
       SELECT jobid, inventoryid, sum(quantity) AS quantity FROM stock_ledger INDEXED BY stock_ledger_job
       WHERE jobid IS NOT NULL AND kind IN ('delivery', 'sale') AND valuedby <> 'moved' GROUP BY 1, 2),
     consigned AS MATERIALIZED (
       SELECT o.jobid, o.inventoryid FROM delivery_lines AS d JOIN materials AS o ON o.id = d.materialid WHERE d.sold <> 0)
     SELECT m.id AS materialid, m.jobid, m.inventoryid, m.departed, m.unitratio, coalesce(moved.quantity, 0) AS ledger
     FROM materials AS m LEFT JOIN moved ON moved.jobid = m.jobid AND moved.inventoryid = m.inventoryid
     WHERE (m.departed <> 0 OR moved.quantity <> 0)
       AND (m.jobid, m.inventoryid) NOT IN (SELECT jobid, inventoryid FROM consigned WHERE inventoryid IS NOT NULL)`,
  ).all()

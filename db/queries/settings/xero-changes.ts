import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

/** What takes off an invoice at Xero: payments and credits, whoever put them there. */
type SettledThere = { xeroid: string; cents: Cents }

// An account has one organisation: its rows are found by their ids, and a plus keeps SQLite from all rows of that one.

/** The code of a row whose payments and credits differ. */
const SETTLED = 'settled'

/** Of what was sent and has been deleted or voided there. Returns how many. */
export const markDiverged = (db: TenantDb, xeroids: readonly string[], reason: string, now: string): number =>
  prepared(
    db,
    `UPDATE xero_outbox SET state = 'diverged', code = '', reason = ?2, changedutc = ?3
     WHERE (state = 'sent' OR code = '${SETTLED}') AND xeroid IN (SELECT value FROM json_each(?1)) AND xeroid <> ''`,
  ).run([JSON.stringify(xeroids), reason, now]).changes

type Compared = { id: string; recordid: string; flagged: 0 | 1; there: Cents; here: Cents }

/**
 * Invoices and bills of these with what Xero has put to them and what was sent from here. Left out: those of which
 * something waits, unless it is for a credit note that was refused, or went since `began`.
 */
export const compareSettled = (
  db: TenantDb,
  settled: readonly SettledThere[],
  { tenantid, began }: { tenantid: string; began: string },
): Compared[] =>
  prepared<Compared>(
    db,
    `SELECT d.id, d.recordid, d.state = 'diverged' AS flagged, t.value ->> 'cents' AS there,
       (SELECT coalesce(sum(o.sentcents), 0) FROM xero_outbox o WHERE o.invoiceid = d.recordid
         AND o.invoiceid <> '' AND +o.tenantid = d.tenantid AND o.xeroid <> '' AND o.state <> 'diverged') AS here
     FROM json_each($settled) t JOIN xero_outbox d ON d.xeroid = t.value ->> 'xeroid' AND d.xeroid <> ''
     WHERE +d.tenantid = $tenantid AND d.kind IN ('invoice', 'bill')
       AND (d.state = 'sent' OR (d.state = 'diverged' AND d.code = '${SETTLED}'))
       AND NOT EXISTS (SELECT 1 FROM xero_outbox o WHERE o.invoiceid = d.recordid AND o.invoiceid <> ''
         AND +o.tenantid = d.tenantid AND (o.changedutc > $began OR (o.state = 'waiting' AND (o.xeroid <> ''
           OR NOT EXISTS (SELECT 1 FROM xero_outbox n WHERE n.recordid = o.recordid AND n.kind IN ('creditnote', 'billcredit')
             AND n.invoiceid = '' AND +n.tenantid = d.tenantid AND n.state = 'refused')))))`,
  ).all({ settled: JSON.stringify(settled), tenantid, began })

/** Marks these, by why they differ; without a reason they no longer do. */
export const markSettled = (db: TenantDb, rows: readonly { id: string; reason: string }[], now: string) =>
  prepared(
    db,
    `UPDATE xero_outbox SET state = iif(v.reason = '', 'sent', 'diverged'), code = iif(v.reason = '', '', '${SETTLED}'),
       reason = v.reason, changedutc = $now
     FROM (SELECT value ->> 'id' AS id, value ->> 'reason' AS reason FROM json_each($rows)) v
     WHERE xero_outbox.id = v.id`,
  ).run({ rows: JSON.stringify(rows), now })

/** Of those that are marked, by their ids there, where something was sent since: a few at a time. */
export const listSettledAnew = (db: TenantDb, tenantid: string, most: number): string[] =>
  prepared<{ xeroid: string }>(
    db,
    `SELECT d.xeroid FROM xero_outbox d
     WHERE d.tenantid = $tenantid AND d.state = 'diverged' AND d.code = '${SETTLED}'
       AND EXISTS (SELECT 1 FROM xero_outbox o WHERE o.invoiceid = d.recordid AND o.invoiceid <> ''
         AND o.changedutc > d.changedutc)
     ORDER BY d.changedutc LIMIT $most`,
  )
    .all({ tenantid, most })
    .map(({ xeroid }) => xeroid)

/** Since when anything was to go to this organisation. */
export const firstXeroEntryUtc = (db: TenantDb, tenantid: string): string | null =>
  prepared<{ utc: string | null }>(
    db,
    'SELECT min(createdutc) AS utc FROM xero_outbox WHERE tenantid = $tenantid',
  ).get({ tenantid })?.utc ?? null

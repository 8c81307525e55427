import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'
import { REVISED } from './xero.ts'

/** A document as it stands at Xero; `settled`: what takes off it, payments and credits, whoever put them there. */
type StandingThere = { xeroid: string; total: Cents; settled: Cents | null; draft: boolean }

// An account has one organisation: its rows are found by their ids, and a plus keeps SQLite from all rows of that one.

/** The code of a row whose total, payments, credits or approval differ. */
export const SETTLED = 'settled'
/** The code of a bill that was cancelled here and that Xero did not void. */
export const VOID = 'void'

/** Of what was sent and has been deleted or voided there. Returns how many. */
export const markDiverged = (db: TenantDb, xeroids: readonly string[], reason: string, now: string): number =>
  prepared(
    db,
    `UPDATE xero_outbox SET state = 'diverged', code = '', reason = ?2, changedutc = ?3
     WHERE (state = 'sent' OR code = '${SETTLED}') AND xeroid IN (SELECT value FROM json_each(?1)) AND xeroid <> ''`,
  ).run([JSON.stringify(xeroids), reason, now]).changes

type Compared = {
  id: string
  recordid: string
  flagged: 0 | 1
  totalthere: Cents
  totalhere: Cents
  settledthere: Cents | null
  settledhere: Cents
  draft: 0 | 1
  before: string
}

/**
 * Documents of these with their total there and as it was sent, and with what Xero has put to them and what was sent
 * from here. Left out: those of which something waits, unless it is for a credit note that was refused, or went since
 * `began`.
 */
export const compareStanding = (
  db: TenantDb,
  standing: readonly StandingThere[],
  { tenantid, began }: { tenantid: string; began: string },
): Compared[] =>
  prepared<Compared>(
    db,
    `SELECT d.id, d.recordid, d.state = 'diverged' AS flagged,
       t.value ->> 'total' AS totalthere, d.sentcents AS totalhere, t.value ->> 'settled' AS settledthere,
       t.value ->> 'draft' AS draft, d.reason AS before,
       (SELECT coalesce(sum(o.sentcents), 0) FROM xero_outbox o WHERE o.invoiceid = d.recordid
         AND o.invoiceid <> '' AND +o.tenantid = d.tenantid AND o.xeroid <> '' AND o.state <> 'diverged') AS settledhere
     FROM json_each($standing) t JOIN xero_outbox d ON d.xeroid = t.value ->> 'xeroid' AND d.xeroid <> ''
     WHERE +d.tenantid = $tenantid AND d.kind IN ('invoice', 'bill', 'creditnote', 'billcredit')
       AND (d.state = 'sent' OR (d.state = 'diverged' AND d.code = '${SETTLED}'))
       AND NOT EXISTS (SELECT 1 FROM xero_outbox o WHERE o.invoiceid = d.recordid AND o.invoiceid <> ''
         AND +o.tenantid = d.tenantid AND (o.changedutc > $began OR (o.state = 'waiting' AND (o.xeroid <> ''
           OR NOT EXISTS (SELECT 1 FROM xero_outbox n WHERE n.recordid = o.recordid AND n.kind IN ('creditnote', 'billcredit')
             AND n.invoiceid = '' AND +n.tenantid = d.tenantid AND n.state = 'refused')))))`,
  ).all({ standing: JSON.stringify(standing), tenantid, began })

/** Marks these, by why they differ; without a reason they no longer do. */
export const markSettled = (db: TenantDb, rows: readonly { id: string; reason: string }[], now: string) =>
  prepared(
    db,
    `UPDATE xero_outbox SET state = iif(v.reason = '', 'sent', 'diverged'), code = iif(v.reason = '', '', '${SETTLED}'),
       reason = v.reason, changedutc = $now
     FROM (SELECT value ->> 'id' AS id, value ->> 'reason' AS reason FROM json_each($rows)) v
     WHERE xero_outbox.id = v.id`,
  ).run({ rows: JSON.stringify(rows), now })

/** What was to be put to these documents, and was refused, is asked for again. Returns how many. */
export const wakeRefusedParts = (db: TenantDb, tenantid: string, recordids: readonly string[], now: string) =>
  prepared(
    db,
    `UPDATE xero_outbox SET ${REVISED}, nextutc = $now
     WHERE state = 'refused' AND xeroid = '' AND +tenantid = $tenantid
       AND invoiceid IN (SELECT value FROM json_each($recordids)) AND invoiceid <> ''`,
  ).run({ tenantid, recordids: JSON.stringify(recordids), now }).changes

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

/** Of what was cancelled here and Xero did not void: those that are gone there by now. Returns how many. */
export const withdrawVoided = (db: TenantDb, xeroids: readonly string[], now: string): number =>
  prepared(
    db,
    `UPDATE xero_outbox SET state = 'withdrawn', xeroid = '', sentcents = 0, code = '', reason = '', changedutc = ?2
     WHERE state = 'refused' AND kind IN ('bill', 'billcredit') AND xeroid IN (SELECT value FROM json_each(?1)) AND xeroid <> ''`,
  ).run([JSON.stringify(xeroids), now]).changes

export const countStandingXero = (db: TenantDb, tenantid: string): number =>
  prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM xero_outbox
     WHERE tenantid = $tenantid AND state = 'refused' AND kind IN ('bill', 'billcredit') AND xeroid <> ''`,
  ).get({ tenantid })?.n ?? 0

/** Since when anything was to go to this organisation. */
export const firstXeroEntryUtc = (db: TenantDb, tenantid: string): string | null =>
  prepared<{ utc: string | null }>(
    db,
    'SELECT min(createdutc) AS utc FROM xero_outbox WHERE tenantid = $tenantid',
  ).get({ tenantid })?.utc ?? null

/** Of these ids there, the bills that were cancelled here and that Xero did not void. */
export const listNotVoided = (
  db: TenantDb,
  xeroids: readonly string[],
): { id: string; xeroid: string; reason: string }[] =>
  prepared<{ id: string; xeroid: string; reason: string }>(
    db,
    `SELECT id, xeroid, reason FROM xero_outbox
     WHERE state = 'refused' AND code = '${VOID}' AND xeroid IN (SELECT value FROM json_each(?)) AND xeroid <> ''`,
  ).all([JSON.stringify(xeroids)])

export const giveReasons = (db: TenantDb, rows: readonly { id: string; reason: string }[], now: string) =>
  prepared(
    db,
    `UPDATE xero_outbox SET reason = v.reason, changedutc = $now
     FROM (SELECT value ->> 'id' AS id, value ->> 'reason' AS reason FROM json_each($rows)) v
     WHERE xero_outbox.id = v.id`,
  ).run({ rows: JSON.stringify(rows), now })

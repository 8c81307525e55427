import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Only ever added to, or about what was done: an act and its undo both stay in them. What stock comes to is read beside them. */
const KEEPS_BOTH = new Set(
  [
    'history notifications outbox idempotency job_batches invoice_batches invoice_batch_rows',
    'job_builds job_build_lines purchase_receipts purchase_receipt_lines stock_ledger stock_sheets stock_sheet_lines',
    'webhook_events webhook_attempts lanes lane_stays tenant sequences sqlite_sequence resources search_unindexed',
  ].flatMap((line) => line.split(' ')),
)
const isSearch = (name: string) => /_(search|index)(_|$)|^search_|_words$/.test(name)

/** They say that a row was written or moved, whatever it says. */
const WRITTEN = 'version updatedutc seq changed movedversion editedversion movedutc'.split(' ')

/** What counts nothing is as good as no row; what is archived stands in no list. */
const COUNTS: Readonly<Record<string, string>> = {
  ...{ invoice_figures: 'documents', job_figures: 'jobs', past_job_figures: 'jobs' },
  ...{ payment_figures: 'payments', stock_onhand: 'quantity' },
}

const WORTH = `
  SELECT inventoryid, sum(value) AS value, sum(variance) AS variance FROM stock_ledger GROUP BY 1
  HAVING sum(value) <> 0 OR sum(variance) <> 0`

type Row = Record<string, unknown>

/** The rows of an account's file as text, by table, and what its stock is worth: all that an undo has to leave as it was. */
export function readTables(db: TenantDb): Record<string, string[]> {
  const tables = prepared<{ name: string }>(db, `SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  const read = (query: string) => prepared<Row>(db, query).all()
  const rowsOf = (name: string) =>
    read(`SELECT * FROM "${name}"`).filter((row) => !row.archived && row[COUNTS[name] ?? ''] !== 0)
  const names = tables.map(({ name }) => name).filter((name) => !KEEPS_BOTH.has(name) && !isSearch(name))
  const all = [...names.map((name) => [name, rowsOf(name)] as const), ['worth', read(WORTH)] as const]
  return Object.fromEntries(all.map(([name, rows]) => [name, rows.map(sayRow).sort()]))
}

const sayRow = (row: Row) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(row).filter(([column]) => !WRITTEN.includes(column))),
    (_, value) => (value instanceof Uint8Array ? `${Bun.hash(value)}` : value),
  )

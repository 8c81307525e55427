import { accountNames } from '#db/queries/platform/registry.ts'
import { countUnstored, findBadLanes, findWrongTotals, seriesGaps } from '#db/queries/self-check.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { checkStock } from '#server/stock/check.ts'
import { openData } from '#tests/tasks/support.ts'
import type { Data, Write } from './kill-writes.ts'

export type AckedWrite = { write: Write; data: Data; text: string }

/** Where a write of some path leaves its mark. */
const written: [RegExp, string, string][] = [
  [/^\/api\/jobs\/[^/]+\/notes$/, 'notes', 'message'],
  [/^\/api\/inventory\/inbound$/, 'stock_ledger', 'note'],
  [/^\/api\/clients$/, 'clients', 'name'],
  [/^\/api\/jobs$/, 'jobs', 'description'],
  [/^\/api\/materials$/, 'materials', 'description'],
]

/** Every acknowledged write, one by one, and what must add up however the program ended. */
export function findFaults(folder: string, acked: readonly AckedWrite[]): string[] {
  const data = openData(folder)
  try {
    const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
    return data.tenants.read(account.id, (db) => [
      ...markFaults(db, acked),
      ...moveFaults(db, acked),
      ...invoiceFaults(db, acked),
      ...checkStock(db).map((fault) => `stock ${JSON.stringify(fault)}`),
      ...findBadLanes(db).map((fault) => `lane ${JSON.stringify(fault)}`),
      ...findWrongTotals(db),
      ...seriesGaps(db).map((fault) => `numbers ${JSON.stringify(fault)}`),
      ...(countUnstored(db) ? [`${countUnstored(db)} issued without a number or PDF`] : []),
    ])
  } finally {
    data.close()
  }
}

const asMap = <Row, K, V>(rows: Row[], pair: (row: Row) => [K, V]) => new Map(rows.map(pair))

/** Each once: neither lost nor written twice by being asked again. */
function markFaults(db: TenantDb, acked: readonly AckedWrite[]): string[] {
  return written.flatMap(([path, table, column]) => {
    const found = asMap(
      prepared<{ mark: string; n: number }>(
        db,
        `SELECT ${column} AS mark, count(*) AS n FROM ${table} GROUP BY ${column}`,
      ).all(),
      ({ mark, n }) => [mark, n],
    )
    return acked
      .filter(({ write }) => path.test(write.path) && write.method === 'POST')
      .filter(({ write }) => found.get(write.mark) !== 1)
      .map(({ write }) => `${write.key}: ${found.get(write.mark) ?? 0} rows in ${table}`)
  })
}

function moveFaults(db: TenantDb, acked: readonly AckedWrite[]): string[] {
  const versions = asMap(
    prepared<{ id: string; version: number }>(db, 'SELECT id, version FROM jobs').all(),
    ({ id, version }) => [id, version],
  )
  return acked
    .filter(({ write }) => write.path === '/api/jobs/reorder' || write.method === 'PATCH')
    .filter(({ data }) => (versions.get(data.id) ?? 0) < data.version)
    .map(({ write, data }) => `${write.key}: version ${versions.get(data.id)}, told ${data.version}`)
}

function invoiceFaults(db: TenantDb, acked: readonly AckedWrite[]): string[] {
  type Row = { id: string; state: string; number: string | null; drafts: number }
  const found = asMap(
    prepared<Row>(
      db,
      'SELECT id, state, number, count(*) OVER (PARTITION BY jobid) AS drafts FROM invoices',
    ).all(),
    (row) => [row.id, row],
  )
  return acked
    .filter(({ write }) => write.path.startsWith('/api/invoices'))
    .filter(({ write, data }) => {
      const row = found.get(data.id)
      return row?.drafts !== 1 || (write.path.endsWith('/issue') && row.number !== data.number)
    })
    .map(({ write, data }) => `${write.key}: ${JSON.stringify(found.get(data.id))}, told ${data.number}`)
}

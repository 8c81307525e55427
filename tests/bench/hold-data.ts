import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { documentLines } from '#server/http/fields.ts'
import { recordLimits } from '#server/record-limits.ts'
import { fillPlatform, fillWithSentinels } from '#tests/support/sentinels.ts'
import type { TestServer } from '#tests/support/server.ts'

/** More than the largest page has. */
const ROWS = 999

/** Ids that are there, by table; the first is the one that others refer to. */
export type ManyIds = Record<string, string[]>

/** A document takes no more of these. */
const DOCUMENT_LINES = /^(purchaseorder|supplierinvoice|delivery)_lines$/

/** Of those that an account may have no more of, so many: with the first one there is room for one. */
const mostOf = (table: string) =>
  DOCUMENT_LINES.test(table)
    ? documentLines.maxItems - 1
    : Object.hasOwn(recordLimits, table)
      ? recordLimits[table as keyof typeof recordLimits][0] - 2
      : Number.POSITIVE_INFINITY

/** An account with `rows` in every table, or as many as it may have, all of which hang on the same records. */
export async function fillEveryTable(server: TestServer, rows = ROWS): Promise<ManyIds> {
  const { accountid, people, services } = server
  const one = await fillWithSentinels(services.tenants, accountid)
  const platform = await fillPlatform(services.platform, { accounts: accountid, users: people.agent.userid })
  const many = await services.tenants.write(accountid, { userid: null, name: 'Bench' }, (tx) => {
    for (const table of Object.keys(one)) copyRow(tx, table, one[table] as string, rows)
    dropGuards(tx)
    for (const sql of sound)
      prepared(tx.db, sql).run([people.admin.userid].slice(0, sql.split('?').length - 1))
    completeLanes(tx.db)
    tx.invalidateCaches()
    return Object.fromEntries(
      Object.keys(one).map((table) => [table, idsOf(tx, table, one[table] as string)]),
    )
  })
  const single = Object.entries(platform).map(([table, id]) => [table, [id]])
  return { ...Object.fromEntries(single), ...many, users: [people.agent.userid] }
}

/** What rules look at, of rows whose texts are words of nobody. */
const sound = [
  `UPDATE materials SET inventoryclass = 1, estimated = 1000000000, unit = '', unitratio = '1', linerate = 1000000`,
  'UPDATE item_inputs SET unitid = NULL',
  `UPDATE supplier_items SET unit = ''`,
  `UPDATE purchaseorder_lines SET unit = '', quantity = 1000000000, received = 500000000, receivable = 1`,
  `UPDATE time_entries SET date = '2026-11-02', endutc = '2026-11-02T09:00:00.000Z'`,
  'UPDATE workers SET userid = NULL',
  'UPDATE workers SET userid = ? WHERE id = (SELECT id FROM workers ORDER BY rowid LIMIT 1)',
  `UPDATE notifications SET userid = ?`,
  `UPDATE list_views SET userid = ?`,
  `UPDATE documents SET referenceid = (SELECT id FROM locations ORDER BY rowid LIMIT 1)`,
]

/** What is issued or booked never changes, but here: it is put back for the next request. */
function dropGuards({ db }: Tx) {
  const guards = prepared<{ name: string }>(
    db,
    `SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(%'`,
  ).all()
  for (const { name } of guards) prepared(db, `DROP TRIGGER "${name}"`).run()
}

type Column = { name: string; type: string; pk: number }

export const columnsOf = (db: Tx['db'], table: string) =>
  prepared(db, `PRAGMA table_info("${table}")`).all() as Column[]

export function copyRow(tx: Tx, table: string, id: string, rows: number) {
  const columns = columnsOf(tx.db, table)
  if (!columns.some(({ name, type }) => name === 'id' && type.toLowerCase() === 'text')) return
  const unique = uniqueTexts(tx, table, columns)
  const cells = columns.map(({ name }) => {
    if (name === 'id') return "printf('00000000-0000-4000-8000-%012d', n.i)"
    // A job has one draft at most.
    if (table === 'invoices' && name === 'state') return "'issued'"
    if (table === 'invoices' && name === 'snapshot') return "'{}'"
    return unique.has(name) ? `substr(of."${name}", 1, 12) || n.i` : `of."${name}"`
  })
  prepared(
    tx.db,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(rows, mostOf(table))})
     INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join()})
     SELECT ${cells.join()} FROM n JOIN "${table}" AS of ON of.id = ?`,
  ).run([id])
}

/** Columns that no two rows may have alike, but for those that refer to another table. */
function uniqueTexts(tx: Tx, table: string, columns: readonly Column[]): Set<string> {
  const all = (sql: string) => prepared(tx.db, sql).all() as Record<string, string | number>[]
  const references = new Set(all(`PRAGMA foreign_key_list("${table}")`).map(({ from }) => from))
  const indexes = all(`PRAGMA index_list("${table}")`).filter(({ unique }) => unique === 1)
  const indexed = new Set(
    indexes.flatMap(({ name }) => all(`PRAGMA index_info("${name}")`).map((column) => column.name)),
  )
  const texts = columns.filter(({ name, type }) => type.toLowerCase() === 'text' && indexed.has(name))
  return new Set(texts.map(({ name }) => name).filter((name) => !references.has(name)))
}

function idsOf(tx: Tx, table: string, first: string): string[] {
  if (!columnsOf(tx.db, table).some(({ name }) => name === 'id')) return [first]
  const rows = prepared(tx.db, `SELECT id FROM "${table}" WHERE id <> ?`).all([first]) as { id: string }[]
  return [first, ...rows.map(({ id }) => String(id))]
}

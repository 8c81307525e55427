import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { documentLines } from '#server/http/fields.ts'
import { recordLimits } from '#server/record-limits.ts'
import { fillPlatform, fillWithSentinels } from '#tests/support/sentinels.ts'
import type { TestServer } from '#tests/support/server.ts'

/** More than the largest page has. */
const ROWS = 1_000

/** Ids that are there, by table; the first is the one that others refer to. */
export type ManyIds = Record<string, string[]>

/** A document takes no more of these. */
const DOCUMENT_LINES = /^(purchaseorder|supplierinvoice|delivery)_lines$/

/** Of those that an account may have no more of, so many: with the first one there is room for one. */
const rowsOf = (table: string) =>
  DOCUMENT_LINES.test(table)
    ? documentLines.maxItems - 1
    : Object.hasOwn(recordLimits, table)
      ? recordLimits[table as keyof typeof recordLimits][0] - 2
      : ROWS

/** An account with as many rows in every table as it may have, all of which hang on the same records. */
export async function fillEveryTable(server: TestServer): Promise<ManyIds> {
  const { accountid, people, services } = server
  const one = await fillWithSentinels(services.tenants, accountid)
  const platform = await fillPlatform(services.platform, { accounts: accountid, users: people.agent.userid })
  const many = await services.tenants.write(accountid, { userid: null, name: 'Bench' }, (tx) => {
    for (const table of Object.keys(one)) copyRow(tx, table, one[table] as string)
    completeLanes(tx.db)
    tx.invalidateCaches()
    return Object.fromEntries(
      Object.keys(one).map((table) => [table, idsOf(tx, table, one[table] as string)]),
    )
  })
  const single = Object.entries(platform).map(([table, id]) => [table, [id]])
  return { ...Object.fromEntries(single), ...many, users: [people.agent.userid] }
}

type Column = { name: string; type: string }

function copyRow(tx: Tx, table: string, id: string) {
  const columns = prepared(tx.db, `PRAGMA table_info("${table}")`).all() as Column[]
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
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowsOf(table)})
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
  const columns = prepared(tx.db, `PRAGMA table_info("${table}")`).all() as Column[]
  if (!columns.some(({ name }) => name === 'id')) return [first]
  const rows = prepared(tx.db, `SELECT id FROM "${table}" WHERE id <> ?`).all([first]) as { id: string }[]
  return [first, ...rows.map(({ id }) => String(id))]
}

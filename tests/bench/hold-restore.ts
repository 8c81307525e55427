import type { SQLQueryBindings } from 'bun:sqlite'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TestServer } from '#tests/support/server.ts'
import { columnsOf, copyRow, type ManyIds } from './hold-data.ts'

/** Puts back what earlier requests changed or took away, then sets what the next one needs: statements, or kept rows. */
export type Restore = (states: readonly string[]) => Promise<void>

type Row = Record<string, SQLQueryBindings>
type Kept = { table: string; count: number; row: Row }

/** Of a record what its own step makes of it, such as an issued invoice with what it says. */
export type Step = {
  name: string
  table: string
  before: string[]
  call: (ids: ManyIds) => [method: 'POST' | 'PATCH', path: string, body: unknown]
}

/** Remembers of each table the row that all others hang on, and how many there are; and the row after each step. */
export async function rememberRows(
  { services: { tenants }, accountid, people }: TestServer,
  ids: ManyIds,
  steps: readonly Step[],
): Promise<Restore> {
  const by = { userid: null, name: 'Bench' }
  const kept: Kept[] = tenants.read(accountid, (db) =>
    Object.keys(ids).flatMap((table) => {
      const row = columnsOf(db, table).some(({ name }) => name === 'id') && firstRow(db, table, ids)
      return row ? [{ table, row, count: countOf(db, table) }] : []
    }),
  )
  const made = new Map<string, Kept>()
  const restore: Restore = (states) =>
    tenants.write(accountid, by, (tx) => {
      // A job that goes back was there before.
      prepared(tx.db, 'DELETE FROM lane_stays').run()
      for (const one of kept) restoreTable(tx, one)
      for (const state of states) {
        const row = made.get(state)
        if (row) restoreTable(tx, row)
        else setState(tx, state)
      }
      completeLanes(tx.db)
      tx.invalidateCaches()
    })
  for (const { name, table, before, call } of steps) {
    await restore(before)
    const [method, path, body] = call(ids)
    const { status, body: told } = await people.admin.call(method, path, body)
    if (status !== 200) console.error(`${name} could not be made: ${status} ${JSON.stringify(told)}`)
    const row = tenants.read(accountid, (db) => firstRow(db, table, ids))
    if (row) made.set(name, { table, row, count: 0 })
  }
  return restore
}

/** Without what the database works out itself. */
function firstRow(db: Tx['db'], table: string, ids: ManyIds) {
  const list = columnsOf(db, table).map(({ name }) => `"${name}"`)
  return prepared<Row>(db, `SELECT ${list.join()} FROM "${table}" WHERE id = ?`).get([ids[table]?.[0] ?? ''])
}

function setState({ db }: Tx, sql: string) {
  try {
    prepared(db, sql).run()
  } catch (cause) {
    console.error(`${sql} could not be set: ${cause}`)
  }
}

const countOf = (db: Tx['db'], table: string) =>
  prepared<{ n: number }>(db, `SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0

function restoreTable(tx: Tx, { table, row, count }: Kept) {
  const names = Object.keys(row)
  const key = columnsOf(tx.db, table).flatMap(({ name, pk }) => (pk > 0 ? [name] : []))
  const changed = names.filter((name) => !key.includes(name))
  const list = names.map((name) => `"${name}"`).join()
  const sql = `INSERT INTO "${table}" (${list}) VALUES (${names.map(() => '?').join()})
     ON CONFLICT (${key.join()}) DO UPDATE SET ${changed.map((name) => `"${name}" = excluded."${name}"`).join()}
     WHERE (${changed.map((name) => `"${name}"`).join()}) IS NOT (${changed.map((name) => `excluded."${name}"`).join()})`
  try {
    prepared(tx.db, sql).run(names.map((name) => row[name] ?? null))
    if (countOf(tx.db, table) < count) copyRow(tx, table, String(row.id), count)
  } catch (cause) {
    console.error(`${table} could not be put back: ${cause}`)
  }
}

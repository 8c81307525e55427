import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { NEVER } from '#db/queries/outbox.ts'
import * as platformSchema from '#db/schema/platform/index.ts'
import * as tenantSchema from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { runAfter } from '#tests/support/background.ts'
import { fillServer } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await startTestServer(() => now)
  await fillServer(server)
})
afterAll(() => server.stop())

type AnyDb = TenantDb | PlatformDb

/** Where a file keeps when something is done next. Backups ask for themselves. */
const nextTimes = (schema: Record<string, unknown>) =>
  Object.values(schema)
    .filter((one): one is SQLiteTable => is(one, SQLiteTable))
    .flatMap((table) =>
      getTableConfig(table).columns.flatMap(({ name }) =>
        /^(next|due)utc$/.test(name) && getTableName(table) !== 'backup_schedule'
          ? [{ table: getTableName(table), column: name }]
          : [],
      ),
    )

const waiting: Record<string, string> = {
  outbox: "sentutc = NULL, kind = 'other'",
  xero_outbox: "state = 'waiting'",
  cardsubscriptions: "tell = 'amount'",
  paymentnotifications: "state = 'waiting'",
}

function putOff(db: AnyDb, schema: Record<string, unknown>, until: string) {
  for (const { table, column } of nextTimes(schema))
    prepared(db, `UPDATE ${table} SET ${[`${column} = ?`, waiting[table] ?? []].flat().join()}`).run([until])
}

const beyond = (db: AnyDb, schema: Record<string, unknown>, latest: string) =>
  nextTimes(schema).flatMap(({ table, column }) =>
    prepared(db, `SELECT 1 FROM ${table} WHERE ${column} > ? AND ${column} < '${NEVER}'`).get([latest])
      ? [`${table}.${column}`]
      : [],
  )

test('whatever a clock that was months ahead put off is done once it is right, and not months later', async () => {
  const { platform, tenants } = server.services
  const far = addMs(now, 80 * DAY_MS)
  const system = { userid: null, name: 'Clock' }
  await tenants.write(server.accountid, system, ({ db }) => putOff(db, tenantSchema, far))
  await platform.write(({ db }) => putOff(db, platformSchema, far))
  // A clock that goes back begins another round of accounts, as one does that comes to it.
  await runAfter(server, 'clockjump', () => {
    now = new Date(now.getTime() + DAY_MS / 2)
  })
  const latest = latestNextTime(now)
  expect([...nextTimes(tenantSchema), ...nextTimes(platformSchema)].length).toBeGreaterThan(7)
  expect([
    ...tenants.read(server.accountid, (db) => beyond(db, tenantSchema, latest)),
    ...platform.read((db) => beyond(db, platformSchema, latest)),
  ]).toEqual([])
})

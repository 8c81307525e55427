import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sumOwedByClient } from '#db/queries/sales/invoice-sums.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { tableChanges } from '#db/sqlite.ts'
import { SYSTEM } from '#db/types.ts'
import { routes } from '#server/app.ts'
import { fillAddress, fillWithSentinels, SENTINEL, tenantTables } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let paths: string[]
beforeAll(async () => {
  server = await startTestServer()
  const ids = await fillWithSentinels(server.services.tenants, server.accountid)
  const addresses = routes.flatMap(({ options, path }) => (options.cached ? fillAddress(path, ids) : []))
  paths = [...addresses, '/', `/clients?search=${SENTINEL}`, `/inventory?search=${SENTINEL}`]
})
afterAll(() => server.stop())

const changes = () => server.services.tenants.read(server.accountid, (db) => tableChanges(db)!)

/** Of an answer alone: what a frame says of its own request, and of the last change. */
const ofOneAnswer = /data-(?:nonce|seq)="[^"]*"|nonce="[^"]*"/g

async function bodiesFor(who: Client): Promise<string[]> {
  const answers = [(await who.get('/')).text.replace(ofOneAnswer, '')]
  for (const path of paths)
    answers.push((await who.call('GET', path, undefined, { 'hx-request': 'true' })).text)
  return answers
}

async function bodies(): Promise<string[]> {
  const { admin, agent, stakeholder } = server.people
  return [...(await bodiesFor(admin)), ...(await bodiesFor(agent)), ...(await bodiesFor(stakeholder))]
}

/** Words and numbers: no keys, and nothing that refers to another. */
function freeColumns(table: SQLiteTable, type: 'string' | 'number'): SQLiteColumn[] {
  const { columns, foreignKeys } = getTableConfig(table)
  const kept = new Set(foreignKeys.flatMap((key) => key.reference().columns.map(({ name }) => name)))
  return columns.filter(({ name, primary, dataType }) => !primary && !kept.has(name) && dataType === type)
}

const changed = (columns: readonly SQLiteColumn[]): Record<string, SQL> =>
  Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.dataType === 'string'
        ? sql`iif(instr(${column}, ${SENTINEL}), ${column} || '~', ${column})`
        : sql`${column} + 1`,
    ]),
  )

/** False where there is none, or the file refuses it. */
async function change(table: SQLiteTable, columns: readonly SQLiteColumn[]): Promise<boolean> {
  if (columns.length === 0) return false
  try {
    const set = changed(columns)
    await server.services.tenants.write(server.accountid, SYSTEM, (tx) => tx.db.update(table).set(set).run())
    return true
  } catch {
    return false
  }
}

/** Compares what is kept with what is made anew after each change. */
async function compareKept(steps: Iterable<{ name: string; run: () => Promise<boolean> }>) {
  const wrong: string[] = []
  const shown = new Set<string>()
  let before = await bodies()
  for (const { name, run } of steps) {
    if (!(await run())) continue
    const kept = await bodies()
    changes().changedAll()
    const fresh = await bodies()
    for (const [n, text] of fresh.entries()) {
      if (text !== kept[n]) wrong.push(`${name}: ${['the frame', ...paths][n % (paths.length + 1)]}`)
      if (text !== before[n]) shown.add(name)
    }
    before = fresh
  }
  return { wrong, shown: [...shown] }
}

// Which rows there are stays: the account itself, and what the file counts.
const changing = tenantTables.filter((table) => getTableConfig(table).name !== 'tenant')

describe('a reply that is kept', () => {
  test('stands while others change, and is of one account', async () => {
    const { admin } = server.people
    const first = await admin.get(`/clients?search=${SENTINEL}`)
    const { made } = changes().watch(() => undefined)
    await admin.post('/api/clients', { name: 'Kept apart' })
    expect(changes().stands({ ...made, tables: ['jobs'] })).toBe(true)
    expect(changes().stands({ ...made, tables: ['clients'] })).toBe(false)
    expect(first.text).toContain(SENTINEL)
    expect((await server.other.get(`/clients?search=${SENTINEL}`)).text).not.toContain(`${SENTINEL} clients`)
    expect((await admin.get('/clients?search=apart')).text).toContain('Kept apart')
  })

  test('stands while a job changes in what it does not show', async () => {
    const { admin } = server.people
    const { tenants } = server.services
    const seen = { boards: ['a board'], locations: ['a place'], removed: false }
    const { made } = tenants.read(server.accountid, (db) =>
      changes().watch(() => sumOwedByClient(db, seen, ['a client'])),
    )
    const job = (await admin.get('/api/jobs?take=1')).body.data[0]
    expect((await admin.post(`/api/jobs/${job.id}/notes`, { message: 'Called back' })).status).toBe(200)
    expect(changes().stands(made)).toBe(true)
    await tenants.write(server.accountid, SYSTEM, (tx) =>
      tx.db.update(jobs).set({ location: sql`location` }).run(),
    )
    expect(changes().stands(made)).toBe(false)
  })

  test('is made anew once any table changes that it shows, for everybody', async () => {
    const { wrong, shown } = await compareKept(
      changing.flatMap((table) =>
        (['string', 'number'] as const).map((type) => ({
          name: getTableConfig(table).name,
          run: () => change(table, freeColumns(table, type)),
        })),
      ),
    )
    expect(wrong).toEqual([])
    expect(shown).toEqual(expect.arrayContaining(['clients', 'locations', 'inventory', 'jobs']))
  })

  test('is made anew once a column changes that it shows', async () => {
    const free = (table: SQLiteTable) => [...freeColumns(table, 'string'), ...freeColumns(table, 'number')]
    const most = Math.max(...changing.map((table) => free(table).length))
    const { wrong, shown } = await compareKept([
      ...free(jobs).map((column) => ({ name: `jobs.${column.name}`, run: () => change(jobs, [column]) })),
      ...Array.from({ length: most }, (_, n) => ({
        name: `column ${n} of each table`,
        run: async () => {
          for (const table of changing) await change(table, free(table).slice(n, n + 1))
          return true
        },
      })),
    ])
    expect(wrong).toEqual([])
    expect(shown).toEqual(expect.arrayContaining(['jobs.reference', 'jobs.status', 'jobs.description']))
  })
})

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
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
function changed(table: SQLiteTable, type: 'string' | 'number'): Record<string, SQL> {
  const { columns, foreignKeys } = getTableConfig(table)
  const kept = new Set(foreignKeys.flatMap((key) => key.reference().columns.map(({ name }) => name)))
  const free = columns.filter(
    ({ name, primary, dataType }) => !primary && !kept.has(name) && dataType === type,
  )
  return Object.fromEntries(
    free.map((column) => [
      column.name,
      type === 'string'
        ? sql`iif(instr(${column}, ${SENTINEL}), ${column} || '~', ${column})`
        : sql`${column} + 1`,
    ]),
  )
}

/** False where the table has no such column, or the file refuses it. */
async function change(table: SQLiteTable, type: 'string' | 'number'): Promise<boolean> {
  const set = changed(table, type)
  if (Object.keys(set).length === 0) return false
  try {
    await server.services.tenants.write(server.accountid, SYSTEM, (tx) => tx.db.update(table).set(set).run())
    return true
  } catch {
    return false
  }
}

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

  test('is made anew once any table changes that it shows, for everybody', async () => {
    const wrong: string[] = []
    const shown = new Set<string>()
    let before = await bodies()
    for (const table of tenantTables)
      for (const type of ['string', 'number'] as const) {
        const { name } = getTableConfig(table)
        // Which rows there are stays: the account itself, and what the file counts.
        if (name === 'tenant' || !(await change(table, type))) continue
        const kept = await bodies()
        changes().changedAll()
        const fresh = await bodies()
        for (const [n, text] of fresh.entries()) {
          if (text !== kept[n])
            wrong.push(`${name} ${type}: ${['the frame', ...paths][n % (paths.length + 1)]}`)
          if (text !== before[n]) shown.add(name)
        }
        before = fresh
      }
    expect(wrong).toEqual([])
    expect([...shown]).toEqual(expect.arrayContaining(['clients', 'locations', 'inventory', 'jobs']))
  })
})

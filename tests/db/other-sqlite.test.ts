import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let files: string[]
beforeAll(async () => {
  server = await startTestServer()
  files = [server.services.tenants.path(server.accountid), join(server.folder, 'data/platform.sqlite')]
})
afterAll(() => server.stop())

/** The parser of SQLite 3.40 holds a hundred words at once, and keeps about three for each bracket. */
const DEEPEST = 25

const depthOf = (sql: string) => {
  let [depth, deepest] = [0, 0]
  for (const [bracket] of sql.replace(/'[^']*'/g, "''").matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

test('no expression of a schema is too deep for the SQLite of an older system', () => {
  for (const path of files) {
    const file = new Database(path, { readonly: true })
    const deep = file
      .query<{ name: string; sql: string }, []>('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL')
      .all()
      .filter(({ sql }) => depthOf(sql) > DEEPEST)
    file.close()
    expect(deep).toEqual([])
  }
  expect(depthOf("replace(replace(a, '(', ''), 'b', '')")).toBe(2)
})

const onSystem = test.skipIf(!Bun.which('sqlite3'))

onSystem("an account's file opens with the system's own sqlite3", async () => {
  const { admin } = server.people
  await admin.post('/api/clients', { name: 'Élan 9' })
  for (const path of files) {
    const command = ['sqlite3', path, 'PRAGMA integrity_check', 'SELECT count(*) > 0 FROM sqlite_schema']
    const asked = Bun.spawnSync(command)
    expect([asked.stdout.toString(), asked.stderr.toString()]).toEqual(['ok\n1\n', ''])
  }
  const names = Bun.spawnSync(['sqlite3', files[0] as string, 'SELECT name, plainname FROM clients'])
  expect(names.stdout.toString()).toContain('Élan 9|elan \n')
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listLocations } from '#db/queries/contacts/locations.ts'
import { locations } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { accountClaims, SYSTEMADMIN } from '#server/access/claims.ts'
import { loadViewer } from '#server/access/viewer.ts'
import { byPages } from '#server/export/exported.ts'
import { openTestTenant, type TestTenant } from '#tests/stock/support.ts'

const MANY = 2_200
let tenant: TestTenant
beforeAll(async () => {
  tenant = openTestTenant()
  await tenant.write((tx) => {
    for (let n = 0; n < MANY; n++) {
      const id = `l${String(n).padStart(6, '0')}`
      tx.db.insert(locations).values({ id, name: id, createdutc: tx.now, updatedutc: tx.now }).run()
    }
  })
})
afterAll(() => tenant.close())

const everybody = { userid: '', roles: [SYSTEMADMIN], claims: new Set(accountClaims) }

/** Takes the list as an export does, with something happening after each batch. */
async function taken(between: (batch: number) => Promise<unknown>) {
  const names: string[] = []
  let [batches, most] = [0, 0]
  const list = byPages(
    { read: (run) => tenant.read((db) => run(db, loadViewer(db, everybody))) },
    (db, page) => {
      const { rows } = listLocations(db, page)
      most = Math.max(most, rows.length)
      return rows
    },
    ({ location }) => location.id,
    ({ location }) => [location.name],
  )
  for await (const rows of list) {
    names.push(...rows.map(([name]) => String(name)))
    await between(batches++)
  }
  return { names, batches, most }
}

const archive = (from: number, to: number) =>
  tenant.write((tx) =>
    prepared(tx.db, 'UPDATE locations SET archived = 1 WHERE id >= ? AND id < ?').run([
      `l${String(from).padStart(6, '0')}`,
      `l${String(to).padStart(6, '0')}`,
    ]),
  )

test('a list in peace comes by pages, each row once', async () => {
  const { names, batches } = await taken(async () => {})
  expect([names.length, new Set(names).size, batches]).toEqual([MANY, MANY, 5])
})

test('no row is lost when others go while the list is on its way', async () => {
  const { names } = await taken(async (batch) => batch < 2 && archive(batch * 300, batch * 300 + 300))
  expect(new Set(names).size).toBe(names.length)
  const left = tenant.read((db) =>
    listLocations(db, { take: MANY }).rows.map(({ location }) => location.name),
  )
  expect(left).toHaveLength(MANY - 600)
  expect(left.filter((name) => !names.includes(name))).toEqual([])
})

test('an account that never rests gets its list all the same', async () => {
  let turn = 0
  const { names, batches, most } = await taken(() => archive(600 + turn, 600 + ++turn))
  expect(names.length).toBeGreaterThanOrEqual(MANY - 610)
  expect(batches).toBeLessThan(10)
  expect(most).toBeLessThanOrEqual(1_000)
})

test('the rest is found when most of what came has gone, and then everything else', async () => {
  const last = `l${String(MANY - 1).padStart(6, '0')}`
  const { names } = await taken(async (batch) => batch === 2 && archive(0, 1_600))
  expect([new Set(names).size, names.includes(last)]).toEqual([names.length, true])
  const gone = await taken(async (batch) => batch === 0 && archive(0, MANY))
  expect(gone.names).toHaveLength(500)
})

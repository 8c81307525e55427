import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { listFirstItems } from '#server/domains/catalogue/inventory/list-items.ts'
import { openTestTenant } from '#tests/stock/support.ts'
import { insertItems } from '#tests/support/items.ts'
import { startTestServer } from '#tests/support/server.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

const MANY = 10_000
const FEW = 100
const ROUNDS = 300

/** The page over HTTP, as a person waits for it, and the search of its island against the least that could be asked. */
export async function benchInventory(): Promise<Row[]> {
  return [...(await pages()), ...(await searches())]
}

async function pages(): Promise<Row[]> {
  const server = await startTestServer()
  const write = (accountid: string, count: number) =>
    server.services.tenants.write(accountid, { userid: null, name: 'bench' }, (tx) => insertItems(tx, count))
  await write(server.accountid, FEW)
  await write(server.otherid, MANY)
  const page = async (who: typeof server.other) => {
    const { status, text } = await who.get('/admin/inventory')
    if (status !== 200 || !text.includes('Category A')) throw new Error(`No page: ${status}`)
  }
  const times = await inTurns(ROUNDS, [() => page(server.other), () => page(server.people.admin)])
  await server.stop()
  return [
    row({
      what: 'the first screen of the inventory page: 10 000 items against 100',
      ...{ ours: median(times[0]), reference: median(times[1]), unit: 'ms', reach: 'at most 1.5' },
    }),
  ]
}

/** A search: sections with counts, and the rows of a first screen with their stock, ready to be sent. */
async function searches(): Promise<Row[]> {
  const tenant = openTestTenant()
  await tenant.write((tx) => insertItems(tx, MANY))
  const compare = async (what: string, search: string) => {
    const [ours, reference] = await tenant.read((db) =>
      inTurns(ROUNDS, [
        () => void JSON.stringify(listFirstItems(db, { search, stock: true, rates: true })),
        () => void bare(db, search),
      ]),
    )
    return row({ what, ours: median(ours), reference: median(reference), unit: 'ms', reach: 'at most 3' })
  }
  const rows = [
    await compare(
      'a search answered among 10 000 items (one found): ours against one bare indexed query',
      '000042',
    ),
    await compare('the same, two words and some 400 found', 'make 42'),
  ]
  const [short] = await tenant.read((db) =>
    inTurns(50, [() => void listFirstItems(db, { search: '9', stock: true, rates: true })]),
  )
  tenant.close()
  return [
    ...rows,
    {
      what: 'a search of one character among 10 000 items, which no index helps',
      ours: median(short),
      ...{ reference: Number.NaN, ratio: Number.NaN, unit: 'ms', reach: 'at most 60 ms' },
    },
  ]
}

/** The same items by the same index and terms, as one prepared statement and nothing around it. */
const bare = (db: TenantDb, search: string) => {
  const [long = '', short = ''] = search.split(' ')
  return prepared(
    db,
    `SELECT i.* FROM inventory_search AS f CROSS JOIN inventory_words AS w ON w.id = f.rowid
     CROSS JOIN inventory AS i ON i.id = w.inventoryid
     WHERE f.words MATCH ?1 AND w.words GLOB ?2 AND i.archived = 0 ORDER BY i.code LIMIT 60`,
  ).all([`"${long}"`, `*${short}*`])
}

/** Each in its turn, so that whatever else the machine does falls on all. */
async function inTurns(rounds: number, runs: (() => unknown)[]): Promise<number[][]> {
  const times = runs.map((): number[] => [])
  for (let round = -20; round < rounds; round++)
    for (const [at, run] of runs.entries()) {
      const start = performance.now()
      await run()
      if (round >= 0) times[at]?.push(performance.now() - start)
    }
  return times
}

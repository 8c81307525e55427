import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { receiveGoods } from '#server/domains/purchasing/orders/receive-goods.ts'
import { asCents, asQuantity } from '#server/money/decimal.ts'
import { bookMovement, bookMovements } from '#server/stock/book.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { createItem, createShop, sendOrder } from '#tests/purchasing/support.ts'
import { makeItem, makeJob, makeStorage, openTestTenant } from '#tests/stock/support.ts'
import { startTestServer } from '#tests/support/server.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

const ROUNDS = 2000
const LONG = 100_000
const ITEMS = 500

/** The ledger's pages and the stock of many items, each against the least that could be asked of the same file. */
export async function benchStock(): Promise<Row[]> {
  const tenant = openTestTenant()
  const [short, long] = await Promise.all([
    tenant.write((tx) => fill(tx, 1_000)),
    tenant.write((tx) => fill(tx, LONG)),
  ])
  const many = await tenant.write(stockedItems)
  const rows = tenant.read((db) => [
    row({
      what: 'a page of the stock ledger: 100 000 movements against 1 000',
      ...compared(
        () => listLedger(db, long, { take: 50 }),
        () => listLedger(db, short, { take: 50 }),
      ),
      unit: 'ms',
      reach: 'at most 1.2',
    }),
    // The one count is the oldest movement of all, so that every other one is passed over.
    alone('the one count among 100 000 movements, found by its kind', () => {
      if (listLedger(db, long, { take: 50, kind: 'count' }).length !== 1) throw new Error('No count found.')
    }),
    row({
      what: 'stock on hand of 500 items in 1 000 places: ours against one bare prepared query',
      ...compared(
        () => readOnHand(db, many),
        () => bare(db, many),
      ),
      unit: 'ms',
      reach: 'at most 2',
    }),
  ])
  tenant.close()
  return rows
}

const BOOKED = 200

/** A receipt of 200 lines, valued and summed, against the same rows put in bare: each in a transaction of its own. */
export async function benchBooking(): Promise<Row[]> {
  const tenant = openTestTenant()
  const items = await tenant.write((tx) => Array.from({ length: BOOKED }, () => makeItem(tx)))
  const receipt = { kind: 'inbound' as const, quantity: asQuantity(3_000_000) }
  const ways = [
    (tx: Tx) =>
      bookMovements(
        tx,
        items.map((inventoryid, at) => ({ ...receipt, inventoryid, cost: { cents: asCents(1000 + at) } })),
      ),
    (tx: Tx) => {
      for (const inventoryid of items) bareMovement(tx, inventoryid)
    },
  ]
  const times: [number[], number[]] = [[], []]
  for (let round = -10; round < 100; round++)
    for (const [at, run] of ways.entries()) {
      const start = performance.now()
      await tenant.write(run)
      if (round >= 0) times[at]?.push(performance.now() - start)
    }
  tenant.close()
  const what = '200 movements of stock, valued, in one write: how long 200 bare inserts take of it'
  return [
    row({ what, ours: median(times[1]), reference: median(times[0]), unit: 'ms', reach: 'at least 0.5' }),
  ]
}

/** Goods of 200 lines of a purchase order that come in, against the bare rows of their movements: each durable. */
export async function benchReceiving(): Promise<Row[]> {
  const server = await startTestServer()
  const shop = await createShop(server)
  const items: string[] = []
  for (let n = 0; n < BOOKED; n++) items.push((await createItem(shop)).id)
  const ordered = items.map((inventoryid) => ({ inventoryid, quantity: 100_000, rate: 80 }))
  const order: { id: string; lines: { id: string }[] } = await sendOrder(shop, ordered)
  const lines = order.lines.map(({ id }) => ({ lineid: id, quantity: asQuantity(1_000_000) }))
  const by = { userid: null, name: 'bench' }
  const ways = [
    (tx: Tx) => receiveGoods(tx, order.id, { lines, lastprice: true }),
    (tx: Tx) => {
      for (const inventoryid of items) bareMovement(tx, inventoryid)
    },
  ]
  const times: [number[], number[]] = [[], []]
  for (let round = -5; round < 30; round++)
    for (const [at, run] of ways.entries()) {
      const start = performance.now()
      await server.services.tenants.write(server.accountid, by, (tx) => void run(tx))
      if (round >= 0) times[at]?.push(performance.now() - start)
    }
  await server.stop()
  const what = 'receiving 200 lines of a purchase order: how long 200 bare inserts take of it'
  return [
    row({ what, ours: median(times[1]), reference: median(times[0]), unit: 'ms', reach: 'at least 0.5' }),
  ]
}

const bareMovement = (tx: Tx, inventoryid: string) =>
  prepared(
    tx.db,
    `INSERT INTO stock_ledger (inventoryid, quantity, balance, kind, user, effectivedate, createdutc, value, valuebalance, valuedby)
     VALUES (?, 3000000, 3000000, 'inbound', 'bench', '2026-11-21', ?, 1000, 1000, 'given')`,
  ).run([inventoryid, tx.now])

/** The whole page of an item over HTTP, as whoever asks "why is stock this number?" waits for it. */
export async function benchStockPage(): Promise<Row[]> {
  const server = await startTestServer()
  const write = (movements: number) =>
    server.services.tenants.write(server.accountid, { userid: null, name: 'bench' }, (tx) => {
      const item = fill(tx, movements)
      settledLines(tx, item, movements / 2)
      return item
    })
  const [short, long] = [await write(1_000), await write(LONG)]
  let asked = 0
  // Another address each time: a page that is kept would measure nothing.
  const page = async (item: string) => {
    const answer = await server.people.admin.get(`/inventory/${item}/stock?before=${900_000_000 - asked++}`)
    if (!answer.text.includes('older ones follow')) throw new Error(`No page: ${answer.status}`)
  }
  const times: [number[], number[]] = [[], []]
  for (let round = -20; round < 200; round++)
    for (const [at, item] of [long, short].entries()) {
      const start = performance.now()
      await page(item)
      if (round >= 0) times[at]?.push(performance.now() - start)
    }
  await server.stop()
  const what = 'the stock page of an item: 100 000 movements and 50 000 settled lines against 1 000 and 500'
  return [
    row({
      ...{ what, ours: median(times[0]), reference: median(times[1]) },
      ...{ unit: 'ms', reach: 'at most 1.3' },
    }),
  ]
}

function fill(tx: Tx, movements: number): string {
  const item = makeItem(tx)
  const entry = { inventoryid: item, quantity: asQuantity(1_000_000) }
  for (let n = 0; n < movements; n++) bookMovement(tx, { ...entry, kind: n === 0 ? 'count' : 'inbound' })
  return item
}

function stockedItems(tx: Tx): string[] {
  const places = [makeStorage(tx, 'A'), makeStorage(tx, 'B')]
  return Array.from({ length: ITEMS }, () => {
    const inventoryid = makeItem(tx)
    for (const storageid of places)
      bookMovement(tx, { inventoryid, storageid, kind: 'inbound', quantity: asQuantity(3_000_000) })
    return inventoryid
  })
}

/** Years of lines that have consumed what they planned, on a job that is done. */
function settledLines(tx: Tx, item: string, lines: number) {
  const job = makeJob(tx, { status: 6 })
  prepared(
    tx.db,
    `INSERT INTO materials (id, createdutc, updatedutc, jobid, inventoryid, role, inventoryclass, linerate, estimated,
       consumed)
     SELECT lower(hex(randomblob(16))), ?1, ?1, ?2, ?3, 1, 1, 0, 1000000, 1000000
     FROM json_each(?4)`,
  ).run([tx.now, job, item, JSON.stringify(Array(lines).fill(0))])
}

const bare = (db: TenantDb, ids: readonly string[]) =>
  prepared(
    db,
    `SELECT inventoryid, storageid, quantity FROM stock_onhand
     WHERE inventoryid IN (SELECT value FROM json_each(?))`,
  ).all([JSON.stringify(ids)])

/** Both in turns, so that whatever else the machine does falls on both. */
function compared(ours: () => unknown, reference: () => unknown) {
  const times: [number[], number[]] = [[], []]
  for (let round = -100; round < ROUNDS; round++)
    for (const [at, run] of [ours, reference].entries()) {
      const took = timed(run)
      if (round >= 0) times[at]?.push(took)
    }
  return { ours: median(times[0]), reference: median(times[1]) }
}

function alone(what: string, run: () => unknown): Row {
  const ours = median(Array.from({ length: 50 }, () => timed(run)))
  return { what, ours, reference: Number.NaN, ratio: Number.NaN, unit: 'ms', reach: 'at most 20 ms' }
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

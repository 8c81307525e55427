import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { movementBySeq, movementPage } from '#db/queries/stock/stock.ts'
import { prepared, queryPlan } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { countStock } from '#server/domains/stock/stock/count-stock.ts'
import { asQuantity, parseQuantity } from '#server/money/decimal.ts'
import { bookMovement, bookTogether, reverseMovement } from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { makeItem, makeStorage, openTestTenant, setBlockNegative, type TestTenant } from './support.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

const units = parseQuantity
const inbound = (inventoryid: string, quantity: number, more: Partial<StockEntry> = {}): StockEntry => ({
  ...{ inventoryid, quantity: units(quantity), kind: 'inbound' },
  ...more,
})
const outbound = (inventoryid: string, quantity: number, more: Partial<StockEntry> = {}): StockEntry =>
  inbound(inventoryid, -quantity, { kind: 'outbound', ...more })
const stockOf = (tx: Tx, id: string) => readOnHand(tx.db, [id]).get(id)!

describe('booking', () => {
  test('adds up in all and by place, in one look', () =>
    tenant.write((tx) => {
      const [item, other, still] = [makeItem(tx), makeItem(tx), makeItem(tx)]
      const [left, right] = [makeStorage(tx, 'Left'), makeStorage(tx, 'Right')]
      bookMovement(tx, inbound(item, 5, { storageid: left }))
      bookMovement(tx, inbound(item, 2.5, { storageid: right }))
      bookMovement(tx, outbound(item, 1, { storageid: left }))
      bookMovement(tx, inbound(other, 9))
      const stock = readOnHand(tx.db, [item, other, still])
      expect(stock.get(item)).toEqual({
        quantity: units(6.5),
        places: [
          { storageid: left, name: 'Left', quantity: units(4) },
          { storageid: right, name: 'Right', quantity: units(2.5) },
        ],
      })
      expect(stock.get(other)?.places).toEqual([{ storageid: null, name: '', quantity: units(9) }])
      expect(stock.get(still)).toEqual({ quantity: asQuantity(0), places: [] })
    }))

  test('of many together each stands on the one before, and names what is short', () =>
    tenant.write((tx) => {
      const [item, other, place] = [makeItem(tx), makeItem(tx), makeStorage(tx, 'Shed')]
      bookMovement(tx, inbound(item, 1))
      const booked = bookTogether(tx, (book) => [
        book(inbound(item, 2, { storageid: place })),
        book(outbound(other, 1)),
        book(outbound(item, 0.5, { storageid: place })),
      ])
      expect(booked.map(({ balance }) => balance)).toEqual([units(3), units(-1), units(2.5)])
      expect(booked.map(({ warning }) => warning !== undefined)).toEqual([false, true, false])
      expect(listLedger(tx.db, item).map(({ balance }) => balance)).toEqual(
        [2.5, 3, 1].map((balance) => units(balance)),
      )
      expect(stockOf(tx, item).places.map(({ quantity }) => quantity)).toEqual([units(1), units(1.5)])
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('a count books the difference to what the books say lies there', () =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      const place = makeStorage(tx, 'Shelf')
      bookMovement(tx, inbound(item, 10))
      bookMovement(tx, inbound(item, 4, { storageid: place }))
      expect(
        countStock(tx, { inventoryid: item, counts: [{ storageid: place, counted: units(3) }] }),
      ).toMatchObject([{ quantity: units(-1), balance: units(13) }])
      expect(listLedger(tx.db, item)[0]).toMatchObject({
        kind: 'count',
        enteredquantity: units(3),
        enteredunit: 'ea',
      })
      expect(checkStock(tx.db)).toEqual([])
    }))
})

test('a count of many places books each of them, what was found before what is missing', () =>
  tenant.write((tx) => {
    const [item, left, right] = [makeItem(tx), makeStorage(tx, 'Left'), makeStorage(tx, 'Right')]
    bookMovement(tx, inbound(item, 10, { storageid: left }))
    const counts = [
      { storageid: left, counted: units(4) },
      { storageid: null, counted: units(0) },
      { storageid: right, counted: units(7) },
    ]
    const booked = countStock(tx, { inventoryid: item, counts })
    expect(booked.map(({ quantity, balance }) => [quantity, balance])).toEqual([
      [units(7), units(17)],
      [units(0), units(17)],
      [units(-6), units(11)],
    ])
    expect(booked.map(({ seq }) => movementBySeq(tx.db, seq)?.storageid ?? null)).toEqual([right, null, left])
    expect(checkStock(tx.db)).toEqual([])
  }))

describe('taking back', () => {
  test('appends the opposite once, and names what it takes back', () =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      const place = makeStorage(tx, 'Rack')
      const { seq } = bookMovement(tx, inbound(item, 3, { storageid: place, document: 'GRN 7' }))
      const back = reverseMovement(tx, seq, 'typed twice')
      const [newest, first] = listLedger(tx.db, item)
      expect(newest).toMatchObject({
        ...{ seq: back.seq, kind: 'reversal', quantity: units(-3), balance: 0, reverses: seq },
        ...{ storageid: place, document: 'GRN 7', note: 'typed twice', user: 'Thandi Tester' },
      })
      expect(first).toMatchObject({ seq, quantity: units(3), reversedby: back.seq })
      expect(() => reverseMovement(tx, seq)).toThrow('This movement was taken back before.')
      expect(() => reverseMovement(tx, back.seq)).toThrow('This movement takes another one back')
      expect(() => reverseMovement(tx, 999_999)).toThrow('could not be found')
    }))
})

describe('below zero', () => {
  test('is warned of, by name and figure, and booked', () =>
    tenant.write((tx) => {
      const item = makeItem(tx, { code: 'B-1', materialname: 'Bolt' })
      bookMovement(tx, inbound(item, 1))
      const { warning, balance } = bookMovement(tx, outbound(item, 2.5))
      expect(balance).toBe(units(-1.5))
      expect(warning).toBe('Booked, but the stock of Bolt [B-1] is now 1,5\u00a0ea below zero.')
      expect(bookMovement(tx, inbound(item, 0.5)).warning).toBeUndefined()
    }))

  test('is refused where the account blocks it, also by a reversal and a count; putting in is always let through', () =>
    tenant.write((tx) => {
      const item = makeItem(tx, { code: 'N-1', materialname: 'Nut' })
      bookMovement(tx, outbound(item, 5))
      setBlockNegative(tx, true)
      expect(bookMovement(tx, inbound(item, 2)).balance).toBe(units(-3))
      const { seq } = bookMovement(tx, inbound(item, 4))
      const before = listLedger(tx.db, item).length
      expect(() => bookMovement(tx, outbound(item, 2))).toThrow(
        'not enough Nut [N-1] in stock: 1\u00a0ea short.',
      )
      expect(() => reverseMovement(tx, seq)).toThrow('not enough Nut [N-1] in stock: 3\u00a0ea short.')
      expect(() => bookMovement(tx, outbound(item, 2, { kind: 'count' }))).toThrow('not enough')
      expect(listLedger(tx.db, item)).toHaveLength(before)
      expect(stockOf(tx, item).quantity).toBe(units(1))
      expect(bookMovement(tx, outbound(item, 1)).balance).toBe(units(0))
      setBlockNegative(tx, false)
    }))
})

describe('the ledger', () => {
  test('lets nobody change, delete or replace a movement', () =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      const { seq } = bookMovement(tx, inbound(item, 3))
      const back = reverseMovement(tx, seq)
      const before = listLedger(tx.db, item)
      const run = (sql: string) => () => prepared(tx.db, sql).run()
      expect(run(`UPDATE stock_ledger SET quantity = 1 WHERE seq = ${seq}`)).toThrow('append-only')
      expect(run(`UPDATE stock_ledger SET note = 'x' WHERE seq = ${seq}`)).toThrow('append-only')
      expect(run(`DELETE FROM stock_ledger WHERE seq = ${seq}`)).toThrow('append-only')
      const columns = 'inventoryid, quantity, balance, kind, effectivedate, createdutc'
      const values = `'${item}', 1, 1, 'inbound', '2026-11-21', ''`
      const replace = 'INSERT OR REPLACE INTO stock_ledger'
      expect(run(`${replace} (seq, ${columns}) VALUES (${seq}, ${values})`)).toThrow('append-only')
      expect(run(`${replace} (reverses, ${columns}) VALUES (${back.seq - 1}, ${values})`)).toThrow(
        'append-only',
      )
      expect(listLedger(tx.db, item)).toEqual(before)
    }))

  test('pages from the newest back, each movement with the balance after it', () =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      for (let n = 1; n <= 25; n++) bookMovement(tx, inbound(item, n))
      const first = listLedger(tx.db, item, { take: 10 })
      const rest = listLedger(tx.db, item, { take: 50, before: first.at(-1)?.seq })
      const balances = [...first, ...rest].map((row) => row.balance)
      expect<unknown>(balances).toEqual(
        Array.from({ length: 25 }, (_, at) => units(((25 - at) * (26 - at)) / 2)),
      )
    }))

  test('is read by its index, however long it is', () =>
    tenant.read((db) => {
      const plan = queryPlan(db, movementPage.text(), ['x', 10, '', '', '', '9', 50])
      expect(plan.filter((step) => step.includes('SCAN'))).toEqual(['SCAN page'])
      expect(plan).toContain(
        'SEARCH stock_ledger USING COVERING INDEX stock_ledger_item (inventoryid=? AND seq<?)',
      )
    }))
})

describe('the self-check', () => {
  test('finds a cache that says something else, and nothing when all is well', () =>
    tenant.write((tx) => {
      const item = makeItem(tx)
      bookMovement(tx, inbound(item, 3))
      expect(checkStock(tx.db)).toEqual([])
      prepared(tx.db, 'UPDATE stock_onhand SET quantity = quantity + 1 WHERE inventoryid = ?').run([item])
      expect<unknown>(checkStock(tx.db)).toEqual([
        { kind: 'onhand', inventoryid: item, at: '', ledger: 3_000_000, found: 3_000_001 },
      ])
      prepared(tx.db, 'DELETE FROM stock_onhand WHERE inventoryid = ?').run([item])
      expect(checkStock(tx.db)).toMatchObject([{ kind: 'onhand', ledger: units(3), found: 0 }])
      prepared(tx.db, 'INSERT INTO stock_onhand (inventoryid, quantity) VALUES (?, 3000000)').run([item])
      prepared(
        tx.db,
        `INSERT INTO stock_ledger (inventoryid, quantity, balance, kind, effectivedate, createdutc, valuebalance)
         VALUES (?, 0, 7, 'inbound', '2026-11-21', '', 3000)`,
      ).run([item])
      expect(checkStock(tx.db)).toMatchObject([
        { kind: 'balance', inventoryid: item, ledger: units(3), found: 7 },
      ])
    }))
})

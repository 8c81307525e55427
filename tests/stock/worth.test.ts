import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { stockItems } from '#db/queries/stock/stock.ts'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import {
  asCents,
  asQuantity,
  type Cents,
  parseCents,
  parseQuantity,
  parseRate,
} from '#server/money/decimal.ts'
import {
  bookLatePrice,
  bookMovement,
  bookMovements,
  reverseMovement,
  reviseAverage,
} from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { listLedger } from '#server/stock/read.ts'
import { makeItem, makeJob, makeStorage, makeUnit, openTestTenant, type TestTenant } from './support.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

/** Rand to cents; the average is of one unit. */
const rand = (cents: number) => cents / 100
const worthOf = (tx: Tx, item: string) => {
  const { balance, valuebalance } = lastWorth(tx.db, item)!
  return { quantity: balance / 1e6, value: rand(valuebalance) }
}

/** An item without a rate, and how it is booked: so many at so much each. */
function ledgerOf(tx: Tx, values: Parameters<typeof makeItem>[1] = { rate: 0 as never }) {
  const item = makeItem(tx, values)
  const book = (quantity: number, more: Partial<StockEntry> = {}) =>
    bookMovement(tx, {
      ...{ inventoryid: item, quantity: parseQuantity(quantity) },
      kind: quantity < 0 ? 'outbound' : 'inbound',
      ...more,
    })
  const at = (each: number, quantity: number) => ({
    cost: { cents: parseCents((each * quantity).toFixed(2)) },
  })
  return {
    item,
    into: (quantity: number, each: number) => book(quantity, at(each, quantity)).seq,
    out: (quantity: number) => book(-quantity).seq,
    back: (quantity: number, each: number) => book(-quantity, at(each, quantity)).seq,
    book,
    last: () => {
      const row = listLedger(tx.db, item, { take: 1 })[0]!
      return { value: rand(row.value), variance: rand(row.variance), valuedby: row.valuedby }
    },
    worth: () => worthOf(tx, item),
  }
}

describe('stock worth', () => {
  test('is a pool at the average, which what went below zero before does not spoil', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      one.into(10, 30)
      one.out(20)
      one.into(20, 40)
      expect(one.worth()).toEqual({ quantity: 10, value: 400 })
      expect(one.last().variance).toBe(100)

      const free = ledgerOf(tx)
      free.book(10, { cost: { cents: asCents(0) } })
      free.out(20)
      expect(free.worth()).toEqual({ quantity: -10, value: 0 })
      free.into(5, 10)
      expect(free.worth()).toEqual({ quantity: -5, value: -50 })

      const short = ledgerOf(tx)
      short.into(1, 100)
      short.out(2)
      short.into(2, 120)
      short.into(3, 100)
      expect(short.worth()).toEqual({ quantity: 4, value: 420 })
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('goes out in cents, and the last takes all', () =>
    tenant.write((tx) => {
      const thirds = ledgerOf(tx)
      thirds.into(3, 10 / 3)
      expect(thirds.worth().value).toBe(10)
      const outs = [1, 1, 1].map((each) => {
        thirds.out(each)
        return -thirds.last().value
      })
      expect(outs).toEqual([3.33, 3.34, 3.33])
      const many = ledgerOf(tx)
      many.book(13, { cost: { cents: asCents(1500) } })
      let sum = 0
      for (let n = 0; n < 13; n++) {
        many.out(1)
        sum += Math.round(many.last().value * 100)
      }
      expect(sum).toBe(-1500)
      expect(many.worth()).toEqual({ quantity: 0, value: 0 })
    }))

  test('leaves at the average to a supplier, whose credit is a variance, and so does a receipt that is undone late', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      const first = one.into(10, 100)
      one.into(100, 10)
      one.out(100)
      expect(one.last().value).toBe(-1818.18)
      one.back(8, 100)
      expect(one.last()).toMatchObject({ value: -145.46, variance: -654.54 })
      expect(one.worth()).toEqual({ quantity: 2, value: 36.36 })
      reverseMovement(tx, first)
      expect(one.last()).toMatchObject({ value: -181.8, variance: -818.2 })
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('of what is undone at once is as if it had never been', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      one.into(10, 100)
      reverseMovement(tx, one.into(100, 10))
      expect(one.worth()).toEqual({ quantity: 10, value: 1000 })
      reverseMovement(tx, one.out(25))
      expect(one.worth()).toEqual({ quantity: 10, value: 1000 })
      one.out(20)
      reverseMovement(tx, one.into(5, 20))
      expect(one.worth()).toEqual({ quantity: -10, value: -1000 })
      expect(one.last()).toMatchObject({ value: -900, variance: 800, valuedby: 'reversal' })
    }))

  test('comes back from a client at what it went out at, in parts and in one write', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      const jobid = makeJob(tx)
      const materialid = Bun.randomUUIDv7()
      prepared(
        tx.db,
        `INSERT INTO materials (id, createdutc, updatedutc, jobid, inventoryid, role, inventoryclass, linerate, estimated, consumed)
         VALUES (?1, ?2, ?2, ?3, ?4, 1, 1, 0, 0, 0)`,
      ).run([materialid, tx.now, jobid, one.item])
      const line = (quantity: number) => one.book(quantity, { kind: 'line', jobid, materialid })
      one.into(10, 5)
      line(-1)
      one.into(10, 10)
      line(1)
      expect(one.worth()).toEqual({ quantity: 20, value: 150 })
      expect(one.last()).toMatchObject({ value: 5, valuedby: 'issue' })
      const parts = [-3, 1, 1, 1].map((each) => ({
        ...{ inventoryid: one.item, jobid, materialid, quantity: parseQuantity(each) },
        kind: 'line' as const,
      }))
      bookMovements(tx, parts)
      expect(one.worth()).toEqual({ quantity: 20, value: 150 })
    }))

  test('takes its share of a late price, the rest of which is used already', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      one.into(100, 5)
      const receipt = one.into(15, 2000)
      one.out(10)
      bookLatePrice(tx, receipt, parseCents(15 * (5 - 2000)))
      expect(one.last()).toMatchObject({ value: -27322.83, variance: -2602.17 })
      expect(one.worth()).toEqual({ quantity: 105, value: 525 })
      const freight = ledgerOf(tx)
      const seq = freight.into(20, 30)
      freight.out(10)
      bookLatePrice(tx, seq, parseCents(200))
      expect(freight.last()).toMatchObject({ value: 100, variance: 100 })
      freight.out(10)
      freight.into(5, 30)
      bookLatePrice(tx, seq, parseCents(50))
      expect(freight.last()).toMatchObject({ value: 0, variance: 50 })
      expect(() => reverseMovement(tx, bookLatePrice(tx, seq, parseCents(1)).seq)).toThrow('worth')
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('keeps a late price of what stayed: what went back to the supplier, or was taken back, is not used', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      const receipt = one.into(10, 50)
      one.book(-3, { kind: 'supplierreturn' })
      const twice = one.into(10, 50)
      reverseMovement(tx, twice)
      reverseMovement(tx, one.out(4))
      bookLatePrice(tx, receipt, parseCents('0.57'))
      expect(one.last()).toMatchObject({ value: 0.57, variance: 0 })
      one.out(7)
      bookLatePrice(tx, receipt, parseCents(1))
      expect(one.last()).toMatchObject({ value: 0, variance: 1 })
      const gone = ledgerOf(tx)
      const seq = gone.into(5, 10)
      gone.book(-5, { kind: 'supplierreturn' })
      bookLatePrice(tx, seq, parseCents(2))
      expect(gone.last()).toMatchObject({ value: 0, variance: 2 })
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('knows what cost nothing from what nobody knows the cost of', () =>
    tenant.write((tx) => {
      const free = ledgerOf(tx)
      free.into(12, 10)
      free.book(1, { cost: { cents: asCents(0) } })
      const { quantity, value } = free.worth()
      expect((value / quantity).toFixed(2)).toBe('9.23')

      const unknown = ledgerOf(tx)
      unknown.book(5)
      expect(unknown.last()).toEqual({ value: 0, variance: 0, valuedby: 'unknown' })
      unknown.out(1)
      expect(unknown.last().valuedby).toBe('unknown')
      // The first cost that is known is that of all there is.
      unknown.into(4, 10)
      expect(unknown.worth()).toEqual({ quantity: 8, value: 80 })
      expect(unknown.last().variance).toBe(-40)

      const said = ledgerOf(tx)
      said.book(5)
      reviseAverage(tx, said.item, parseRate(11))
      expect(said.worth()).toEqual({ quantity: 5, value: 55 })
      said.out(1)
      expect(said.last()).toMatchObject({ value: -11, valuedby: 'average' })
    }))

  test('of what is found is the average, else the last price, else the rate without VAT', () =>
    tenant.write((tx) => {
      const found = ledgerOf(tx, { rate: 250_000 as never })
      found.book(2)
      expect(found.last()).toMatchObject({ value: 50, valuedby: 'rate' })
      found.into(2, 35)
      found.book(1, { kind: 'count' })
      expect(found.last()).toMatchObject({ value: 30, valuedby: 'average' })
      found.out(5)
      found.book(1, { kind: 'count' })
      expect(found.last()).toMatchObject({ value: 30, valuedby: 'average' })

      const boxed = ledgerOf(tx, { rate: 250_000 as never })
      makeUnit(tx, boxed.item, 'box', '1/12')
      prepared(tx.db, 'UPDATE units SET lastprice = 1200000 WHERE inventoryid = ?').run([boxed.item])
      boxed.book(3)
      expect(boxed.last()).toMatchObject({ value: 30, valuedby: 'lastprice' })
    }))

  test('is the same in another place', () =>
    tenant.write((tx) => {
      const one = ledgerOf(tx)
      const [from, to] = [makeStorage(tx, 'From'), makeStorage(tx, 'To')]
      one.book(3, { storageid: from, cost: { cents: asCents(1000) } })
      const half = (quantity: number, storageid: string) => ({
        ...{ inventoryid: one.item, kind: 'delivery' as const, storageid, moves: true },
        quantity: parseQuantity(quantity),
      })
      bookMovements(tx, [half(-3, from), half(3, to), half(-1, to), half(1, from)])
      expect(one.worth()).toEqual({ quantity: 3, value: 10 })
      expect(listLedger(tx.db, one.item, { take: 4 }).map(({ value }) => value)).toEqual(
        [3.33, -3.33, 10, -10].map((each) => parseCents(each)),
      )
      expect(checkStock(tx.db)).toEqual([])
    }))

  test('does not drift over 100 000 movements', () =>
    tenant.write((tx) => {
      const item = makeItem(tx, { rate: 0 as never })
      let seed = 1
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647
        return seed % below
      }
      const entries = Array.from({ length: 100_000 }, (_, at): StockEntry => {
        const isIn = at % 3 === 0 || random(3) === 0
        const quantity = asQuantity((isIn ? 2 : -1) * (1 + random(3_000_000)))
        const cost = isIn ? { cents: asCents(random(100_000)) as Cents } : undefined
        return { inventoryid: item, quantity, cost, kind: isIn ? 'inbound' : 'outbound' }
      })
      bookMovements(tx, entries)
      const { balance, valuebalance } = lastWorth(tx.db, item)!
      const left = { inventoryid: item, quantity: asQuantity(-balance), kind: 'count' as const }
      bookMovement(tx, left)
      expect(balance).not.toBe(0)
      expect(valuebalance).not.toBe(0)
      const sums = prepared<{ value: number; cost: number }>(
        tx.db,
        'SELECT sum(value) AS value, sum(value + variance) AS cost FROM stock_ledger WHERE inventoryid = ?',
      ).get([item])
      expect(sums?.value).toBe(0)
      expect(worthOf(tx, item)).toEqual({ quantity: 0, value: 0 })
      expect(checkStock(tx.db)).toEqual([])
      expect(stockItems(tx.db, [item])).toHaveLength(1)
    }))

  test('that does not add up is found', () =>
    tenant.write((tx) => {
      const { item } = ledgerOf(tx)
      const insert = (quantity: number, balance: number, value: number, valuebalance: number) =>
        prepared(
          tx.db,
          `INSERT INTO stock_ledger (inventoryid, quantity, balance, kind, effectivedate, createdutc, value, valuebalance)
           VALUES (?, ?, ?, 'inbound', '2026-11-21', '', ?, ?)`,
        ).run([item, quantity, balance, value, valuebalance])
      insert(1, 1, 500, 500)
      insert(-1, 0, -400, 100)
      expect(checkStock(tx.db).filter(({ kind }) => kind === 'value')).toMatchObject([
        { inventoryid: item, ledger: 0, found: 100 },
      ])
    }))
})

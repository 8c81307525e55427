import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asRate, parseQuantity, type Quantity, toDecimal } from '#server/money/decimal.ts'
import { BillCircle, readBill, readUses } from '#server/stock/bill.ts'
import { quantitiesIn, rollUpCosts } from '#server/stock/bill-cost.ts'
import { explode } from '#server/stock/explode.ts'
import { makeItem, makeUnit, openTestTenant, type TestTenant } from '#tests/stock/support.ts'
import { giveInputs, makeLevels, quantities } from './inputs-support.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

const decimal = (quantity: Quantity | undefined) => toDecimal(quantity!, 'quantity')

/** T = 2 A (+10 %) + 3 B; A = 4 C (+5 %, whole) + 0.125 B. */
const vector = () =>
  tenant.write((tx) => {
    const [t, a, b, c] = [
      makeItem(tx),
      makeItem(tx),
      makeItem(tx, { baseunit: 'kg' }),
      makeItem(tx, { baseunit: 'each' }),
    ]
    giveInputs(tx, t, [
      [a, 2, 10],
      [b, 3],
    ])
    giveInputs(tx, a, [
      [c, 4, 5],
      [b, 0.125],
    ])
    return { t, a, b, c }
  })

test('ten of a product of two levels: the shared part is summed, what is lost is on top, whole ones are rounded up', async () => {
  const { t, a, b, c } = await vector()
  const bill = tenant.read((db) => readBill(db, [t]))
  const needs = explode(bill, quantities({ [t]: 10 }))
  expect([t, a, b, c].map((id) => decimal(needs.get(id)?.net))).toEqual([10, 22, 32.75, 93])
  expect([t, a, b, c].map((id) => needs.get(id)?.level)).toEqual([0, 1, 2, 2])
  expect(needs.get(b)?.pegs).toEqual([
    { productid: t, quantity: parseQuantity(30) },
    { productid: a, quantity: parseQuantity(2.75) },
  ])
  expect(decimal(needs.get(c)?.pegs[0]?.quantity)).toBe(92.4)
})

test('what is on hand of a part is not made, nor are its inputs needed', async () => {
  const { t, a, b, c } = await vector()
  const bill = tenant.read((db) => readBill(db, [t]))
  const needs = explode(bill, quantities({ [t]: 10 }), quantities({ [a]: 5 }))
  expect([a, b, c].map((id) => decimal(needs.get(id)?.net))).toEqual([17, 32.125, 72])
  expect(decimal(needs.get(a)?.gross)).toBe(22)
  const none = explode(bill, quantities({ [t]: 10 }), quantities({ [a]: 22 }))
  expect([none.get(a)?.net, none.has(c)]).toEqual([parseQuantity(0), false])
})

test.each([
  ['one of a pack of 248', 1, { quantity: 0.004032, scrap: 0 }, 1],
  ['105 with a tenth lost', 105, { quantity: 1, scrap: 10 }, 116],
  ['10 at 10 %, which is on top, not what is left', 10, { quantity: 1, scrap: 10 }, 11],
])('the total is rounded up once: %s', (_, wanted, { quantity, scrap }, needed) =>
  tenant.write((tx) => {
    const [product, input] = [makeItem(tx), makeItem(tx)]
    giveInputs(tx, product, [[input, quantity, scrap]])
    const needs = explode(readBill(tx.db, [product]), quantities({ [product]: wanted }))
    expect(decimal(needs.get(input)?.net)).toBe(needed)
  }),
)

test('an input in a unit of its own is needed in base units, exactly: three thirds are one', () =>
  tenant.write((tx) => {
    const [product, input] = [makeItem(tx), makeItem(tx, { baseunit: 'box' })]
    makeUnit(tx, input, 'third', '3')
    giveInputs(tx, product, [[input, 1]])
    tx.db.run(
      `UPDATE item_inputs SET unitid = (SELECT id FROM units WHERE inventoryid = '${input}') WHERE inputid = '${input}'`,
    )
    const needs = explode(readBill(tx.db, [product]), quantities({ [product]: 3 }))
    expect(decimal(needs.get(input)?.net)).toBe(1)
    const [up] = [explode(readBill(tx.db, [product]), quantities({ [product]: 1 })).get(input)]
    expect(decimal(up?.net)).toBe(0.333334)
  }))

test('what is not kept in stock passes its inputs through, whatever the books say there is of it', () =>
  tenant.write((tx) => {
    const [product, set, screw] = [makeItem(tx), makeItem(tx, { inventoryclass: 0 }), makeItem(tx)]
    giveInputs(tx, product, [[set, 0.5]])
    giveInputs(tx, set, [[screw, 4]])
    const needs = explode(
      readBill(tx.db, [product]),
      quantities({ [product]: 1 }),
      quantities({ [set]: 100 }),
    )
    expect([needs.get(set)?.phantom, decimal(needs.get(screw)?.net)]).toEqual([true, 2])
  }))

test('five levels of shared parts come to the totals that their making says, at every level', () =>
  tenant.write((tx) => {
    const levels = makeLevels(tx, 5, 4, 3)
    const top = levels[0]![0]!
    const bill = readBill(tx.db, [top])
    const needs = explode(bill, quantities({ [top]: 7 }))
    for (const [level, items] of levels.entries())
      for (const id of items) {
        const ways = level === 0 ? 1 : 3 ** level * 4 ** (level - 1)
        expect([decimal(needs.get(id)?.net), needs.get(id)?.level]).toEqual([7 * ways, level])
      }
    const leaf = levels[4]![0]!
    const uses = quantitiesIn(readUses(tx.db, leaf), leaf)
    const { n, d } = uses.get(top)!
    expect(n).toBe(BigInt(3 ** 4 * 4 ** 3) * d)
    const order = [...bill.keys()]
    for (const [id, { inputs }] of bill)
      for (const { inventoryid } of inputs) expect(order.indexOf(id)).toBeLessThan(order.indexOf(inventoryid))
  }))

test('cost comes up from the bottom by exact fractions, and says where a rate is missing', async () => {
  const { t, a, b, c } = await vector()
  const bill = tenant.read((db) => readBill(db, [t]))
  const rates = new Map([
    [b, asRate(80_000)],
    [c, asRate(12_500)],
  ])
  const costs = rollUpCosts(bill, rates)
  // A = 4 × 1,05 × 1,25 + 0,125 × 8 = 6,25; T = 2 × 1,1 × 6,25 + 3 × 8 = 37,75.
  expect(costs.get(a)).toEqual({ cost: asRate(62_500), incomplete: false })
  expect(costs.get(t)).toEqual({ cost: asRate(377_500), incomplete: false })
  expect(rollUpCosts(bill, new Map([[b, asRate(80_000)]])).get(t)?.incomplete).toBe(true)
})

test('a circle in the file ends the reading with its path, never in a loop', () =>
  tenant.write((tx) => {
    const [one, two, three] = [makeItem(tx), makeItem(tx), makeItem(tx)]
    giveInputs(tx, one, [[two, 1]])
    giveInputs(tx, two, [[three, 1]])
    giveInputs(tx, three, [[two, 1]])
    const path = () => {
      try {
        readBill(tx.db, [one])
      } catch (error) {
        return (error as BillCircle).path
      }
    }
    expect([
      [two, three, two],
      [three, two, three],
    ]).toContainEqual(path() as string[])
    expect(() => readUses(tx.db, three)).toThrow(BillCircle)
  }))

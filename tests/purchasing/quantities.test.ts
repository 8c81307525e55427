import { expect, test } from 'bun:test'
import { creditDue, openQuantity, surplusQuantity } from '#server/domains/purchasing/orders/open-quantity.ts'
import { countShort } from '#server/domains/purchasing/orders/short-of-job.ts'
import { cheaperQuantity, lotQuantity, priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { parseQuantity, parseRate, toDecimal } from '#server/money/decimal.ts'

const figures = (quantity: number, received: number, replaced = 0, closedshort = 0) => ({
  quantity: quantity * 1e6,
  received: received * 1e6,
  replaced: replaced * 1e6,
  closedshort: closedshort * 1e6,
})
const units = (millionths: number) => toDecimal(millionths, 'quantity')

test('what is open is never below zero, and what comes again is waited for', () => {
  const open = [
    [1, 3],
    [1, 0],
    [1, 0],
  ].map(([ordered, came]) => openQuantity(figures(ordered!, came!)))
  expect(open.map(units)).toEqual([0, 1, 1])
  expect(units(surplusQuantity(figures(1, 3)))).toBe(2)
  expect(units(openQuantity(figures(10, 10, 3)))).toBe(3)
  expect(units(openQuantity(figures(10, 10, 0)))).toBe(0)
  expect(units(openQuantity(figures(10, 12, 3)))).toBe(1)
  expect(units(openQuantity(figures(10, 4, 0, 6)))).toBe(0)
  expect(units(creditDue({ returned: 3e6, replaced: 0 }))).toBe(3)
  expect(units(creditDue({ returned: 5e6, replaced: 2e6 }))).toBe(3)
})

test('a lot is at least the minimum in whole packs, and nothing where nothing is needed', () => {
  const lot = (needed: number, minimum: number, packsize: number) =>
    units(
      lotQuantity(parseQuantity(needed), {
        minimum: parseQuantity(minimum),
        packsize: parseQuantity(packsize),
      }),
    )
  expect([lot(16, 50, 20), lot(112, 50, 25), lot(3, 5, 2), lot(0, 50, 20)]).toEqual([60, 125, 6, 0])
})

test('prices break from a quantity on, and a larger order that costs less is told', () => {
  const breaks = [{ quantity: parseQuantity(10), price: parseRate(8) }]
  const price = (many: number) => priceFor(parseQuantity(many), parseRate(10), breaks)
  expect([price(9), price(10), price(11)]).toEqual([parseRate(10), parseRate(8), parseRate(8)])
  expect(cheaperQuantity(parseQuantity(9), parseRate(10), breaks)).toBe(parseQuantity(10))
  expect(cheaperQuantity(parseQuantity(7), parseRate(10), breaks)).toBeUndefined()
  expect(priceFor(parseQuantity(1), null, breaks)).toBeNull()
})

test('a job is short of what neither free stock nor orders cover', () => {
  const short = (needed: number, reserved: number, available: number, onorder: number, onhand = 20) =>
    units(
      countShort({
        needed: parseQuantity(needed),
        reserved: parseQuantity(reserved),
        available: parseQuantity(available),
        onorder: parseQuantity(onorder),
        onhand: parseQuantity(onhand),
      }),
    )
  // Its own reservation is in what is available already.
  expect(short(6, 6, -4, 0)).toBe(4)
  expect(short(6, 6, -4, 3)).toBe(1)
  expect(short(6, 0, 2, 0)).toBe(4)
  expect(short(6, 6, 0, 0)).toBe(0)
  expect(short(6, 6, -20, 0)).toBe(6)
  // Below zero by its own use, with and without an order, and beside what it still takes.
  expect(short(0, 0, -2, 0, -2)).toBe(2)
  expect(short(0, 0, -2, 2, -2)).toBe(0)
  expect(short(3, 0, -2, 0, -2)).toBe(5)
  expect(short(3, 0, -2, 4, -2)).toBe(1)
})

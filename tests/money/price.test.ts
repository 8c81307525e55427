import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { asRate, parsePercent, parseRate, type Rate } from '#server/money/decimal.ts'
import { markupPrice, priceWithoutVat, priceWithVat } from '#server/money/price.ts'
import { anyPercent } from './support.ts'

test('base plus percent of base plus amount, to four decimals', () => {
  expect<number>(markupPrice(parseRate(18), parsePercent('12,5'), parseRate(1.5))).toBe(217_500)
  expect<number>(markupPrice(parseRate('0,0003'), parsePercent(50), parseRate(0))).toBe(5)
  expect<number>(markupPrice(parseRate(10), parsePercent(0), parseRate(-2))).toBe(80_000)
})

test('VAT on a price and out of it', () => {
  expect<number>(priceWithVat(parseRate(100), parsePercent(15))).toBe(1_150_000)
  expect<number>(priceWithoutVat(parseRate(115), parsePercent(15))).toBe(1_000_000)
  expect<number>(priceWithoutVat(parseRate(100), parsePercent(15))).toBe(869_565)
})

test('taking VAT out of a price that it was put on gives the price back', () => {
  const rate = fc.integer({ min: 0, max: 100_000_000_000 }).map(asRate) as fc.Arbitrary<Rate>
  fc.assert(
    fc.property(rate, anyPercent, (rate, vat) =>
      expect(priceWithoutVat(priceWithVat(rate, vat), vat)).toBe(rate),
    ),
    { numRuns: 1_000 },
  )
})

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { asRate, parsePercent, parseRate, type Rate } from '#server/money/decimal.ts'
import {
  amountForPrice,
  markupPrice,
  priceBetween,
  priceWithoutVat,
  priceWithVat,
} from '#server/money/price.ts'
import { parseRatio } from '#server/money/units.ts'
import { anyPercent } from './support.ts'

test('base plus percent of base plus amount', () => {
  expect<number>(markupPrice(parseRate(18), parsePercent('12,5'), parseRate(1.5))).toBe(217_500)
  expect<number>(markupPrice(parseRate('0,0003'), parsePercent(50), parseRate(0))).toBe(5)
  expect<number>(markupPrice(parseRate(10), parsePercent(0), parseRate(-2))).toBe(80_000)
})

test.each([
  ['100.05', '15', '115.06'],
  ['10.01', '-50', '5.01'],
  ['99.99', '0.01', '100'],
  ['150.625', '15', '173.219'],
  ['12.3456', '15', '14.1974'],
  ['0.05', '15', '0.0575'],
])('%s and %s %% on it are %s: to the cent, unless it was typed with more decimals', (base, percent, price) =>
  expect(markupPrice(parseRate(base), parsePercent(percent), asRate(0))).toBe(parseRate(price)),
)

test('any price that is typed is kept to its last decimal', () => {
  const rate = fc.integer({ min: 0, max: 100_000_000_000 }).map(asRate) as fc.Arbitrary<Rate>
  fc.assert(
    fc.property(rate, anyPercent, rate, (base, percent, price) =>
      expect(markupPrice(base, percent, amountForPrice(base, percent, price))).toBe(price),
    ),
  )
})

test('a price in another unit is of whole cents, unless it has more decimals or is below one rand', () => {
  const pieceOf = (price: string) => priceBetween(parseRate(price), parseRatio('1'), parseRatio(12))
  expect(pieceOf('100')).toBe(parseRate('8.33'))
  expect(pieceOf('100.005')).toBe(parseRate('8.334'))
  expect(pieceOf('10')).toBe(parseRate('0.8333'))
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

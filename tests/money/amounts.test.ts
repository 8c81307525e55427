import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { extractVat, type Line, type LineAmounts, lineAmounts, totals } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  parseCents,
  parsePercent,
  parseQuantity,
  parseRate,
} from '#server/money/decimal.ts'
import { divideRounded, multiply } from '#server/money/round.ts'
import { anyCents, anyPercent, anyQuantity, anyRate } from './support.ts'

const line = (quantity: number, rate: number, vatrate = 15, discount = 0): Line => ({
  quantity: parseQuantity(quantity),
  rate: parseRate(rate),
  vatrate: parsePercent(vatrate),
  discount: parsePercent(discount),
})

const anyLine: fc.Arbitrary<Line> = fc.record({
  quantity: anyQuantity,
  rate: anyRate,
  discount: anyPercent,
  vatrate: anyPercent,
  inclusive: fc.boolean(),
})

describe('vectors', () => {
  test('25.06, 25.61 and 25.63 at 15 % carry 11.44 of VAT: the sum of rounded lines', () => {
    const sums = totals([25.06, 25.61, 25.63].map((rate) => lineAmounts(line(1, rate))))
    expect(sums).toMatchObject({ net: 7_630, vat: 1_144, total: 8_774 })
  })

  test('0.30 at 15 % carries 0.05: half a cent up, not to the even cent', () => {
    expect(lineAmounts(line(1, 0.3))).toMatchObject({ net: 30, vat: 5, total: 35 })
  })

  test('1 000 000 including VAT holds 130 434.78 by the exact fraction', () => {
    const million = extractVat(parseCents(1_000_000), parsePercent(15))
    expect<unknown>(million).toEqual({ net: 86_956_522, vat: 13_043_478, total: 100_000_000 })
  })

  test('a discount rounds the gross line, rounds itself, and is subtracted', () => {
    // 3 × 0.335 = 1.005 → 1.01; 12.5 % of 1.01 = 0.12625 → 0.13; 0.88 × 15.5 % = 0.1364 → 0.14
    expect<unknown>(lineAmounts(line(3, 0.335, 15.5, 12.5))).toEqual({
      gross: 101,
      discount: 13,
      net: 88,
      vat: 14,
      total: 102,
      vatrate: 155_000,
    })
  })

  test('a full discount leaves nothing, not a cent', () => {
    expect(lineAmounts(line(0.333333, 10.0055, 15, 100))).toMatchObject({ net: 0, vat: 0, total: 0 })
  })

  test('totals group by VAT rate, highest first', () => {
    const sums = totals([line(1, 10, 0), line(2, 10), line(1, 5.5)].map(lineAmounts))
    expect<unknown>(sums.byrate).toEqual([
      { vatrate: 150_000, net: 2_550, vat: 383, total: 2_933 },
      { vatrate: 0, net: 1_000, vat: 0, total: 1_000 },
    ])
    expect<unknown>(totals([])).toEqual({ gross: 0, discount: 0, net: 0, vat: 0, total: 0, byrate: [] })
  })
})

describe('refusals', () => {
  test('a discount outside 0 to 100 %', () => {
    expect(() => lineAmounts(line(1, 1, 15, 100.01))).toThrow('The discount must be between 0 and 100 %.')
    expect(() => lineAmounts(line(1, 1, 15, -5))).toThrow('The discount must be between 0 and 100 %.')
  })

  test('an amount past the limit', () => {
    expect(() => lineAmounts(line(900_000_000, 90_000_000))).toThrow('The amount is too large.')
  })
})

describe('properties', () => {
  test('a product is divided as whole numbers of any length are, however small it is', () => {
    const factor = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.maxSafeInteger())
    const divisor = fc.oneof(fc.bigInt(1n, 2000n), fc.bigInt(1n, 2n ** 60n))
    const check = (a: number, b: number, by: bigint) =>
      expect(multiply(a, b, by)).toBe(Number(divideRounded(BigInt(a) * BigInt(b), by)))
    fc.assert(fc.property(factor, factor, divisor, check), { numRuns: 5_000 })
    for (const [a, b, by] of [
      [2 ** 26, 2 ** 26, 2n ** 52n],
      [-5, 1, 10n],
      [5, 1, 10n],
      [-0, 7, 3n],
    ] as const)
      check(a, b, by)
    expect(() => multiply(0.5, 3, 1n)).toThrow()
    expect(() => multiply(1, 1, 0n)).toThrow()
  })

  test('a line adds up, and its credit cancels it exactly', () => {
    const check = (line: Line) => {
      const amounts = lineAmounts(line)
      const credit = lineAmounts({ ...line, quantity: asQuantity(-line.quantity) })
      expect<number>(amounts.net + amounts.vat).toBe(amounts.total)
      expect<number>(amounts.gross - amounts.discount).toBe(amounts.net)
      for (const key of ['gross', 'discount', 'net', 'vat', 'total'] as const)
        expect(amounts[key] + credit[key]).toBe(0)
    }
    fc.assert(fc.property(anyLine, check), { numRuns: 1_000 })
  })

  test('totals are the sums of their lines, whatever the order and the grouping', () => {
    const check = (lines: Line[]) => {
      const amounts = lines.map(lineAmounts)
      const sums = totals(amounts)
      expect(totals(amounts.toReversed())).toEqual(sums)
      for (const key of ['net', 'vat', 'total'] as const) {
        expect<number>(sums[key]).toBe(add(amounts.map((line: LineAmounts) => line[key])))
        expect<number>(sums[key]).toBe(add(sums.byrate.map((group) => group[key])))
      }
    }
    fc.assert(fc.property(fc.array(anyLine, { maxLength: 40 }), check), { numRuns: 200 })
  })

  test('adding VAT to what extraction leaves gives the inclusive amount back, to a cent', () => {
    const check = (total: number, percent: number) => {
      const { net, vat } = extractVat(asCents(total), asPercent(percent))
      expect<number>(net + vat).toBe(total)
      const again = BigInt(net) * BigInt(percent) - BigInt(vat) * 1_000_000n
      expect(again <= 1_000_000n && again >= -1_000_000n).toBe(true)
    }
    fc.assert(fc.property(anyCents, anyPercent, check), { numRuns: 1_000 })
  })
})

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

import { describe, expect, test } from 'bun:test'
import { extractVat, type LineAmounts, sumCents } from '#server/money/amounts.ts'
import { asCents, asPercent } from '#server/money/decimal.ts'
import { portion } from '#server/money/portion.ts'

const zero = asCents(0)
const line = (net: number, vat: number): LineAmounts => ({
  gross: asCents(net),
  discount: zero,
  net: asCents(net),
  vat: asCents(vat),
  total: asCents(net + vat),
  vatrate: asPercent(150_000),
})

/** The parts up to each of some quantities, one after the other. */
function parts(of: LineAmounts, whole: number, ends: readonly number[]): LineAmounts[] {
  const found: LineAmounts[] = []
  for (const [at, upto] of ends.entries()) {
    const before = {
      vat: sumCents(found.map(({ vat }) => vat)),
      total: sumCents(found.map(({ total }) => total)),
    }
    found.push(portion(of, { whole, from: ends[at - 1] ?? 0, upto, before }))
  }
  return found
}

describe('the parts of a line', () => {
  test('of R 1 000 with VAT at 33.33, 66.67 and 100 % are as progress invoices charge them', () => {
    const { net, vat } = extractVat(asCents(100_000), asPercent(150_000))
    const found = parts(line(net, vat), 10_000, [3_333, 6_667, 10_000])
    expect(found.map(({ total }) => total as number)).toEqual([33_330, 33_340, 33_330])
    expect(found.map(({ vat }) => vat as number)).toEqual([4_347, 4_349, 4_347])
  })

  test('in thirds take back no more VAT than was charged', () => {
    const found = parts(line(3_335, 500), 3, [1, 2, 3])
    expect(found.map(({ vat }) => vat as number)).toEqual([167, 166, 167])
    expect(found.reduce((sum, { net }) => sum + net, 0)).toBe(3_335)
  })

  test.each([
    [1, 1],
    [-2_507, -376],
    [999_999, 150_000],
  ])('of %i and %i of VAT are together what the line is, however it is cut', (net, vat) => {
    for (const ends of [[1, 2, 3, 7], [3, 7], [6, 7], [7]]) {
      const found = parts(line(net, vat), 7, ends)
      expect(found.reduce((sum, one) => sum + one.net, 0)).toBe(net)
      expect(found.reduce((sum, one) => sum + one.vat, 0)).toBe(vat)
    }
  })
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { asQuantity, parseQuantity, parseRate } from '#server/money/decimal.ts'
import { fromBase, parseRatio, rateBetween, ratioToJson, toBase, unitRate } from '#server/money/units.ts'

describe('ratios', () => {
  test.each([
    [1000, { numerator: 1000, denominator: 1 }],
    ['0,4536', { numerator: 567, denominator: 1250 }],
    ['6/9', { numerator: 2, denominator: 3 }],
    ['.5', { numerator: 1, denominator: 2 }],
  ])('%p is exact, in lowest terms', (input, ratio) => expect(parseRatio(input)).toEqual(ratio))

  test.each([0, '0,0', -2, '-1/2', '1/0', 'dozen', '', null, Number.NaN])('%p is refused', (input) =>
    expect(() => parseRatio(input)).toThrow('The ratio to base must be a number above zero'),
  )

  test('too many digits are refused', () => {
    expect(() => parseRatio('0.12345678901234567')).toThrow('The ratio to base may have at most 15 digits.')
  })

  test('JSON has a number where one is exact, else the fraction; both read back', () => {
    expect([parseRatio('0,4536'), parseRatio('1/3'), parseRatio('1/10000000')].map(ratioToJson)).toEqual([
      0.4536,
      '1/3',
      '1/10000000',
    ])
    const term = fc.integer({ min: 1, max: 999_999_999_999_999 })
    const check = (numerator: number, denominator: number) => {
      const ratio = parseRatio(`${numerator}/${denominator}`)
      expect(parseRatio(JSON.parse(JSON.stringify(ratioToJson(ratio))))).toEqual(ratio)
    }
    fc.assert(fc.property(term, term, check), { numRuns: 500 })
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }).map((n) => n + 1),
        fc.constantFrom(1, 8, 100, 1000),
        check,
      ),
    )
  })
})

describe('conversion', () => {
  test('nine ninths of a box are one box', () => {
    expect(toBase(parseQuantity(9), parseRatio(9))).toBe(parseQuantity(1))
    expect(toBase(parseQuantity(1), parseRatio('1/12'))).toBe(parseQuantity(12))
  })

  test('rounds once, half up', () => {
    expect(toBase(parseQuantity('0,2'), parseRatio(1000))).toBe(parseQuantity('0,0002'))
    expect<number>(toBase(asQuantity(1), parseRatio(2))).toBe(1)
    expect<number>(toBase(asQuantity(-1), parseRatio(2))).toBe(-1)
    expect<number>(toBase(parseQuantity(1), parseRatio(3))).toBe(333_333)
  })

  test('a price of the base unit becomes the price of the unit', () => {
    expect(unitRate(parseRate(120), parseRatio(12))).toBe(parseRate(10))
    expect(unitRate(parseRate(10), parseRatio('1/12'))).toBe(parseRate(120))
  })

  test('a price in one unit becomes the price in another, also where neither is the base', () => {
    expect(rateBetween(parseRate(2), parseRatio(1), parseRatio('1/12'))).toBe(parseRate(24))
    expect(rateBetween(parseRate(24), parseRatio('1/12'), parseRatio(1))).toBe(parseRate(2))
    expect(rateBetween(parseRate(10), parseRatio('1/3'), parseRatio('2.5'))).toBe(parseRate('1,3333'))
  })

  test('base units to a finer unit and back lose nothing', () => {
    const whole = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(asQuantity)
    const check = (base: ReturnType<typeof asQuantity>, ratio: number) =>
      expect(toBase(fromBase(base, parseRatio(ratio)), parseRatio(ratio))).toBe(base)
    fc.assert(fc.property(whole, fc.integer({ min: 1, max: 10_000 }), check))
  })
})

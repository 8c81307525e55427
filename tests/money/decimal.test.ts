import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  asCents,
  asRate,
  type DecimalKind,
  decimalKinds,
  parse,
  parseCents,
  parsePercent,
  parseQuantity,
  parseRate,
  toDecimal,
  toDecimalText,
} from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'
import { MAX_DECIMAL } from '#views/ui/field-rules.ts'

describe('reading', () => {
  test.each([
    ['1 234,56', 123_456],
    ['1\u00a0234,56', 123_456],
    ['1\u202f234,56', 123_456],
    ['1 234 567.8', 123_456_780],
    ['-12,5', -1_250],
    // As the pages write it.
    ['−12,5', -1_250],
    ['+7', 700],
    [',5', 50],
    ['12.300000', 1_230],
    ['-0', 0],
    [0.1, 10],
    [1e3, 100_000],
    [-0, 0],
    [9_999_999_999_999.99, MAX_DECIMAL],
  ])('%p is %p cents', (input, cents) => expect(Object.is(parseCents(input), cents)).toBe(true))

  test('each kind keeps its own decimals', () => {
    expect<number>(parseRate('12,3456')).toBe(123_456)
    expect<number>(parseQuantity('0.000001')).toBe(1)
    expect<number>(parsePercent('15,5')).toBe(155_000)
    expect<number>(parsePercent(12.5)).toBe(125_000)
  })

  test.each([
    '',
    ' ',
    '.',
    ',',
    '-',
    'abc',
    '1e3',
    '1,2,3',
    '1.234,56',
    '12 34',
    '1 2345',
    'R 5',
    '5,',
    '0x10',
    '١٢',
  ])('%p is no number', (input) =>
    expect(() => parseRate(input)).toThrow('The rate must be a number, such as 1 234,5.'),
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, {}, 5n])(
    '%p is no number',
    (input) => expect(() => parseRate(input)).toThrow('The rate must be a number'),
  )

  test('a refusal names the field and the limit', () => {
    expect(() => parseRate('1,23456')).toThrow('The rate may have at most 4 decimals.')
    expect(() => parseCents(0.1 + 0.2, 'deposit')).toThrow('The deposit may have at most 2 decimals.')
    expect(() => parseQuantity(1e-7)).toThrow('The quantity may have at most 6 decimals.')
    expect(() => parseCents('10000000000000')).toThrow('The amount is too large.')
    expect(() => parseCents(1e300)).toThrow('The amount is too large.')
    expect(() => parseCents('9'.repeat(400))).toThrow('The amount is too large.')
    expect(() => asCents(1.5)).toThrow('not a whole number')
    expect(() => asRate(MAX_DECIMAL + 1)).toThrow('The rate is too large.')
  })
})

describe('writing', () => {
  test('decimals as text and as JSON numbers', () => {
    expect(toDecimalText(-5, 'cents')).toBe('-0.05')
    expect(toDecimalText(123_456, 'rate')).toBe('12.3456')
    expect(JSON.stringify([toDecimal(13_043_478, 'cents'), toDecimal(1, 'quantity')])).toBe(
      '[130434.78,0.000001]',
    )
  })

  test('every scaled integer survives JSON, text, and text with a comma and spaces', () => {
    const scaled = fc.oneof(
      fc.integer({ min: -MAX_DECIMAL, max: MAX_DECIMAL }),
      fc.constantFrom(MAX_DECIMAL, -MAX_DECIMAL, 0, 1, -1),
    )
    const kind = fc.constantFrom(...(Object.keys(decimalKinds) as DecimalKind[]))
    const check = (value: number, kind: DecimalKind) => {
      const text = toDecimalText(value, kind)
      expect(parse(JSON.parse(JSON.stringify(toDecimal(value, kind))), kind)).toBe(value)
      expect(parse(text, kind)).toBe(value)
      expect(parse(withSpaces(text).replace('.', ','), kind)).toBe(value)
    }
    fc.assert(fc.property(scaled, kind, check), { numRuns: 2_000 })
  })
})

describe('rounding', () => {
  test('half a cent goes up, and mirrored below zero', () => {
    expect([44n, 45n, 49n, -44n, -45n, -46n].map((n) => divideRounded(n, 10n))).toEqual([
      4n,
      5n,
      5n,
      -4n,
      -5n,
      -5n,
    ])
  })

  test('is the nearest whole number, and the same for both signs', () => {
    const check = (numerator: bigint, denominator: bigint) => {
      const rounded = divideRounded(numerator, denominator)
      const off = 2n * (numerator - rounded * denominator)
      expect(off <= denominator && off >= -denominator).toBe(true)
      expect(divideRounded(-numerator, denominator)).toBe(-rounded)
    }
    fc.assert(fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 16n), check))
  })
})

function withSpaces(text: string): string {
  const [whole = '', fraction] = text.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ' ')}.${fraction}`
}

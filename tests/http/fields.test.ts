import { describe, expect, test } from 'bun:test'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import {
  choice,
  colour,
  date,
  flag,
  instantField,
  integer,
  minutesField,
  object,
  percent,
  quantity,
  rand,
  rate,
  reference,
  refuseInvalidInput,
  type TSchema,
  t,
  text,
} from '#server/http/fields.ts'

/** What a field makes of a value, or 'refused'. */
function read(schema: TSchema, value: unknown): unknown {
  const check = TypeCompiler.Compile(object({ f: schema }))
  return check.Check({ f: value }) ? (check.Decode({ f: value }) as { f: unknown }).f : 'refused'
}

describe('a field', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2028-02-29', '2028-02-29'],
    ['', null],
    [null, null],
    ['2026-11-31', 'refused'],
    ['2026-02-29', 'refused'],
    ['2026-13-01', 'refused'],
    ['21-11-2026', 'refused'],
    [20261121, 'refused'],
  ])('date reads %p as %p', (value, expected) => expect(read(date(), value)).toBe(expected as never))

  test.each([
    '2026-11-21T08:00:00Z',
    '2026-11-21T08:00:00.123+02:00',
    '2028-02-29 23:59:59z',
    '2026-11-21T08:00:00-0330',
  ])('instant takes %s', (value) => {
    expect(read(instantField(), value)).toBe(value)
    expect(Number.isNaN(Date.parse(value))).toBe(false)
  })

  test.each([
    '2026-02-30T08:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21T08:00:00',
    '2026-11-21',
    '',
  ])('instant refuses %p', (value) => expect(read(instantField(), value)).toBe('refused'))

  test.each([
    ['90', 90],
    [90, 90],
    ['8:00', 480],
    ['8h', 480],
    ['8h30', 510],
    ['8\u00a0h\u00a000', 480],
    ['1,5 h', 90],
    ['1.5', 90],
    ['0,25', 15],
    ['2 hours', 120],
    ['45 min', 45],
    ['0', 0],
    ['', null],
    [null, null],
    [1.5, 'refused'],
    [-1, 'refused'],
  ])('minutes reads %p as %p', (value, expected) =>
    expect(read(minutesField(), value)).toEqual(expected as never),
  )

  test.each(['1', '8', ' 12 '])('asks of %p whether hours or minutes are meant', (value) => {
    expect(() =>
      refuseInvalidInput({ params: {}, query: {}, body: { f: read(minutesField(), value) } }),
    ).toThrow('hours or minutes?')
  })

  test.each([
    ['8 h', 480],
    ['8 min', 8],
    [8, 8],
    ['13', 13],
  ])('and takes %p as %p', (value, expected) =>
    expect(read(minutesField(), value)).toEqual(expected as never),
  )

  test.each(['abc', '8:60', '8:5', '-8:00', '166667 h', 'h'])('minutes does not read %p', (value) => {
    expect(() =>
      refuseInvalidInput({ params: {}, query: {}, body: { f: read(minutesField(), value) } }),
    ).toThrow('must be a time such as 8:00')
  })

  test.each([
    ['1 234,5', 12_345_000],
    ['1234.5', 12_345_000],
    [12.3456, 123_456],
    [',5', 5_000],
    ['', null],
    ['12,34567', 'refused'],
    ['abc', 'refused'],
    ['1,2,3', 'refused'],
    [true, 'refused'],
  ])('rate reads %p as %p ten-thousandths', (value, expected) =>
    expect(read(rate(), value)).toBe(expected as never),
  )

  test.each(['1,250', ' 12,500', '999,990'])('asks of the price %p whether it is a thousand', (value) => {
    const asked = [rate(), rand()].map((schema) => read(schema, value))
    for (const body of asked)
      expect(() => refuseInvalidInput({ body: { f: body } })).toThrow('Is this a thousand?')
  })
  test.each([
    ['1,255', 12_550],
    ['0,250', 2_500],
    ['1 250', 12_500_000],
    ['1,25', 12_500],
    ['1.250', 12_500],
    [1.25, 12_500],
  ])('rate takes %p, which is in no doubt', (value, expected) =>
    expect(read(rate(), value)).toBe(expected as never),
  )

  test('quantity and percent keep their own decimals', () => {
    expect(read(quantity(), '0,000001')).toBe(1)
    expect(read(percent(), '15,5')).toBe(155_000)
  })

  test.each([
    [true, true],
    ['on', true],
    ['true', true],
    ['', false],
    [false, false],
    ['maybe', 'refused'],
  ])('flag reads %p as %p', (value, expected) => expect(read(flag(), value)).toBe(expected))

  test('text is trimmed, bounded, and where required not empty', () => {
    expect(read(text(5), '  ab ')).toBe('ab')
    expect(read(text(5), 'abcdef')).toBe('refused')
    expect(read(text(5, { required: true }), '   ')).toBe('refused')
  })

  test('text is one line without control characters, unless it may have several', () => {
    const typed = ' Acme\r\nBcc: x@y.test\u0000\u2028two\u0085three\tfour\u001b '
    expect(read(text(80), typed)).toBe('Acme Bcc: x@y.test two three four')
    expect(read(text(80, { multiline: true }), ' one\r\n\ttwo\u0007\u000b ')).toBe('one\r\n\ttwo')
  })

  test('reference takes an id, and none for an empty text or the empty UUID', () => {
    expect(read(reference(), '0190A5A0-0000-7000-8000-000000000001')).toBe(
      '0190a5a0-0000-7000-8000-000000000001',
    )
    expect(read(reference(), '')).toBeNull()
    expect(read(reference(), '00000000-0000-0000-0000-000000000000')).toBeNull()
    expect(read(reference(), "' OR 1=1")).toBe('refused')
  })

  test('integer, choice and colour keep to what is allowed', () => {
    expect(read(integer(1, 12), '7')).toBe(7)
    expect(read(integer(1, 12), 13)).toBe('refused')
    expect(() =>
      refuseInvalidInput({ params: {}, query: {}, body: { f: read(integer(1, 12), '13') } }),
    ).toThrow('from 1 to 12')
    expect(read(choice('a', 'b'), 'c')).toBe('refused')
    expect(read(colour(), '#3366CC')).toBe('#3366CC')
    expect(read(colour(), 'red')).toBe('refused')
  })

  test('an object refuses what it does not know', () => {
    expect(TypeCompiler.Compile(object({ a: t.String() })).Check({ a: 'x', b: 1 })).toBe(false)
  })
})

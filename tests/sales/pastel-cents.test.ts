import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { northwind } from '#db/demo/northwind/set.ts'
import {
  fitDocument,
  fitWithoutVat,
  fitWithVat,
  type IssuedLine,
  recompute,
} from '#server/domains/sales/pastel/fit-line.ts'
import { type LineAmounts, lineAmounts } from '#server/money/amounts.ts'
import { asCents, asPercent, asQuantity, asRate } from '#server/money/decimal.ts'
import { portion } from '#server/money/portion.ts'
import { priceWithoutVat } from '#server/money/price.ts'

const zero = asCents(0)

type Terms = { quantity: number; price: number; discount: number; vat: number; inclusive: boolean }

/** As an invoice prints it, of all of the line, or of a part. */
function issue({ quantity, price, discount, vat, inclusive }: Terms, parts?: [number, number]): IssuedLine {
  const [rate, vatrate] = [asRate(price), asPercent(vat)]
  const of = { quantity: asQuantity(quantity), rate, discount: asPercent(discount), vatrate, inclusive }
  const whole = lineAmounts(of)
  const [amounts, charged] = parts ? charge(whole, quantity, parts) : [whole, quantity]
  return {
    ...{ quantity: charged, rate: inclusive ? priceWithoutVat(rate, vatrate) : rate, discount, vatrate },
    ...(inclusive ? { inclusiverate: rate } : {}),
    ...{ net: amounts.net, vat: amounts.vat, total: amounts.total },
  }
}

/** The second part of a line, after a first one. */
function charge(whole: LineAmounts, quantity: number, [a, b]: [number, number]) {
  const from = Math.floor((quantity * Math.min(a, b)) / 1_000)
  const upto = Math.max(from + 1, Math.floor((quantity * Math.max(a, b)) / 1_000))
  const before = portion(whole, { whole: quantity, from: 0, upto: from, before: { vat: zero, total: zero } })
  return [portion(whole, { whole: quantity, from, upto, before }), upto - from] as const
}

function expectSame(line: IssuedLine, withvat: boolean) {
  const { pieces } = withvat ? fitWithVat(line) : fitWithoutVat(line)
  if (!withvat && !pieces) return
  const { net, vat, total } = line
  expect({ line, ...recompute(pieces ?? [], withvat, line.vatrate) }).toEqual({ line, net, vat, total })
  for (const { quantity } of pieces ?? []) expect(quantity).not.toBe(0)
}

const terms = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 500 }).map((n) => n * 1_000_000),
    fc.integer({ min: 1, max: 5_000_000 }).map((n) => n * 1_000),
    fc.integer({ min: 1, max: 9_000_000_000 }),
  ),
  price: fc.oneof(
    fc.integer({ min: 1, max: 2_000_000 }).map((n) => n * 100),
    fc.integer({ min: 1, max: 100_000_000 }),
  ),
  discount: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 99 }).map((n) => n * 10_000),
    fc.integer({ min: 1, max: 999_999 }),
  ),
  vat: fc.constantFrom(150_000, 140_000, 155_000, 0),
  inclusive: fc.boolean(),
})

describe('what Pastel recomputes of a line comes to the same cents', () => {
  const many = { numRuns: 5_000 }

  test('whatever its quantity, price, discount and VAT', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const line = issue(given)
        fc.pre(line.total > 0)
        for (const withvat of [false, true]) expectSame(line, withvat)
      }),
      many,
    )
  })

  test('also of a part, whose VAT is what others left', () => {
    const share = fc.integer({ min: 1, max: 999 })
    fc.assert(
      fc.property(terms, fc.tuple(share, share), (given, parts) => {
        const line = issue(given, parts)
        fc.pre(line.total > 0)
        for (const withvat of [false, true]) expectSame(line, withvat)
      }),
      many,
    )
  })

  test('of a part in thirds, which is a cent off by its price alone', () => {
    const thirds = [1, 2, 3].map((upto) => {
      const whole = lineAmounts({
        ...{ quantity: asQuantity(3_000_000), rate: asRate(111_167), vatrate: asPercent(150_000) },
      })
      const before = portion(whole, { whole: 3, from: 0, upto: upto - 1, before: { vat: zero, total: zero } })
      return portion(whole, { whole: 3, from: upto - 1, upto, before })
    })
    expect(thirds.map(({ vat }) => vat)).toEqual([167, 166, 167] as never)
    const lines = thirds.map(({ net, vat, total }): IssuedLine => {
      const of = { quantity: 1_000_000, rate: 111_167, discount: 0, vatrate: asPercent(150_000) }
      return { ...of, net, vat, total }
    })
    const { withvat, lines: fitted } = fitDocument(lines)
    expect([withvat, fitted.map(({ pieces }) => pieces?.length)]).toEqual([true, [1, 2, 1]])
    for (const line of lines) expectSame(line, true)
  })
})

test('every shipped order of Northwind comes to the same, at its own prices', () => {
  const rows = (name: string) =>
    (northwind.files as Record<string, string>)[name]?.trim().split('\n').slice(1) ?? []
  const shipped = new Set(
    rows('orders.csv')
      .map((row) => row.split(','))
      .filter((cells) => cells[5] !== 'NULL')
      .map(([id]) => id),
  )
  const lines = rows('order_details.csv').map((row) => row.trim().split(','))
  const orders = Map.groupBy(
    lines.filter(([id]) => shipped.has(id)),
    ([id]) => id,
  )
  expect(orders.size).toBe(809)
  for (const inclusive of [false, true])
    for (const details of orders.values()) {
      const issued = details.map(([, , price, quantity, discount]) =>
        issue({
          price: Math.round(Number(price) * 10_000),
          quantity: Number(quantity) * 1_000_000,
          discount: Math.round(Number(discount) * 1_000_000),
          ...{ vat: 150_000, inclusive },
        }),
      )
      const { withvat, lines: fitted } = fitDocument(issued)
      for (const [at, line] of issued.entries()) {
        const { pieces = [] } = fitted[at] ?? {}
        const { net, vat, total } = line
        expect(recompute(pieces, withvat, line.vatrate)).toEqual({ net, vat, total })
        if (!inclusive) expect(withvat).toBe(false)
      }
    }
})

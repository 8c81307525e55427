import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { matchInvoices, prepareMatches } from '#server/domains/sales/bank/match-invoices.ts'
import { asCents, asQuantity, asRate } from '#server/money/decimal.ts'
import { type Exact, exactOne, exactProduct, exactSum } from '#server/money/exact.ts'
import type { Bill } from '#server/stock/bill.ts'
import { rollUpCosts } from '#server/stock/bill-cost.ts'
import { explode } from '#server/stock/explode.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(300_000)

// Little input that asks for long work: while it is done, nobody else is answered.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('an amount of two million commas is refused at once', async () => {
  const body = new FormData()
  // The widest of the first lines says what separates, so the commas are all in one cell.
  const lines = ['Date;Description;Amount', ';'.repeat(19_000), ...Array(30).fill('2026-11-01;x;1')]
  body.append(
    'file',
    new File([[...lines, `2026-11-01;x;${','.repeat(1_900_000)}`].join('\n')], 'statement.csv'),
  )
  body.append('account', 'Main')
  const answer = await server.people.admin.call('POST', '/api/billing/bank', body)
  expect(answer.status).toBe(400)
  expect(answer.body.fields.file).toMatch(/^The amount “,{40}” of line 33 could not be read\.$/)
})

const bitsOf = (value: bigint) => value.toString(2).length

test('fractions of a bill stay short, and near enough to round right, however deep it is', () => {
  const per: Exact = { n: 1_000_003n, d: 1_000_000n }
  let [value, sum] = [exactOne, exactOne]
  for (let level = 0; level < 2_000; level++) {
    value = exactProduct(value, per)
    sum = exactSum(sum, { n: 1n, d: 10n ** 15n + BigInt(2 * level + 1) })
  }
  for (const { n, d } of [value, sum]) expect(Math.min(bitsOf(n), bitsOf(d))).toBeLessThanOrEqual(512)
  expect(Number((value.n * 10n ** 12n) / value.d) / 1e12).toBeCloseTo(1.000003 ** 2_000, 9)
  // Exact where a bill of measured quantities is: twenty levels of six decimals.
  let short = exactOne
  for (let level = 0; level < 20; level++) short = exactProduct(short, per)
  expect(short).toEqual({ n: 1_000_003n ** 20n, d: 1_000_000n ** 20n })
})

test('a bill of three thousand levels is reckoned', () => {
  const name = (level: number) => `item ${level}`
  const bill: Bill = new Map(
    Array.from({ length: 3_000 }, (_, level) => [
      name(level),
      {
        inputs:
          level < 2_999 ? [{ inventoryid: name(level + 1), per: { n: 1_000_003n, d: 1_000_000n } }] : [],
        whole: false,
        phantom: false,
      },
    ]),
  )
  const needed = explode(bill, new Map([[name(0), asQuantity(1_000_000)]])).get(name(2_999))
  expect(needed).toMatchObject({ level: 2_999, gross: Math.ceil(1_000_000 * 1.000003 ** 2_999) })
  const cost = rollUpCosts(bill, new Map([[name(2_999), asRate(1_000_000)]])).get(name(0))
  expect(cost?.cost).toBe(asRate(Math.round(1_000_000 * 1.000003 ** 2_999)))
})

test('invoices are looked for in the first letters of what a line becomes, however many those are', () => {
  const invoice = {
    id: 'a' as never,
    kind: 'invoice' as const,
    number: 'INV-100',
    clientname: 'Acme',
    jobreference: 'J1',
    open: asCents(900),
  }
  const prepared = prepareMatches([invoice])
  const find = (description: string) =>
    matchInvoices({ amountcents: 1, description, reference: '' }, prepared)
  expect(find(`${'x '.repeat(140)} inv 100`)).toMatchObject([{ number: 'INV-100', reasons: ['number'] }])
  // Each of these letters is eighteen once it is taken apart.
  expect(find(`${'\ufdfa'.repeat(280)} inv 100`)).toEqual([])
})

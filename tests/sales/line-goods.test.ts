import { expect, test } from 'bun:test'
import { creditGoods } from '#server/domains/sales/invoices/credit-goods.ts'
import {
  bringBack,
  countGoods,
  invoiceGoods,
  type LineGoods,
} from '#server/domains/sales/invoices/line-goods.ts'
import { sendOut } from '#server/domains/sales/invoices/send-goods.ts'

/** Seven that were used, of which a note delivered some. */
const start = (out: number): LineGoods => ({
  ...{ ismade: false, total: 7, out, sold: 0, laid: 0, noted: 0, notedaside: 0 },
  ...{ charged: 0, invoicedutc: null, whole: null, replaced: 0 },
  ...{ credits: [], returns: [] },
})

/**
 * One step: `i4` invoice; `b1`, `d1` back by a note, into stock or aside; `n2` deliver; `c1` credit as returned, for good, `e1` stated
 * in error, `x1` cancelled; with `a` to be invoiced again, `+` ticked, `-` not ticked.
 */
function step(goods: LineGoods, what: string, at: number): LineGoods {
  const [, kind, many, flags = ''] = /^([ibdncex])(\d+)([a+-]*)$/.exec(what) ?? []
  const quantity = Number(many)
  if (kind === 'i') return invoiceGoods(goods, quantity)
  if (kind === 'n') return sendOut(goods, quantity).after
  if (kind === 'b' || kind === 'd')
    return bringBack(goods, quantity, {
      id: `${at}`,
      dateutc: `${at}`.padStart(3, '0'),
      instock: kind === 'b',
    }).after
  const { instock } = countGoods(goods)
  const kept = goods.total - instock
  const { after } = creditGoods(goods, {
    ...{ invoiceid: `${at}`.padStart(3, '0'), position: 0, quantity },
    ...{ returned: kind === 'c', again: flags.includes('a'), issuedutc: null },
    ticked: flags.includes('+') ? true : flags.includes('-') ? false : undefined,
    most: (back) => Math.max(0, Math.min(quantity - back, kept, kept - (goods.charged - quantity))),
  })
  return after
}

const run = (steps: string, noted = 7) => steps.split(' ').filter(Boolean).reduce(step, start(noted))

/** What is to be invoiced, of what was used and at a fixed price; and what is in stock again. */
function figures(goods: LineGoods) {
  const { over, instock } = countGoods(goods)
  const free = goods.credits.reduce(
    (sum, { again, quantity, outagain }) => sum + (again ? 0 : quantity - outagain),
    0,
  )
  return { next: Math.max(0, -over), fixed: goods.total - goods.charged - free, instock }
}

const orders: [string, number, { next?: number; fixed?: number; instock?: number }][] = [
  ['i4 b1 i2 d1 c1-', 7, { next: 0, instock: 1 }],
  ['i4 b1 d1 c1-', 7, { next: 2, instock: 1 }],
  ['i4 d1 c1- b1', 7, { next: 2, instock: 1 }],
  ['i7 e2a b2 d1 c1-', 7, { next: 0, instock: 2 }],
  ['i4 b1 c1+', 7, { next: 2, instock: 2 }],
  // Nobody says whether others came back: the one that did is credited.
  ['i4 b1 c1', 7, { next: 3, instock: 1 }],
  ['i7 e1a b1 c1', 7, { next: 1, instock: 1 }],
  ['i7 b2 c2 n2', 7, { next: 2, fixed: 2, instock: 0 }],
  ['i4 b5 c2 n5', 7, { next: 5, fixed: 5, instock: 0 }],
  ['i7 b1 c1', 5, { next: 0, instock: 1 }],
  ['i7 c7a+', 7, { next: 0, instock: 7 }],
  ['i7 c7a+ b7', 7, { next: 0, instock: 7 }],
  ['b7 i0 c0', 7, { next: 0, instock: 7 }],
  ['i7 c7a+ b7 n7', 7, { next: 7, instock: 0 }],
  ['i7 x2+', 0, { next: 0, instock: 2 }],
  ['i7 x2+ n7', 0, { next: 2, instock: 0 }],
  ['i7 x2+ n5 b1', 0, { next: 0, instock: 3 }],
  ['i7 x2+ n5 b1 n3', 0, { next: 2, instock: 0 }],
  // Damaged goods come into stock only where somebody ticks them.
  ['i7 d2 c2', 7, { next: 0, instock: 0 }],
  ['i7 d2 c2+', 7, { next: 0, instock: 2 }],
  ['i7 c2+ d2', 7, { next: 0, instock: 2 }],
  ['d2 n2 b2', 7, { next: 5, instock: 2 }],
  // The order of a return and its credit decides nothing.
  ['i7 c2+ b2 n2', 7, { next: 2, fixed: 2, instock: 0 }],
  ['i7 c2- d2 n2', 7, { next: 2, fixed: 2, instock: 0 }],
  ['i7 d2 c2- n2', 7, { next: 2, fixed: 2, instock: 0 }],
  ['i7 d1 b1 c2 n2', 7, { next: 2, fixed: 2, instock: 0 }],
  // What was given away stays given, mended or not.
  ['i7 e2- d2 n2', 7, { next: 0, fixed: 0, instock: 0 }],
]

test.each(orders)('%s, of which a note delivered %d', (steps, noted, expected) => {
  expect(figures(run(steps, noted))).toMatchObject(expected)
})

function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('in any order no unit is lost, and none is credited, awaited or delivered twice', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const pick = numbers(seed * 7919)
    const noted = [7, 7, 5, 0][pick(4)]!
    const steps: string[] = []
    let goods = start(noted)
    for (let at = 0; at < 14; at++) {
      const { over, undelivered, instock, aside, asidecredited, awaited } = countGoods(goods)
      const flags = `${['', 'a'][pick(2)]}${['', '+', '-'][pick(3)]}`
      const most = {
        ...{ i: -over, b: goods.out, d: goods.out, c: goods.charged, e: goods.charged },
        n: undelivered + instock - awaited + aside + asidecredited,
      }
      const kind = 'ibdnce'[pick(6)] as keyof typeof most
      if (most[kind] <= 0) continue
      const what = `${kind}${1 + pick(most[kind])}${'ce'.includes(kind) ? flags : ''}`
      steps.push(what)
      const before = countGoods(goods)
      goods = step(goods, what, at)
      const now = countGoods(goods)
      const said = `${noted}: ${steps.join(' ')} ${JSON.stringify(now)}`
      for (const figure of [
        'instock',
        'aside',
        'asidecredited',
        'awaited',
        'undelivered',
        'uncredited',
      ] as const)
        expect(now[figure], said).toBeGreaterThanOrEqual(0)
      expect(now.instock, said).toBeLessThanOrEqual(7)
      expect(now.awaited, said).toBeLessThanOrEqual(now.instock)
      expect(now.uncredited, said).toBeLessThanOrEqual(now.instock)
      for (const {
        quantity,
        restocked,
        awaited: waits,
        fromaside,
        backbynote,
        backaside,
        outagain,
      } of goods.credits) {
        expect(restocked + backbynote + backaside, said).toBeLessThanOrEqual(quantity)
        expect(waits + fromaside, said).toBeLessThanOrEqual(restocked)
        expect(outagain, said).toBeLessThanOrEqual(restocked + backbynote)
      }
      // What goes out is charged, and what comes back is not.
      if (kind === 'i') expect(now.instock, said).toBe(before.instock)
    }
  }
})

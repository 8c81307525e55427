import { describe, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { latestOrderDay } from '#server/planning/latest-order-day.ts'
import { type Demand, type Lot, netItem, type PlannedReceipt, type Supply } from '#server/planning/net.ts'
import { planItems } from '#server/planning/plan-items.ts'
import { checkReceipts } from '#server/planning/reschedule.ts'
import { workdays } from '#server/planning/workdays.ts'
import type { Bill } from '#server/stock/bill.ts'

const units = (value: number) => asQuantity(Math.round(value * 1_000_000))
const plain = (quantity: number) => quantity / 1_000_000

const today = '2026-01-01'
const day = (period: number) => daysAfter(today, period)

type Given = {
  onhand?: number
  safety?: number
  minimum?: number
  pack?: number
  receipts?: [period: number, quantity: number][]
  demand: [period: number, quantity: number][]
}

function supplyOf({ onhand = 0, safety = 0, minimum, pack, receipts = [] }: Given): Supply {
  const lot: Lot = { minimum: minimum ? units(minimum) : null, packsize: pack ? units(pack) : null }
  const coming = receipts.map(
    ([at, quantity], n): PlannedReceipt => ({ id: `r${n}`, day: day(at), quantity: units(quantity) }),
  )
  return { onhand: units(onhand), safety: units(safety), lot, receipts: coming }
}

const demandsOf = ({ demand }: Given) =>
  demand.map(([at, quantity], n): Demand => ({ id: `job ${n}`, day: day(at), quantity: units(quantity) }))

const net = (given: Given) => netItem(supplyOf(given), demandsOf(given), today)

const proposed = (given: Given) =>
  net(given).proposals.map((one): [string, number] => [one.day, plain(one.quantity)])

const total = (given: Given) => proposed(given).reduce((sum, [, quantity]) => sum + quantity, 0)

const inPeriods = (demand: number[]): Given['demand'] =>
  demand.flatMap((quantity, n) => (quantity > 0 ? [[n + 1, quantity] as [number, number]] : []))

describe('netting by day', () => {
  test('lot for lot, as the published table of ten periods', () => {
    const demand = inPeriods([41, 44, 84, 42, 84, 86, 7, 18, 49, 30])
    const orders = [49, 42, 84, 86, 7, 18, 49, 30]
    expect(proposed({ onhand: 120, demand })).toEqual(orders.map((quantity, n) => [day(n + 3), quantity]))
  })

  test('a fixed lot of 230 carries what it leaves over', () => {
    const demand = inPeriods([150, 0, 0, 120, 0, 150, 120, 0])
    const given: Given = { onhand: 37, pack: 230, receipts: [[1, 230]], demand }
    expect(proposed(given)).toEqual([
      [day(4), 230],
      [day(7), 230],
    ])
    const after = new Map(net(given).days.map((one) => [one.day, plain(one.after)]))
    expect([1, 4, 6, 7].map((at) => after.get(day(at)))).toEqual([117, 227, 77, 187])
  })

  test('what must always be there is missing today, and a receipt helps from its day on', () => {
    const given: Given = {
      ...{ onhand: 5, safety: 15, receipts: [[7, 10]] },
      demand: [
        [3, 6],
        [14, 12],
      ],
    }
    expect(proposed(given)).toEqual([
      [day(0), 10],
      [day(3), 6],
      [day(14), 2],
    ])
    expect(checkReceipts(supplyOf(given), demandsOf(given), { today, arrival: today })).toEqual([
      { receiptid: 'r0', kind: 'expedite', day: today },
    ])
  })

  test.each<[string, Given, number]>([
    [
      'safety stock once',
      {
        safety: 100,
        demand: [
          [1, 250],
          [2, 1000],
        ],
      },
      1350,
    ],
    [
      'the minimum once, not for each row',
      {
        minimum: 100,
        demand: [
          [1, 20],
          [2, 20],
          [3, 20],
        ],
      },
      100,
    ],
    [
      'stock before the minimum',
      {
        onhand: 40,
        minimum: 100,
        demand: [
          [1, 50],
          [2, 50],
        ],
      },
      100,
    ],
    ['a minimum that is no whole packs', { minimum: 50, pack: 20, demand: [[1, 16]] }, 60],
    ['above the minimum in whole packs', { minimum: 50, pack: 25, demand: [[1, 112]] }, 125],
    ['the least and the pack', { minimum: 5, pack: 2, demand: [[1, 3]] }, 6],
    ['nothing where nothing is needed', { minimum: 5, pack: 2, demand: [] }, 0],
    ['decimals', { onhand: 0.25, pack: 0.1, demand: [[1, 0.4]] }, 0.2],
    ['a balance below zero', { onhand: -3, demand: [[1, 2]] }, 5],
  ])('%s', (_, given, expected) => {
    expect(total(given)).toBeCloseTo(expected, 6)
  })

  test('on hand is netted as it lies there: what is reserved is demand', () => {
    expect(
      total({
        onhand: 10_000,
        demand: [
          [1, 8180],
          [2, 5410],
        ],
      }),
    ).toBe(3590)
  })

  test('a receipt far off hides no shortage, an overdue one counts today', () => {
    expect(proposed({ receipts: [[60, 10]], demand: [[1, 10]] })).toEqual([[day(1), 10]])
    expect(proposed({ receipts: [[-5, 10]], demand: [[1, 10]] })).toEqual([])
  })

  test('demand that is past is needed today', () => {
    expect(proposed({ demand: [[-3, 4]] })).toEqual([[today, 4]])
  })

  test('pegs and surplus come to the quantity, by date', () => {
    const { proposals } = net({
      safety: 2,
      minimum: 10,
      demand: [
        [1, 5],
        [2, 7],
        [2, 3],
      ],
    })
    const pegs = proposals.map((one) => [
      plain(one.quantity),
      one.pegs.map(({ demand, quantity }) => [demand?.id ?? null, plain(quantity)]),
      plain(one.surplus),
    ])
    expect(pegs).toEqual([
      [10, [[null, 2]], 8],
      [
        10,
        [
          ['job 1', 4],
          ['job 2', 3],
        ],
        3,
      ],
    ])
    const [three] = net({ minimum: 5, pack: 2, demand: [[1, 3]] }).proposals
    expect([plain(three!.quantity), plain(three!.surplus)]).toEqual([6, 3])
  })

  test('the arithmetic of a proposal can be added up again', () => {
    const given: Given = { onhand: 4, safety: 2, minimum: 5, pack: 3, receipts: [[1, 1]], demand: [[1, 10]] }
    const { arithmetic } = net(given).proposals[0]!
    const { before, received, demanded, projected, net: missing, quantity, after } = arithmetic
    expect([before, received, demanded, projected, missing, quantity, after].map(plain)).toEqual([
      4, 1, 10, -5, 7, 9, 4,
    ])
  })
})

const time = { minutes: 480, days: [1, 2, 3, 4, 5], holidays: 'ZA' as const, daysoff: [] }
const planned = { today, workdays: workdays(time) }

describe('when to order', () => {
  test('one day before Monday is Friday', () => {
    expect(latestOrderDay('2026-01-12', 1, planned)).toEqual({
      day: '2026-01-09',
      late: 0,
      arrival: '2026-01-12',
      beyond: false,
    })
  })

  test('what should have been ordered says by how many days, and comes after its lead time from today', () => {
    const at = { ...planned, today: '2026-01-14' }
    expect(latestOrderDay('2026-01-15', 5, at)).toEqual({
      day: '2026-01-08',
      late: 6,
      arrival: '2026-01-21',
      beyond: false,
    })
  })

  test('a lead time beyond what is planned for says so', () => {
    const { beyond, late } = latestOrderDay('2026-01-15', 900_000_000, planned)
    expect([beyond, late > 3_000]).toEqual([true, true])
  })

  test('an account that works on no day is dated all the same', () => {
    const never = { today, workdays: workdays({ ...time, days: [] }) }
    expect(latestOrderDay('2026-06-01', 3, never).day < '2026-06-01').toBe(true)
  })
})

describe('orders that are on their way', () => {
  const check = (given: Given, arrival = day(10)) =>
    checkReceipts(supplyOf(given), demandsOf(given), { today, arrival })

  test('nothing is said of one that comes when and as it is needed', () => {
    expect(check({ receipts: [[5, 10]], demand: [[5, 10]] })).toEqual([])
  })

  test.each<[string, Given, unknown]>([
    ['defer', { receipts: [[5, 10]], demand: [[20, 10]] }, { kind: 'defer', day: day(20) }],
    ['expedite', { receipts: [[5, 10]], demand: [[2, 10]] }, { kind: 'expedite', day: day(2) }],
    ['decrease', { receipts: [[5, 10]], demand: [[5, 4]] }, { kind: 'decrease', quantity: units(4) }],
    ['cancel', { onhand: 10, receipts: [[5, 10]], demand: [[5, 4]] }, { kind: 'cancel', quantity: units(0) }],
    ['increase', { receipts: [[5, 10]], demand: [[5, 12]] }, { kind: 'increase', quantity: units(12) }],
  ])('%s', (_, given, message) => {
    expect(check(given)).toEqual([{ receiptid: 'r0', ...(message as object) } as never])
  })

  test('a whole pack is no reason to decrease, and a new order that comes in time none to increase', () => {
    expect(check({ pack: 10, receipts: [[5, 10]], demand: [[5, 4]] })).toEqual([])
    expect(
      check({
        receipts: [[5, 10]],
        demand: [
          [5, 10],
          [20, 5],
        ],
      }),
    ).toEqual([])
  })
})

describe('products before their inputs', () => {
  const exact = (value: number) => ({ n: BigInt(Math.round(value * 1_000_000)), d: 1_000_000n })
  const item = (inputs: [string, number][], { whole = false, phantom = false } = {}) => ({
    ...{ whole, phantom },
    inputs: inputs.map(([inventoryid, per]) => ({ inventoryid, per: exact(per) })),
  })

  function plan(bill: Bill, held: Record<string, number>, wanted: Given['demand'], lead = 0) {
    const items = new Map(
      [...bill.keys()].map((id) => [id, { lead, supply: supplyOf({ onhand: held[id] ?? 0, demand: [] }) }]),
    )
    const demands = new Map([['T', demandsOf({ demand: wanted })]])
    return [...planItems(bill, items, demands, planned)]
  }
  const proposedBy = (plans: ReturnType<typeof plan>) =>
    Object.fromEntries(
      plans.map(({ id, net: { proposals } }) => [
        id,
        proposals.reduce((sum, one) => sum + plain(one.quantity), 0),
      ]),
    )

  const T: Bill = new Map([
    [
      'T',
      item([
        ['A', 2.2],
        ['B', 3],
      ]),
    ],
    [
      'A',
      item([
        ['C', 4.2],
        ['B', 0.125],
      ]),
    ],
    ['B', item([])],
    ['C', item([], { whole: true })],
  ])

  test('what is lost is added, the sum rounded up once', () => {
    expect(proposedBy(plan(T, {}, [[5, 10]]))).toEqual({ T: 10, A: 22, B: 32.75, C: 93 })
    expect(
      proposedBy(
        plan(T, {}, [
          [5, 4],
          [6, 6],
        ]),
      ),
    ).toEqual({ T: 10, A: 22, B: 32.75, C: 93 })
  })

  test('stock of a part lessens what its own inputs are needed for', () => {
    expect(proposedBy(plan(T, { A: 5 }, [[5, 10]]))).toEqual({ T: 10, A: 17, B: 32.125, C: 72 })
    const painted: Bill = new Map([
      ['T', item([['painted', 1]])],
      ['painted', item([['blank', 1]])],
      ['blank', item([])],
    ])
    expect(proposedBy(plan(painted, { painted: 20, blank: 20 }, [[5, 100]]))).toEqual({
      T: 100,
      painted: 80,
      blank: 60,
    })
  })

  test('what holds no stock passes its inputs through', () => {
    const kit: Bill = new Map([
      ['T', item([['kit', 1]])],
      ['kit', item([['A', 2]], { phantom: true })],
      ['A', item([])],
    ])
    expect(proposedBy(plan(kit, { kit: 50, A: 5 }, [[5, 10]]))).toEqual({ T: 10, kit: 10, A: 15 })
  })

  test('inputs are needed when the making starts, for the same job', () => {
    const [, A] = plan(T, {}, [[13, 10]], 2)
    expect(A!.demands).toEqual([{ id: 'job 0', productid: 'T', day: '2026-01-12', quantity: units(22) }])
    expect(A!.net.proposals[0]!.pegs[0]!.demand?.id).toBe('job 0')
  })
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { BOUGHT, COST, MADE, USED } from '#tests/sales/seven-metres-support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Begin, openSteps } from './consignment-steps.ts'

let server: TestServer
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  steps = await openSteps(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

/** `ours`: beyond what was in stock before anything was used or made. */
const cases: [string, Begin, object][] = [
  // What came back goes on consignment as it goes out by a note.
  ['I b1 C1 s1 c1', { total: 1, noted: 1 }, { ours: 0, theirs: 0, next: 0, status: 5 }],
  ['I b1 C1 s1', { total: 1, noted: 1 }, { ours: -1, theirs: 0, next: 0, status: 5 }],
  ['I b1 c1 C1 s1', { total: 1, noted: 1 }, { ours: -1, theirs: 0, next: 1, status: 4 }],
  ['I z1 C1 s1 c1', { total: 1, noted: 1 }, { ours: -1, theirs: 0, next: 0, status: 5 }],
  ['I d1 C1', { total: 1, noted: 1 }, { ours: -1, theirs: 1, next: 0 }],
  ['I d1 C1 s1', { total: 1, noted: 1 }, { ours: -1, theirs: 0, next: 0, status: 5 }],
  // Unsold, it is in stock again.
  ['I b1 C1 r1 c1', { total: 1, noted: 1 }, { ours: 0, theirs: 0, next: 0, status: 5 }],
  ['I d1 C1 r1 c1', { total: 1, noted: 1 }, { ours: 0, theirs: 0, next: 0, status: 5 }],
]

test.each(cases)('%s', async (what, about, expected) => {
  for (const kind of [USED, MADE]) {
    const { ours, ...rest } = await steps.run(kind, what, about)
    // What is made is one more.
    const beyond = ours - 40 - (kind === MADE ? about.total : 0)
    expect([kind, { ...rest, ours: beyond }]).toEqual([kind, expect.objectContaining(expected)])
  }
  expect(steps.faults()).toEqual([])
})

test('what was sold, credited and sold again is out, and nothing of it is left to deliver', async () => {
  for (const kind of [USED, MADE]) {
    const job = await steps.run(kind, 'C1 s1 I c1 C1 s1 I', { total: 1 })
    expect([kind, job.cost, job.margin]).toEqual([kind, 60.5, 19.5])
    expect(await job.step('n1')).toContain('is left to deliver')
  }
})

test('made goods that an invoice took out of stock do not go on consignment', async () => {
  const job = await steps.run(MADE, 'I', { total: 5 })
  expect(await job.step('C4')).toContain('what is invoiced has left stock')
  const part = await steps.run(MADE, 'L2', { total: 5 })
  expect(await part.step('C4')).toMatch(/Only 3.ea of .* can go on consignment/)
  expect([job.places(), part.places()]).toEqual([
    { ours: 40, theirs: 0 },
    { ours: 43, theirs: 0 },
  ])
  expect(await part.step('C3')).toBeUndefined()
  expect([part.places(), steps.faults()]).toEqual([{ ours: 40, theirs: 3 }, []])
})

test('what was credited goes on consignment before what is invoiced', async () => {
  const job = await steps.run(MADE, 'I c1+ C1', { total: 2 })
  expect(job).toMatchObject({ ours: 40, theirs: 1, next: 0 })
  expect(await job.step('s1')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ theirs: 0, next: 1, status: 4 })
  expect(await job.step('I')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ ours: 40, theirs: 0, next: 0, status: 5 })
  expect(steps.faults()).toEqual([])
})

test('at a fixed price, made goods that are consigned after their invoice are ours again', async () => {
  for (const what of ['I C1', 'I C1 s1', 'I C1 r1']) {
    await steps.run(MADE, what, { total: 1, fixedprice: true })
    expect([what, steps.faults()]).toEqual([what, []])
  }
  expect(await steps.run(MADE, 'I C1', { total: 1, fixedprice: true })).toMatchObject({ ours: 40, theirs: 1 })
})

test('at a fixed price, what comes back unsold puts no more into stock than came back', async () => {
  expect(await steps.run(MADE, 'L1 C1 r1', { total: 2, fixedprice: true })).toMatchObject({
    ours: 41,
    theirs: 0,
  })
  expect(steps.faults()).toEqual([])
})

test.each([
  ['C2 s1 I c1', 2, 1],
  ['C7 s4 I c2+', 7, 3],
])('at a fixed price what was sold comes back by its credit note: %s', async (what, total, theirs) => {
  for (const kind of [USED, MADE]) {
    const job = await steps.run(kind, what, { total, fixedprice: true })
    const [, sold = 0, back = 0] = what.match(/\d/g)!.map(Number)
    const beyond = job.ours - 40 + (kind === MADE ? 0 : total)
    expect([kind, beyond, job.theirs]).toEqual([kind, total - theirs - sold + back, theirs])
    expect([kind, await job.step(`n${back}`)]).toEqual([kind, undefined])
  }
  expect(steps.faults()).toEqual([])
})

test.each([
  ['C1 s1 I c1', 2, 60.5, -60.5 + 80],
  ['C1 r1', 1, 0, 0],
  ['C7', 7, 0, 0],
  ['C7 s4', 7, 242, 78],
  ['C7 s4 I', 7, 242, 78],
  ['C7 s4 r3', 7, 242, 78],
  ['C7 s4 I c2', 7, 121, 39],
  ['C1 r1 C1 s1', 1, 60.5, 19.5],
  ['C7 r7 C7 s7', 7, 423.5, 136.5],
  ['C7 r3 n3 s4', 7, 423.5, 136.5],
])(
  'what lies in our own store or unsold at the client’s costs no job, and is of no value to it: %s',
  async (what, total, cost, margin) => {
    const job = await steps.run(MADE, what, { total })
    expect([job.cost, job.margin]).toEqual([cost, margin])
  },
)

test.each(['C7 I r7 c7 n7', 'C7 r7 I c7 n7', 'C7 I r7 c7 C7 s7'])(
  'at a fixed price, made goods that came back unsold and were credited are charged once they go out: %s',
  async (what) => {
    const all = what.split(' ')
    const credited = await steps.run(MADE, all.slice(0, 4).join(' '), { total: 7, fixedprice: true })
    expect(credited).toMatchObject({ ours: 47, theirs: 0, next: 0, status: 5 })
    for (const step of all.slice(4)) expect(await credited.step(step)).toBeUndefined()
    expect(await credited.figures()).toMatchObject({ ours: 40, theirs: 0, next: 7, status: 4 })
    expect(steps.faults()).toEqual([])
  },
)

test.each([
  ['C4', { theirs: 4, next: 0, status: 5 }],
  ['C4 r4', { theirs: 0, next: 0, status: 5 }],
  ['C4 r1', { theirs: 3, next: 0, status: 5 }],
  ['C4 s3', { theirs: 1, next: 3, status: 4 }],
  ['C4 s3 r1', { theirs: 0, next: 3, status: 4 }],
  ['C4 s3 I', { theirs: 1, next: 0, status: 5 }],
  ['n4', { theirs: 0, next: 4, status: 4 }],
  ['n4 b4', { theirs: 0, next: 0, status: 5 }],
  ['n4 I b4', { theirs: 0, next: 0, status: 5 }],
])(
  'at a fixed price, what was credited is charged again by what the client keeps alone: %s',
  async (what, expected) => {
    for (const kind of [USED, MADE])
      for (const credit of ['c4+ b4', 'b4 c4', 'c4a+ b4']) {
        const job = await steps.run(kind, `I ${credit} ${what}`, { total: 10, noted: 10, fixedprice: true })
        expect([kind, credit, job]).toEqual([kind, credit, expect.objectContaining(expected)])
      }
    expect(steps.faults()).toEqual([])
  },
)

test.each([
  // Credited before anybody had it: what the client keeps beyond that is charged.
  ['I c1 C1 s1', 1, { next: 1, status: 4, theirs: 0, cost: 60.5 }],
  ['C1 r1 I c1 C1', 1, { next: 0, status: 5, theirs: 1, cost: 0 }],
  ['C1 r1 I c1 C1 r1', 1, { next: 0, status: 5, theirs: 0 }],
  ['C1 r1 I c1 C1 s1', 1, { next: 1, status: 4, theirs: 0, cost: 60.5 }],
  ['C1 r1 I c1 n1', 1, { next: 1, status: 4, beyond: -1, cost: 60.5 }],
  ['C10 s6 r4 I c4', 10, { next: 0, status: 5, beyond: -6 }],
  ['C10 s6 r4 I c4 C4 s4', 10, { next: 4, status: 4, beyond: -10, cost: 605 }],
  ['C10 s6 r4 I c4 C4 s1', 10, { next: 1, status: 4, theirs: 3, cost: 423.5 }],
  ['C10 s6 r4 I c4 n4', 10, { next: 4, status: 4, beyond: -10, cost: 605 }],
  ['C10 s6 r4 I c4 n4 I b1', 10, { next: 0, status: 5, beyond: -9 }],
  ['C10 s6 r4 I c4 n4 b1', 10, { next: 3, status: 4, beyond: -9 }],
  ['C10 s6 r4 I c2 n2', 10, { next: 0, status: 5 }],
])(
  'at a fixed price, what was credited before it was used is charged once the client has it: %s',
  async (what, total, { beyond, ...expected }: Record<string, number>) => {
    for (const kind of [USED, MADE]) {
      const job = await steps.run(kind, what, { total, fixedprice: true })
      expect([kind, job]).toEqual([kind, expect.objectContaining(expected)])
      if (beyond !== undefined)
        expect([kind, job.ours + job.theirs - 40 - (kind === MADE ? total : 0)]).toEqual([kind, beyond])
    }
    expect(steps.faults()).toEqual([])
  },
)

test.each([
  ['C7', 7, 0],
  ['C7 s4', 7, 242],
  ['C7 s4 I', 7, 242],
  ['I C7 s4', 7, 242],
  ['C7 s4 r3', 7, 242],
  ['C7 s4 r3 n3', 7, 423.5],
  ['C1 r1 C1 s1', 1, 60.5],
])('at a fixed price too, made goods cost their job as they are sold: %s', async (what, total, cost) => {
  const job = await steps.run(MADE, what, { total, fixedprice: true })
  expect([job.cost, job.margin]).toEqual([cost, total * 80 - cost])
})

test('what came back before the invoice was not charged, and goes on consignment', async () => {
  const job = await steps.run(MADE, 'n1 b1 I C1', { total: 2 })
  expect(job).toMatchObject({ ours: 40, theirs: 1, next: 0 })
  expect(await job.step('s1')).toBeUndefined()
  // Pieces are alike: the one that is sold is the one that was invoiced, and the other is to be.
  expect(await job.figures()).toMatchObject({ ours: 41, theirs: 0, next: 1, status: 4 })
  // While what came back since is not credited, it may be what was invoiced.
  expect(await steps.run(MADE, 'n1 L1 b1 C1', { total: 2 })).toMatchObject({ ours: 41, theirs: 1 })
  expect(steps.faults()).toEqual([])
})

test('at a fixed price, what is sold, credited and lies there is credited once', async () => {
  for (const what of ['b2 C1 I c1 c1 c1 r1', 'I c1 C4 s1 c1 c1'])
    for (const kind of what.startsWith('b') ? [USED, MADE] : [MADE]) {
      const noted = what.startsWith('b') ? 2 : 0
      const job = await steps.run(kind, what, { total: 4, noted, fixedprice: true })
      expect([what, kind, job.next, job.margin + job.cost]).toEqual([what, kind, 0, 80])
    }
  // Who has all that was ordered pays for all of it, whatever had come back, and what came back unsold.
  for (const kind of [USED, MADE]) {
    const job = await steps.run(kind, 'b1 I c1 b1 C1 n1 b1 n1 r1 n1', {
      total: 4,
      noted: 4,
      fixedprice: true,
    })
    expect([kind, job.next, job.status]).toEqual([kind, 1, 4])
  }
  expect(steps.faults()).toEqual([])
})

test.each([
  [USED, 'L2 c1 u3 n3', { total: 3 }, 2],
  [MADE, 'L2 c1 u2 n3', { total: 3, used: 1 }, 2],
  [USED, 'L3 b2 c2 u2 n2', { total: 4, noted: 4 }, 3],
  [MADE, 'L3 b2 c2 u2 n2', { total: 4, noted: 4 }, 3],
  [USED, 'L3 b2 c2 u2 n1', { total: 4, noted: 4 }, 2],
] as const)(
  'at a fixed price, what is used or made in place of what was credited is charged once it is delivered: %d %s',
  async (kind, what, about, next) => {
    const job = await steps.run(kind, what, { ...about, fixedprice: true })
    expect(job).toMatchObject({ next, status: 4 })
    const tab = (await server.people.admin.get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, '')
    if (!what.endsWith('n1')) expect(tab).not.toContain('Left to deliver')
    expect(steps.faults()).toEqual([])
  },
)

test('what came back before an invoice is not credited in place of what lies on consignment', async () => {
  for (const kind of [USED, MADE]) {
    const job = await steps.run(kind, 'd1 b1 I b1 C1 c1 c1', { total: 3, noted: 3 })
    const tab = (await server.people.admin.get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, '')
    expect([kind, tab]).toEqual([kind, expect.stringMatching(/Left to deliver: 1\sea/)])
    expect(job).toMatchObject({ theirs: 1, next: 0 })
  }
  expect(steps.faults()).toEqual([])
})

test('at a fixed price, what came back is credited before what the client has', async () => {
  for (const [kind, ours] of [
    [USED, 38],
    [MADE, 41],
  ] as const) {
    const job = await steps.run(kind, 'b3 C1 n1 L2 c1', { total: 3, noted: 3, fixedprice: true })
    expect([kind, job]).toEqual([kind, expect.objectContaining({ ours, theirs: 1, cost: 60.5 })])
  }
  expect(steps.faults()).toEqual([])
})

test.each([
  [BOUGHT, false],
  [BOUGHT, true],
  [USED, false],
  [USED, true],
])(
  'what is used already does not go on consignment, kept in stock or not (%p, fixed %p)',
  async (kind, fixedprice) => {
    const one = await steps.begin(kind, { total: 1, used: 1, fixedprice })
    expect(await one.step('C1')).toContain('not used yet')
    const two = await steps.begin(kind, { total: 2, used: 1, fixedprice })
    expect(await two.step('C2')).toContain('not used yet')
    for (const step of ['C1', 's1', 'I']) expect(await two.step(step)).toBeUndefined()
    expect(await two.figures()).toMatchObject({ next: 0, cost: 2 * COST, margin: 2 * (80 - COST) })
  },
)

test.each([
  [BOUGHT, 'b1'],
  [BOUGHT, 'd1'],
  [USED, 'b1'],
  [USED, 'd1'],
])('what was used and came back goes on consignment, and is used once (%p, %s)', async (kind, back) => {
  const job = await steps.run(kind, `${back} C1 s1 I`, { total: 1, noted: 1 })
  expect(job).toMatchObject({ next: 0, cost: COST, margin: 80 - COST })
})

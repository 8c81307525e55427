import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { COMPLETE } from '#db/job-status.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { beginWalk } from './begin-walk.ts'
import { GoodsLedger } from './goods-ledger.ts'
import { GoodsWalk } from './goods-walk.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issuing } from './invoices-support.ts'
import { MADE, USED } from './seven-metres-support.ts'

setDefaultTimeout(600_000)

let server: TestServer
let shop: InvoiceFixtures
let theirs: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  const place = { name: 'Acme floor', client: shop.clients[0] }
  theirs = (await expectOk(server.people.admin.post('/api/storage', place))).id
})
afterAll(() => server.stop())

const COST = 6050
const PRICE = 8000
const TOTAL = 2

type Begun = { fixedprice: boolean; used: number; estimated?: number }

const begin = (kind: number, { estimated = TOTAL, ...about }: Begun) =>
  beginWalk(server, shop, { kind, theirs, estimated, ...about })

const STEPS = ['I', 'b', 'd', 'z', 'c', 'c+', 'c-', 'ca-', 'n', 'C', 's', 'r']
/** All sequences of so many steps are walked, and of those with one or two more a few, unless more are asked for. */
const ALL = Number(process.env.SEQUENCES ?? 3)
const BEYOND = process.env.SEQUENCES ? 0 : 2
const ONE_OF = 9
const MOST = 5

/** All sequences of steps of one piece each that the program takes. Gives what is wrong, by sequence. */
async function walk(kind: number, fixedprice: boolean, first: readonly string[], used: number) {
  const of = await begin(kind, { fixedprice, used })
  const wrong: string[] = []
  let nodes = 0
  let more = 0
  await issuing(server).write((tx, viewer) => {
    const walked = new GoodsWalk(tx, viewer, of)
    const run = (steps: readonly string[], [last, ...earlier]: readonly Figures[] = []) => {
      nodes += 1
      // What is used and was consigned first may go out by a note that nobody booked as used.
      const isTold = first[0] === 'nn' || (first[0] === 'C' && kind === MADE)
      const ledger = !fixedprice && isTold ? replay(first, steps) : undefined
      const why = compare(walked, { kind, fixedprice, isLeaf: steps.length >= ALL, ledger })
      const figures = walked.figures()
      const { next, theirs: there } = figures
      const before = last?.next ?? Infinity
      // What was credited and did not come back is what comes back unsold.
      const isCredited = steps.some((step) => step[0] === 'c')
      const moved = compareMoves(steps.slice(-2), [figures, last, earlier[0]], fixedprice)
      if (!isCredited) why.push(...moved)
      // What is credited for good is charged no more, unless it lies on consignment.
      if (fixedprice && /^c[+-]?$/.test(steps.at(-1) ?? '') && there === 0 && next > before)
        why.push(`next is ${next}, and was ${before}`)
      // What lies on consignment is charged once it is sold, and what came back as it went out is charged as before.
      const isBack = /^(C r|n b)$/.test(steps.slice(-2).join(' '))
      const most = steps.at(-1) === 'C' ? before : isBack ? earlier[0]?.next : undefined
      if (fixedprice && most !== undefined && next > most) why.push(`next is ${next}, and was ${most}`)
      if (why.length > 0) {
        if (wrong.length < MOST) wrong.push(`${[...first, ...steps].join(' ')}: ${why.join('; ')}`)
        return
      }
      if (steps.length >= ALL + BEYOND) return
      for (const step of STEPS) {
        more += 1
        if (steps.length < ALL || more % ONE_OF === 0)
          walked.within(step, () => run([...steps, step], [figures, ...(last ? [last] : []), ...earlier]))
      }
    }
    start(walked, first, () => run([]))
  })
  return { wrong, nodes }
}

type Figures = ReturnType<GoodsWalk['figures']>

/** What goes on consignment leaves our own place alone, and comes back there. At a fixed price it may have been invoiced before. */
function compareMoves(
  [step, then]: readonly string[],
  [now, last, earlier]: readonly (Figures | undefined)[],
  fixedprice: boolean,
): string[] {
  const asideOf = ({ goods }: Figures) => (goods ? goods.aside + goods.asidecredited : 0)
  const isMoved = (from: Figures, to: Figures) => from.ours + from.theirs === to.ours + to.theirs
  if (!now || !last) return []
  const latest = then ?? step
  if (latest === 'C' && !fixedprice && asideOf(now) === asideOf(last) && !isMoved(last, now))
    return [`${now.ours} and ${now.theirs} in stock, not ${last.ours + last.theirs}`]
  const isBack = step === 'C' && then === 'r' && earlier && isMoved(earlier, last)
  return isBack && now.ours !== earlier.ours ? [`ours is ${now.ours}, and was ${earlier.ours}`] : []
}

/** Takes the first steps, none of which may be refused, and then what follows them. */
function start(walked: GoodsWalk, [step, ...rest]: readonly string[], then: () => void) {
  if (step === undefined) return then()
  if (!walked.within(step, () => start(walked, rest, then))) throw new Error(`${step} was refused`)
}

function replay(first: readonly string[], steps: readonly string[]) {
  const ledger = new GoodsLedger(TOTAL, first[0] === 'C' ? 'theirs' : 'client')
  let since = 0
  for (const step of steps) {
    ledger.now += 1
    if (step === 'I') {
      ledger.invoice()
      since = ledger.now
    } else if (step[0] === 'c') {
      const restock = step.includes('+') || (step.includes('-') ? false : undefined)
      ledger.credit({ again: step.includes('a'), restock }, since)
    } else if (step === 'n' || step === 'C') ledger.send(step === 'n' ? 'client' : 'theirs')
    else if (step === 's') ledger.sell()
    else if (step === 'r') ledger.unsold()
    else ledger.back(step === 'b' ? 'stock' : step === 'd' ? 'mended' : 'scrapped')
  }
  return ledger
}

let replays = 0

type Compared = { kind: number; fixedprice: boolean; isLeaf: boolean; ledger?: GoodsLedger }

function compare(walked: GoodsWalk, { kind, fixedprice, isLeaf, ledger }: Compared): string[] {
  const { goods, ...said } = walked.figures()
  const wrong: string[] = []
  const is = (name: string, actual: number, wanted: number) => {
    if (actual !== wanted) wrong.push(`${name} is ${actual}, not ${wanted}`)
  }
  if (!goods) return ['no goods']
  // A note may deliver what nobody booked as used.
  const isUnused = kind === USED && !ledger
  for (const figure of ['instock', 'aside', 'asidecredited', 'awaited', 'undelivered', 'uncredited'] as const)
    if (goods[figure] < 0 && !(isUnused && figure === 'undelivered'))
      wrong.push(`${figure} is ${goods[figure] / 1e6}`)
  // A job of which something is left to charge is found where it is billed.
  if (said.next > 0 && said.status !== COMPLETE) wrong.push('nobody is asked to invoice it')
  is('listed cost', said.listedcost, said.cost)
  if (said.billed) is('earned by Billing', said.billed.earned, said.earned)
  if (ledger) {
    is('ours', said.ours, 20 + (kind === MADE ? TOTAL : 0) - ledger.kept - ledger.theirs - ledger.scrapped)
    is('theirs', said.theirs, ledger.theirs)
    is('next', said.next, ledger.next)
    is('over', Math.max(0, goods.over) / 1e6, ledger.over)
    is('cost', said.cost, (ledger.kept + ledger.scrapped) * COST)
    is('left', said.left, ledger.left)
    is('earned', said.earned, ledger.earned * PRICE)
    if (said.billed) is('value', said.billed.value, ledger.next * PRICE)
    if (said.billed) is('to credit', said.billed.tocredit, ledger.tocredit * PRICE)
    // Whoever has goods of theirs to sell finds the job where it is billed.
    if (ledger.theirs > 0 && said.status === COMPLETE && !said.billed) wrong.push('Billing has no such job')
  }
  const isReplayed = walked.isReplayed(kind === MADE, fixedprice)
  if (isReplayed === false) wrong.push('replayed it is another')
  if (isReplayed) replays += 1
  if (!isLeaf) return wrong
  const faults = walked.faults()
  if (faults.length > 0) wrong.push(JSON.stringify(faults))
  return wrong
}

test.each([
  [USED, false, ['nn'], 2],
  [USED, true, ['nn'], 2],
  [MADE, false, ['nn'], 2],
  [MADE, true, ['nn'], 2],
  [USED, true, [], 0],
  [MADE, false, [], 2],
  [MADE, true, [], 2],
  [MADE, true, ['C', 'C'], 2],
  [USED, false, ['C', 'C'], 0],
  [MADE, false, ['C', 'C'], 2],
  [MADE, false, ['n', 'C'], 2],
  [MADE, false, ['L'], 2],
  [MADE, true, ['L'], 2],
  [MADE, false, ['P2'], 2],
] as const)(
  'in every order of documents (%d, fixed price %p, %j, %d)',
  async (kind, fixedprice, first, used) => {
    const before = replays
    const { wrong, nodes } = await walk(kind, fixedprice, first, used)
    expect(wrong).toEqual([])
    // Most of them could stand in an older file.
    expect(replays - before).toBeGreaterThan(nodes / 2)
  },
)

/** What the next invoice charges, and what is ours, after each of all sequences. */
async function walkFigures(
  first: readonly string[],
  {
    fixedprice = true,
    pieces = TOTAL,
    after = STEPS,
  }: { fixedprice?: boolean; pieces?: number; after?: readonly string[] } = {},
) {
  const of = await begin(MADE, { fixedprice, used: pieces, estimated: pieces })
  const said: Record<string, number[]> = {}
  await issuing(server).write((tx, viewer) => {
    const walked = new GoodsWalk(tx, viewer, of)
    const run = (steps: readonly string[]) => {
      const { next, ours, theirs: there, cost } = walked.figures()
      said[steps.join(' ')] = [next, ours, there, cost]
      expect([steps.join(' '), walked.faults()]).toEqual([steps.join(' '), []])
      if (steps.length < ALL) for (const step of after) walked.within(step, () => run([...steps, step]))
    }
    start(walked, first, () => run([]))
  })
  return said
}

test.each([
  ['C r C r', 'n b n b'],
  ['C I r C r', 'n I b n b'],
])(
  'at a fixed price, made goods that came back are alike, unsold or not: %s and %s',
  async (unsold, back) => {
    const [said, wanted] = [await walkFigures(unsold.split(' ')), await walkFigures(back.split(' '))]
    expect(Object.keys(wanted).length).toBeGreaterThan(10)
    expect(said).toEqual(wanted)
  },
)

// At the client’s on consignment lies none, one, or one beside one that is delivered; a percentage is of the price of the others.
test.each([
  ['P3 I', 'L I'],
  ['C P2 I', 'C L I'],
  ['C n P2 I', 'C n L I'],
  ['P3 C I', 'L C I'],
  ['P3 C P2', 'L C L'],
  ['C P2 P2', 'C L L'],
])(
  'a percentage of the price and the rest move goods as chosen lines do: %s and %s',
  async (percent, lines) => {
    const about = { fixedprice: false, pieces: 3, after: ['I', 'b', 'c', 'c+', 'ca-', 'n', 'C', 's', 'r'] }
    const [said, wanted] = [
      await walkFigures(percent.split(' '), about),
      await walkFigures(lines.split(' '), about),
    ]
    expect(Object.keys(wanted).length).toBeGreaterThan(10)
    expect(said).toEqual(wanted)
  },
)

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { INVOICED } from '#db/job-status.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { beginWalk } from './begin-walk.ts'
import { FixedGoods } from './fixed-goods.ts'
import { GoodsLedger } from './goods-ledger.ts'
import { GoodsWalk } from './goods-walk.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issuing } from './invoices-support.ts'
import { BOUGHT, MADE, USED } from './seven-metres-support.ts'

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
const ORDERED = 4
/** So many steps of one walk are tried, and so many walks of each kind, unless more are asked for: `WALKS=30` takes two thousand. */
const STEPS = 16
const WALKS = Number(process.env.WALKS ?? 12)

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

let taken = 0
afterAll(() => expect(taken).toBeGreaterThan(WALKS * 11 * 6))

const CHOICES = ['I', 'L', 'n', 'n', 'C', 's', 'r', 'b', 'b', 'd', 'z', 'c', 'c']

/** What is not kept in stock comes into none by a credit note. */
const BOUGHT_CHOICES = ['I', 'L', 'n', 'n', 'C', 's', 'r', 'b', 'b', 'd', 'z', 'c-', 'c-']

/** Takes steps that the program takes, one in the other, and gives the first difference. */
function walkOn(
  walked: GoodsWalk,
  model: FixedGoods,
  kind: number | null,
  pick: (below: number) => number,
): string | undefined {
  const choices = kind === BOUGHT ? BOUGHT_CHOICES : CHOICES
  const steps: string[] = []
  let wrong: string | undefined
  const go = (left: number) => {
    wrong = compare(walked, model, kind)
    if (wrong) wrong = `${steps.join(' ')}: ${wrong}`
    if (wrong || left === 0) return
    const step = choices[pick(choices.length)] as string
    const before = walked.read()
    if (step[0] === 'c' && !model.isCreditable) return go(left - 1)
    // Before all is invoiced a note books nothing, so who makes what it delivers does so first.
    const isUnmade = model.ismade && model.nextToLeave === undefined && !model.isInvoiced
    if (isUnmade && (step === 'n' || step === 'C')) return go(left - 1)
    const isTaken = walked.within(step, () => {
      const after = walked.read()
      const restocked =
        after.credits.length > before.credits.length && (after.credits.at(-1)?.restocked ?? 0) > 0
      model.take(step, { restocked, soldback: after.sold < before.sold })
      steps.push(step)
      taken += 1
      go(left - 1)
    })
    if (!isTaken) go(left - 1)
  }
  go(STEPS)
  return wrong
}

function compare(walked: GoodsWalk, model: FixedGoods, kind: number | null): string | undefined {
  const { ours, theirs: there, next, earned, cost, listedcost, left } = walked.figures()
  const booked = model.ismade ? model.made - model.gone : model.unbooked - model.client - model.tomend
  const stock = kind === BOUGHT ? 0 : 20 + booked - model.scrapped
  const said = { ours, theirs: there, next, earned, cost, listedcost, ...(model.theirs === 0 && { left }) }
  const theirs = kind === BOUGHT ? 0 : model.theirs
  const wanted = {
    ...{ ours: stock - theirs, theirs, next: model.next, earned: model.earned * PRICE },
    ...{
      cost: model.costing * COST,
      listedcost: model.costing * COST,
      ...(model.theirs === 0 && { left: model.left }),
    },
  }
  const faults = walked.faults()
  return Bun.deepEquals(said, wanted) && faults.length === 0
    ? undefined
    : JSON.stringify({ said, wanted, faults, model })
}

const kinds = [
  ...[0, 2, ORDERED].map((noted) => [USED, noted, noted] as const),
  ...[0, 2, ORDERED].map((noted) => [MADE, noted, ORDERED] as const),
  ...[0, 1].map((noted) => [MADE, noted, 1] as const),
  // Until a note had some, it is a service.
  ...[2, ORDERED].map((noted) => [BOUGHT, noted, noted] as const),
]

test.each(kinds)(
  'a fixed price is what plain sums say of its documents (%p, %d delivered of %d)',
  async (kind, noted, used) => {
    const of = await beginWalk(server, shop, { kind, theirs, fixedprice: true, used, estimated: ORDERED })
    const wrong: string[] = []
    for (let seed = 1; seed <= WALKS; seed++)
      await issuing(server).write((tx, viewer) => {
        const walked = new GoodsWalk(tx, viewer, of)
        const model = new FixedGoods(ORDERED, kind === MADE, used)
        const begin = (left: number) => {
          if (left > 0)
            // What is used was booked before.
            walked.within('n', () => {
              model.take('n', { restocked: false, soldback: false })
              model.unbooked = 0
              begin(left - 1)
            })
          else {
            const said = walkOn(walked, model, kind, numbers(seed * 7919 + (kind ?? 0) * 31 + noted))
            if (said) wrong.push(`${seed}: ${said}`)
          }
        }
        begin(noted)
      })
    expect(wrong.slice(0, 3)).toEqual([])
  },
)

function takeStep(ledger: GoodsLedger, step: string, since: number): number {
  ledger.now += 1
  if (step === 'I') {
    ledger.invoice()
    return ledger.now
  }
  if (step[0] === 'c') {
    const restock = step.includes('+') || (step.includes('-') ? false : undefined)
    ledger.credit({ again: step.includes('a'), restock }, since)
  } else if (step === 'n' || step === 'C') ledger.send(step === 'n' ? 'client' : 'theirs')
  else if (step === 's') ledger.sell()
  else if (step === 'r') ledger.unsold()
  else ledger.back(step === 'b' ? 'stock' : step === 'd' ? 'mended' : 'scrapped')
  return since
}

const LINE_CHOICES = ['I', 'n', 'C', 's', 'r', 'b', 'b', 'd', 'z', 'c', 'c']
const BOUGHT_LINE_CHOICES = ['I', 'n', 'C', 's', 'r', 'b', 'b', 'd', 'z', 'c-', 'c-']

type Line = { kind: number | null; used: number }

/** As the exhaustive walk, but longer: the pieces of a line that a note delivered, beside what nobody used of it. */
function walkLine(
  walked: GoodsWalk,
  { kind, used }: Line,
  pick: (below: number) => number,
): string | undefined {
  const steps: string[] = []
  const ledger = new GoodsLedger(used, 'client', kind === MADE, ORDERED - used)
  let since = 0
  let wrong: string | undefined
  const go = (left: number) => {
    const { ours, theirs: there, next, cost, listedcost, left: owed, earned, status } = walked.figures()
    const said = { ours, theirs: there, next, cost, listedcost, owed, earned }
    const costs = (ledger.kept + ledger.scrapped) * COST
    const before = 20 + (kind === MADE ? ledger.pieces.length + ledger.spare : 0)
    const theirs = kind === BOUGHT ? 0 : ledger.theirs
    const wanted = {
      ours: kind === BOUGHT ? 0 : before - ledger.kept - ledger.theirs - ledger.scrapped,
      ...{ theirs, next: ledger.next, cost: costs, listedcost: costs },
      ...{ owed: ledger.left, earned: ledger.earned * PRICE },
    }
    if (!Bun.deepEquals(said, wanted) || walked.faults().length > 0)
      wrong = `${steps.join(' ')}: ${JSON.stringify({ said, wanted, pieces: ledger.pieces })}`
    if (wrong || left === 0) return
    const first = ledger.unused > 0 ? ['I', 'n', 'n', 'C'] : []
    const choices = [...first, ...(kind === BOUGHT ? BOUGHT_LINE_CHOICES : LINE_CHOICES)]
    const step = choices[pick(choices.length)] as string
    // Before all is invoiced a note books nothing, so who uses or makes what it delivers does so first.
    const isUnbooked = ledger.leaving === 0 && ledger.unused > 0 && ledger.spare === 0 && status !== INVOICED
    if (isUnbooked && (step === 'n' || (step === 'C' && kind === MADE))) return go(left - 1)
    const isTaken = walked.within(step, () => {
      steps.push(step)
      taken += 1
      since = takeStep(ledger, step, since)
      go(left - 1)
    })
    if (!isTaken) go(left - 1)
  }
  go(STEPS)
  return wrong
}

const lines = [USED, MADE, BOUGHT].flatMap((kind) => [1, ORDERED].map((used) => ({ kind, used })))

test.each(lines)('a price by the line is what its pieces say (%p)', async (line) => {
  const { kind, used } = line
  const of = await beginWalk(server, shop, { ...line, theirs, fixedprice: false, estimated: ORDERED })
  const wrong: string[] = []
  for (let seed = 1; seed <= WALKS; seed++)
    await issuing(server).write((tx, viewer) => {
      const walked = new GoodsWalk(tx, viewer, of)
      const begin = (left: number) => {
        if (left > 0) walked.within('n', () => begin(left - 1))
        else {
          const said = walkLine(walked, line, numbers(seed * 7919 + (kind ?? 0) + (ORDERED - used) * 53))
          if (said) wrong.push(`${seed}: ${said}`)
        }
      }
      begin(used)
    })
  expect(wrong.slice(0, 3)).toEqual([])
})

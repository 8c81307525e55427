import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { GoodsWalk } from './goods-walk.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issuing } from './invoices-support.ts'
import { OrderLedger } from './order-ledger.ts'
import { BOUGHT, MADE, USED } from './seven-metres-support.ts'

setDefaultTimeout(600_000)

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const ORDERED = 2
const STEPS = 5
const MOST = 5

/** Two pieces of an item of which 20 are in stock before, where it is kept there, beside a line that keeps the job open. */
async function begin(kind: number | null) {
  const { admin } = server.people
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Oak', inventoryclass: kind })
    tx.invalidateCaches()
    return id
  })
  if (kind !== BOUGHT)
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 20, cost: 60 }))
  const values = { inventoryid: item, unit: undefined, estimated: ORDERED, consumed: ORDERED }
  const { id, lines } = await jobToDeliver(shop, [values, { description: 'Fitting', consumed: 1 }])
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  return { boardid: shop.boardid, jobid: id, line: lines[0]!, item, theirs: '' }
}

/** What is left to deliver, and what is ours, while what came back is replaced: compared with the order, piece by piece. */
async function walkReplaced(kind: number | null, first: readonly string[]) {
  const of = await begin(kind)
  const ismade = kind === MADE
  const about = { ismade, isinvoiced: first.includes('LL'), ours: ismade ? 20 : 20 - ORDERED }
  const wrong: string[] = []
  let nodes = 0
  await issuing(server).write((tx, viewer) => {
    const walked = new GoodsWalk(tx, viewer, of)
    const run = (steps: readonly string[]) => {
      nodes += 1
      const ledger = new OrderLedger(ORDERED, about)
      for (const step of steps) ledger.take(step)
      const { ours, left } = walked.figures()
      const faults = walked.faults()
      if ((kind !== BOUGHT && ours !== ledger.ours) || left !== ledger.left || faults.length > 0) {
        const said = `ours ${ours}, not ${ledger.ours}; left ${left}, not ${ledger.left}; ${JSON.stringify(faults)}`
        if (wrong.length < MOST) wrong.push(`${[...first, ...steps].join(' ')}: ${said}`)
        return
      }
      if (steps.length >= STEPS) return
      for (const step of ['b', 'd', 'z', 'u', 'n', 'c-']) {
        const next = new OrderLedger(ORDERED, about)
        for (const one of steps) next.take(one)
        const may = next.take(step)
        // More than was ordered may be used or made; nothing of it is delivered unasked.
        if (!may && step !== 'n') continue
        if (walked.within(step, () => may && run([...steps, step])) !== may)
          wrong.push(`${[...first, ...steps, step].join(' ')}: ${may ? 'refused' : 'taken'}`)
      }
    }
    const start = ([step, ...rest]: readonly string[]) => {
      if (step === undefined) run([])
      else if (!walked.within(step, () => start(rest))) throw new Error(`${step} was refused`)
    }
    start(first)
  })
  return { wrong, nodes }
}

test.each([
  [USED, ['nn']],
  [USED, ['nn', 'LL']],
  [MADE, ['nn']],
  [MADE, ['nn', 'LL']],
  [BOUGHT, ['nn']],
  [BOUGHT, ['nn', 'LL']],
] as const)('what replaces goods that came back is not ordered twice (%p, %j)', async (kind, first) => {
  const { wrong, nodes } = await walkReplaced(kind, first)
  expect(wrong.slice(0, MOST)).toEqual([])
  expect(nodes).toBeGreaterThan(100)
})

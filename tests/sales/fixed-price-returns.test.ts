import { expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { COST, MADE, openSevenMetres, PRICE, type SevenMetresRun, USED } from './seven-metres-support.ts'

const { server, goods, admin, faults } = openSevenMetres()

const run = (kind: number, steps: string) => goods.run(kind, steps, { fixedprice: true })
const readInvoice = (id: string) => expectOk(admin().get(`/api/invoices/${id}`))

/** In cents, less what was credited. */
async function readCharged({ invoices }: SevenMetresRun) {
  let sum = 0
  for (const { net, creditnotes } of await Promise.all(invoices.map(readInvoice))) {
    sum += net
    for (const { id } of creditnotes) sum += (await readInvoice(id)).net
  }
  return Math.round(sum * 100)
}

test.each([USED, MADE])(
  'what was in stock before its invoice is neither damaged nor proposed (%d)',
  async (kind) => {
    const done = await run(kind, 'b2 i7')
    const [id] = done.invoices
    expect((await readInvoice(id!)).creditable).toMatchObject([{ back: 0, backinstock: 2 }])
    const form = (await admin().get(`/invoices/${id}/credit`)).text
    expect(form).not.toMatch(/<option value="damaged" selected/)
    expect(form).not.toContain('not into stock')
    expect(form).toContain('2\u00a0ea in stock again already')
    const page = (await admin().get(`/deliveries/job/${done.job.id}`)).text
    expect(page).not.toContain('To credit')
    const { job } = await run(kind, 'b2 i7 c2 n2')
    expect(await goods.next(job)).toEqual({ quantity: 2, net: 2 * PRICE })
    expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status).toBe(4)
  },
)

test.each([USED, MADE])(
  'whichever invoice is credited, what goes out again is charged (%d)',
  async (kind) => {
    for (const of of [0, 1]) {
      const { job, invoices } = await run(kind, 'i4 b2 i3')
      await goods.credit(invoices[of]!, { reason: 'returned', quantity: 2, again: false })
      expect((await goods.next(job)).quantity).toBe(0)
      await goods.deliverAgain(job, 2)
      expect(await goods.next(job)).toEqual({ quantity: 2, net: 2 * PRICE })
    }
  },
)

test.each([USED, MADE])('who was charged wrongly pays a fixed price again (%d)', async (kind) => {
  const { job } = await run(kind, 'b2 i7 e7a')
  expect(await goods.next(job)).toEqual({ quantity: 7, net: 7 * PRICE })
})

/** The seven metres of a fixed price, by where they are and what is charged of them. */
class FixedLedger {
  invoices: { id: string; left: number; since: number }[] = []
  /** In stock and not credited: when each came. */
  uncredited: number[] = []
  /** Credited and in stock; `ahead`: of that, what no note says of. */
  credited = 0
  ahead = 0
  /** Credited, and out again since. */
  outagain = 0
  /** Of each note. */
  out = [7]

  get client() {
    return 7 - this.uncredited.length - this.credited
  }
  get invoiced() {
    return this.invoices.reduce((sum, { left }) => sum + left, 0)
  }
  get next() {
    return 7 - this.invoiced - this.credited
  }
  credit(of: { left: number; since: number }, quantity: number) {
    const over = Math.max(0, this.invoiced - this.client)
    const later = this.uncredited.filter((at) => at >= of.since).length
    const came = Math.min(quantity, Math.max(later, Math.min(over, this.uncredited.length)))
    for (let n = 0; n < came; n++) {
      const at = this.uncredited.findIndex((one) => one >= of.since)
      this.uncredited.splice(Math.max(0, at), 1)
    }
    of.left -= quantity
    this.credited += quantity
    this.ahead += quantity - came
  }
  back(note: number, now: number) {
    this.out[note]! -= 1
    if (this.ahead > 0) this.ahead -= 1
    else if (Math.min(this.outagain, this.next) > 0) {
      this.outagain -= 1
      this.credited += 1
    } else this.uncredited.push(now)
  }
  deliver(quantity: number) {
    this.out.push(quantity)
    const uncredited = Math.min(quantity, this.uncredited.length)
    this.uncredited.splice(this.uncredited.length - uncredited)
    this.credited -= quantity - uncredited
    this.outagain += quantity - uncredited
  }
}

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const ROUNDS = Number(process.env.SEQUENCES ?? 6)
const sequences = [USED, MADE].flatMap((kind) =>
  [...Array(ROUNDS).keys()].map((seed) => [kind, seed] as const),
)

test.each(sequences)(
  'in any order of documents, a fixed price is charged for what is kept (%d, %d)',
  async (kind, seed) => {
    const pick = numbers(seed * 7919 + kind)
    const job = await goods.sevenMetres(kind, { fixedprice: true })
    const ledger = new FixedLedger()
    const steps: string[] = []
    for (let step = 0; step < 12; step++) {
      const of = ledger.invoices.filter(({ left }) => left > 0).at(pick(2) - 1)
      const free = 7 - ledger.client - ledger.ahead
      const what = pick(8)
      if (what <= 1 && ledger.next > 0) {
        const quantity = 1 + pick(ledger.next)
        ledger.invoices.push({ id: await goods.invoice(job, quantity), left: quantity, since: step })
        steps.push(`i${quantity}`)
      } else if (what <= 3 && of) {
        const quantity = 1 + pick(of.left)
        const again = pick(2) === 0
        ledger.credit(of, quantity)
        await expectOk(
          admin().post(`/api/invoices/${of.id}/credit`, {
            ...{ reason: 'returned', again },
            lines: [{ line: 0, quantity }],
          }),
        )
        steps.push(`c${quantity}${again ? 'a' : ''} of ${ledger.invoices.indexOf(of)}`)
      } else if (what <= 5 && free < 7) {
        const note = ledger.out.findLastIndex((left) => left > 0)
        if (note < 0) continue
        ledger.back(note, step)
        await goods.comesBack(job, 1, 'stock', note)
        steps.push('b1')
      } else if (what >= 6 && free > 0) {
        const quantity = 1 + pick(free)
        ledger.deliver(quantity)
        await goods.deliverAgain(job, quantity)
        steps.push(`n${quantity}`)
      } else continue
      const said = JSON.stringify([steps, ledger])
      const { quantity, net } = await goods.next(job)
      expect([quantity, net], said).toEqual([ledger.next, ledger.next * PRICE])
      expect(goods.held(job), said).toBe((kind === USED ? 20 : 27) - ledger.client)
      if (ledger.invoices.length > 0)
        expect((await expectOk(admin().get(`/api/jobs/${job.id}`))).status, said).toBe(
          ledger.next > 0 ? 4 : 5,
        )
      const { cost, margin } = await expectOk(admin().get(`/api/jobs/${job.id}/totals`))
      expect(cost.actual, said).toBe(ledger.client * COST)
      const charged = (ledger.invoiced + ledger.next) * PRICE
      expect(Math.round((margin.actual + cost.actual) * 100), said).toBe(charged)
    }
    expect(faults(job)).toEqual([])
  },
)

test.each([USED, MADE])(
  'a sale at a fixed price that was taken back is charged to nobody (%d)',
  async (kind) => {
    const done = await run(kind, 'i7')
    await expectOk(admin().post(`/api/invoices/${done.invoices[0]}/credit`, { reason: 'returned' }))
    expect(await goods.next(done.job)).toEqual({ quantity: 0, net: 0 })
    expect((await expectOk(admin().get(`/api/jobs/${done.job.id}`))).status).toBe(5)
    const { cost, margin } = await expectOk(admin().get(`/api/jobs/${done.job.id}/totals`))
    expect([cost.actual, margin.actual, await readCharged(done)]).toEqual([0, 0, 0])
    await goods.run(kind, 'b7 n7', {}, done)
    expect(await goods.next(done.job)).toEqual({ quantity: 7, net: 7 * PRICE })
  },
)

test.each([USED, MADE])(
  'what is damaged is credited once, whatever is in stock before (%d)',
  async (kind) => {
    for (const steps of ['b1 d1 i7', 'b2 d1 i7']) {
      const done = await run(kind, steps)
      const [id] = done.invoices
      expect((await readInvoice(id!)).creditable).toMatchObject([{ back: 0, tomend: 1 }])
      await goods.credit(id!, { reason: 'returned', quantity: 1, again: false })
      expect((await readInvoice(id!)).creditable).toMatchObject([{ back: 0, tomend: 0 }])
    }
  },
)

test.each([USED, MADE])(
  'a fixed price that was stated in error is due again, wherever its goods are (%d)',
  async (kind) => {
    const { job, invoices } = await run(kind, 'b2 i7')
    const fields = { reason: 'error', what: 'all', restock: 'true' }
    const typed = await htmxRequest(server(), admin(), 'POST', `/invoices/${invoices[0]}/credit/sum`, fields)
    expect(typed.html).toContain('In stock, and still to be delivered: 7\u00a0ea Oak')
    await goods.credit(invoices[0]!, { reason: 'error', quantity: 7, again: true, restock: true })
    expect(goods.held(job)).toBe(kind === USED ? 20 : 27)
    expect(await goods.next(job)).toEqual({ quantity: 7, net: 7 * PRICE })
  },
)

test.each([
  ['b4 i3.5 i3.5', 4],
  ['i3.5 b4 i3.5', 4],
  ['i3.5 i3.5 b4', 4],
  ['b4 i7', 4],
  ['i2 b1 i5', 1],
  ['i2 b1 i5 b1', 2],
  ['i7 b4 c1', 3],
  ['i7 b4 c4', 0],
  ['i7 b4 c4 n4 b1', 0],
  ['i7 b4 c4 n4 i4 b1', 1],
])('what came back is still owed until a credit note takes it: %s', async (steps, left) => {
  for (const kind of [USED, MADE]) {
    const { job, invoices } = await run(kind, steps)
    const proposed = await Promise.all(invoices.map(readInvoice))
    expect(
      proposed.flatMap(({ creditable }) => creditable.map(({ back }: { back: number }) => back)),
    ).toEqual(invoices.map(() => 0))
    const tab = (await admin().get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, '')
    expect(tab).not.toContain('To credit')
    if (left === 0) expect(tab).not.toContain('Left to deliver')
    else expect(tab).toMatch(new RegExp(`Left to deliver: ${left}\\sea`))
  }
})

test('at a fixed price, what came back of a line that is invoiced in part is left again', async () => {
  for (const kind of [USED, MADE]) {
    const { job } = await goods.run(kind, 'n1 i1 b1', { fixedprice: true, noted: 0 })
    const tab = async () => (await admin().get(`/deliveries/job/${job.id}`)).text.replace(/<[^>]+>/g, '')
    expect(await tab()).toMatch(/Left to deliver: 7\sea/)
    await goods.deliverAgain(job, 1)
    expect(await tab()).toMatch(/Left to deliver: 6\sea/)
  }
})

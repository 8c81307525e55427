import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const get = (path: string) => expectOk(admin().get(path))

const USED = 1
const MADE = 3
const COST = 60.5
const PRICE = 8000

/** Seven metres at R 80 without VAT, so that all parts come out in whole cents; all used or made, and delivered by one note. */
async function sevenMetres(inventoryclass = USED) {
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Oak', inventoryclass })
    tx.invalidateCaches()
    return id
  })
  await post('/api/inventory/inbound', { inventoryid: item, quantity: 20, cost: COST })
  const line = { inventoryid: item, description: 'Oak', unit: undefined, estimated: 7, consumed: 7 }
  const { id, lines } = await jobToDeliver(shop, [{ ...line, linerate: 80, costrate: COST }])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const note = await issueNote(admin(), shop.boardid, [{ materialid: lines[0]!, quantity: 7 }])
  return { item, id, line: lines[0]!, notes: [note] }
}
type Job = Awaited<ReturnType<typeof sevenMetres>>

async function invoice({ id, line }: Job, quantity: number) {
  const draft = await post('/api/invoices', { jobid: id, lines: [{ materialid: line, quantity }] })
  return ((await post(`/api/invoices/${draft.id}/issue`)) as { id: string }).id
}

type Credit = { reason: string; quantity: number; again: boolean; restock?: boolean }

const credit = (id: string, { reason, quantity, again, restock = false }: Credit) =>
  post(`/api/invoices/${id}/credit`, { reason, again, lines: [{ line: 0, quantity, restock }] })

const comesBack = ({ notes }: Job, quantity: number, restock = true, of = 0) =>
  expectOk(
    admin().patch(`/api/delivery/${notes[of]!.id}`, {
      ...{ status: 'returned', restock },
      returns: [{ lineid: notes[of]!.lines[0]!.id, quantity }],
    }),
  )

async function deliverAgain(job: Job, quantity: number) {
  job.notes.push(await issueNote(admin(), shop.boardid, [{ materialid: job.line, quantity }]))
}

const held = ({ item }: Job) => read((db) => (readOnHand(db, [item]).get(item)?.quantity ?? 0) / 1e6)

/** What the next invoice charges: its quantity, and its net in cents. */
async function next({ id }: Job) {
  const { status, body } = await admin().post('/api/invoices', { jobid: id })
  if (status !== 200) return { quantity: 0, net: 0 }
  const { net, document } = body.data
  await expectOk(admin().call('DELETE', `/api/invoices/${body.data.id}`))
  return { quantity: document.lines[0].quantity as number, net: Math.round(net * 100) }
}

describe.each([
  ['used', USED],
  ['made', MADE],
])('of what was %s', (_, inventoryclass) => {
  test('a credit of what was invoiced after a note is of other goods than the note put back', async () => {
    const job = await sevenMetres(inventoryclass)
    const first = await invoice(job, 7)
    await comesBack(job, 2)
    await credit(first, { reason: 'error', quantity: 7, again: true })
    const second = await invoice(job, 5)
    await credit(second, { reason: 'returned', quantity: 1, again: false })
    expect(await next(job)).toEqual({ quantity: 0, net: 0 })
    // The same, with nothing credited and nothing invoiced before.
    const noted = await sevenMetres(inventoryclass)
    await comesBack(noted, 2)
    const rest = await invoice(noted, 5)
    await credit(rest, { reason: 'returned', quantity: 1, again: false })
    expect(await next(noted)).toEqual({ quantity: 0, net: 0 })
  })

  test('a note after an invoice anew puts back what that charged, not what was credited before', async () => {
    const job = await sevenMetres(inventoryclass)
    const first = await invoice(job, 4)
    await credit(first, { reason: 'error', quantity: 4, again: true })
    const second = await invoice(job, 7)
    await comesBack(job, 2)
    const { creditable } = await get(`/api/invoices/${second}`)
    expect(creditable).toMatchObject([{ backinstock: 2 }])
    await credit(second, { reason: 'returned', quantity: 2, again: false, restock: false })
    await credit(second, { reason: 'error', quantity: 5, again: true })
    expect(await next(job)).toEqual({ quantity: 5, net: 5 * PRICE })
  })

  test('a note says what a credit note brought in before it, whatever notes put back earlier', async () => {
    const job = await sevenMetres(inventoryclass)
    const first = await invoice(job, 4)
    await comesBack(job, 2)
    await credit(first, { reason: 'returned', quantity: 3, again: false, restock: true })
    expect(held(job)).toBe((inventoryclass === USED ? 13 : 20) + 3)
    await comesBack(job, 1)
    expect(held(job)).toBe((inventoryclass === USED ? 13 : 20) + 3)
    expect(await next(job)).toEqual({ quantity: 3, net: 3 * PRICE })
  })
})

const formOf = async (id: string) => (await get(`/api/invoices/${id}`)).creditable[0]
const returned = (quantity: number, restock = false) => ({
  ...{ reason: 'returned', quantity, again: false, restock },
})

describe.each([
  ['used', USED, 13],
  ['made', MADE, 20],
])('of what was %s', (_, inventoryclass, stock) => {
  test('what came back damaged and is credited is not credited by the next return', async () => {
    const job = await sevenMetres(inventoryclass)
    const part = await invoice(job, 4)
    await comesBack(job, 1, false)
    await credit(part, returned(1))
    await comesBack(job, 1)
    expect((await next(job)).quantity).toBe(2)
    const whole = await sevenMetres(inventoryclass)
    const all = await invoice(whole, 7)
    await comesBack(whole, 1, false)
    await credit(all, returned(1))
    await comesBack(whole, 1)
    expect(await formOf(all)).toMatchObject({ back: 1, backinstock: 1, backrestockable: 0 })
    await post(`/api/invoices/${all}/credit`, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] })
    expect(held(whole)).toBe(stock + 1)
    // Five are paid; six are used, one of which came back damaged.
    expect((await get(`/api/jobs/${whole.id}/totals`)).margin.actual).toBe(400 - 6 * COST)
  })

  test('the damaged come back after their credit too, and the next return is of others', async () => {
    const job = await sevenMetres(inventoryclass)
    const part = await invoice(job, 4)
    await credit(part, returned(1))
    await comesBack(job, 1, false)
    await comesBack(job, 1)
    expect((await next(job)).quantity).toBe(2)
  })

  test('what came back, was credited and is delivered again is charged again', async () => {
    const job = await sevenMetres(inventoryclass)
    const first = await invoice(job, 7)
    await comesBack(job, 2)
    await credit(first, returned(2))
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
    // Nobody is told to deliver what was given back, and whoever chooses to may.
    const page = async () => (await admin().get(`/deliveries/job/${job.id}`)).text
    expect(await page()).not.toContain('Left to deliver')
    expect(await page()).toContain('Came back and is credited: 2\u00a0ea Oak')
    expect((await admin().get(`/invoices/${first}`)).text).not.toContain('Left to deliver')
    await deliverAgain(job, 2)
    expect(held(job)).toBe(stock)
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(4)
    expect(await next(job)).toEqual({ quantity: 2, net: 2 * PRICE })
    expect((await get(`/api/jobs/${job.id}/totals`)).margin.actual).toBe(560 - 7 * COST)
  })

  test('what came back and was not credited is delivered again, and nothing is to be credited', async () => {
    const job = await sevenMetres(inventoryclass)
    await comesBack(job, 2)
    await deliverAgain(job, 2)
    expect([held(job), (await next(job)).quantity]).toEqual([stock, 7])
    const all = await invoice(job, 7)
    await comesBack(job, 2)
    await deliverAgain(job, 2)
    expect(held(job)).toBe(stock)
    expect(await formOf(all)).toMatchObject({ back: 0, backinstock: 0 })
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
  })

  test.each(['error', 'varied'])('what is credited for good for %s is not charged again', async (reason) => {
    const job = await sevenMetres(inventoryclass)
    const part = await invoice(job, 5)
    await comesBack(job, 2)
    await credit(part, { reason, quantity: 2, again: false })
    expect((await next(job)).quantity).toBe(0)
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
  })

  test('a return is not of what was charged wrongly and credited to be invoiced again', async () => {
    for (const restock of [undefined, false]) {
      const job = await sevenMetres(inventoryclass)
      const all = await invoice(job, 7)
      await credit(all, { reason: 'error', quantity: 1, again: true })
      await comesBack(job, 1)
      expect(await formOf(all)).toMatchObject({ backinstock: 1 })
      await post(`/api/invoices/${all}/credit`, {
        reason: 'returned',
        lines: [{ line: 0, quantity: 1, restock }],
      })
      expect([held(job), (await next(job)).quantity]).toEqual([stock + 1, 1])
    }
  })
})

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Issued invoices of the job with what credit notes left of them, in cents without VAT. */
async function readCharged(ids: readonly string[]) {
  let net = 0
  for (const id of ids) {
    const one = await get(`/api/invoices/${id}`)
    net += Math.round(one.net * 100)
    for (const note of one.creditnotes) net += Math.round((await get(`/api/invoices/${note.id}`)).net * 100)
  }
  return net
}

type Invoice = { id: string; left: number; since: number; reduced: boolean }

/**
 * A metre: `aside` came back, and is in no stock. What is in stock is charged to nobody. `open`: credited as returned, for good, and
 * not back. `uncredited`: when it came back by a note, as long as no credit note says so. `ahead`: no note says that it came back.
 */
type Unit = {
  place: 'client' | 'stock' | 'aside'
  charge: 'no' | 'yes' | 'forgood'
  open?: boolean
  returned?: boolean
  uncredited?: number
  ahead?: boolean
}

const inStock = ({ place }: Unit) => place === 'stock'
const isAside = ({ place, uncredited }: Unit) => place === 'aside' && uncredited !== undefined
const isCharged = ({ place, charge }: Unit) => place !== 'stock' && charge === 'yes'
const isFree = ({ place, charge }: Unit) => place !== 'stock' && charge === 'no'

/** The seven metres reckoned one by one. */
class Ledger {
  units: Unit[] = Array.from({ length: 7 }, (): Unit => ({ place: 'client', charge: 'no' }))
  invoices: Invoice[] = []
  /** Stands invoiced, of metres that are in stock again. */
  over = 0
  /** Credited as returned and to be invoiced again, and not back. */
  openagain = 0
  now = 0
  /** Of each note. */
  out = [7]

  of = (is: (unit: Unit) => boolean) => this.units.filter(is)
  get kept() {
    return 7 - this.of(inStock).length
  }
  get left() {
    return this.of(isFree).length
  }
  get charged() {
    return this.of(isCharged).length + this.over
  }
  get todeliver() {
    return 7 - this.out.reduce((sum, one) => sum + one)
  }
  /** What an invoice charged and came back into stock by notes after it, the first first. */
  uncredited = ({ since }: Invoice) =>
    this.of((unit) => inStock(unit) && (unit.uncredited ?? -1) >= since).toSorted(
      (a, b) => a.uncredited! - b.uncredited!,
    )

  /** Metres are alike: as long as the client keeps one that is not charged, none in stock is. */
  settle() {
    for (; this.over > 0; this.over--) {
      const free = this.of(isFree)[0]
      if (!free) return
      free.charge = 'yes'
    }
  }
  swap(unit: Unit, charge: Unit['charge']) {
    if (unit.charge === charge) return
    const other = this.of((one) => one.place !== 'stock' && one.charge === charge)[0]!
    other.charge = unit.charge
    unit.charge = charge
  }

  bill(id: string, quantity: number) {
    this.invoices.push({ id, left: quantity, since: this.now, reduced: false })
    for (const unit of this.of(isFree).slice(0, quantity)) unit.charge = 'yes'
  }

  /** Gives how much comes into stock. */
  credit(one: Invoice, { reason, quantity, again, restock }: Credit) {
    const returned = reason === 'returned'
    const back = this.uncredited(one).slice(0, Math.min(quantity, returned ? 7 : this.over))
    for (const unit of back) {
      unit.uncredited = undefined
      if (this.over > 0) this.over -= 1
      else this.of(isCharged)[0]!.charge = 'no'
    }
    const rest = quantity - back.length
    const most = Math.max(0, Math.min(rest, this.kept, this.kept - (this.charged - rest)))
    const came = restock ? most : 0
    for (let at = 0; at < rest; at++) {
      const comes = at < came
      const unit =
        (comes || returned ? this.of(isAside)[0] : undefined) ??
        this.of((one) => isCharged(one) && !isAside(one))[0] ??
        this.of(isFree).find((one) => !isAside(one)) ??
        this.of(isCharged)[0]!
      this.swap(unit, 'yes')
      const wasaside = isAside(unit)
      if (comes || returned) unit.uncredited = undefined
      if (comes) Object.assign(unit, { place: 'stock', charge: 'no', ahead: !wasaside })
      else {
        unit.charge = again ? 'no' : 'forgood'
        if (returned && again && !wasaside) this.openagain += 1
        if (!again) unit.returned = returned
        if (!again && !wasaside) unit.open = returned
      }
    }
    one.left -= quantity
    this.settle()
    return came
  }

  /** One metre, by a note. */
  back(note: number, restock: boolean) {
    this.out[note]! -= 1
    const ahead = this.of((unit) => unit.ahead === true)[0]
    if (ahead) {
      ahead.ahead = false
      return
    }
    const out = this.of(({ place }) => place === 'client')
    let unit = out.find(({ open }) => open)
    let credited = unit !== undefined
    if (!unit && this.openagain > 0 && this.left > 0) {
      this.openagain -= 1
      credited = true
      unit = out[0]!
      this.swap(unit, 'no')
    }
    if (!unit) {
      unit = out.find(({ charge }) => charge === 'forgood')
      credited = unit !== undefined
    }
    unit ??= out.find(({ charge }) => charge === 'no') ?? out[0]!
    unit.open = false
    if (restock) unit.returned = false
    unit.uncredited = credited ? undefined : this.now
    unit.place = restock ? 'stock' : 'aside'
    if (restock) {
      if (unit.charge === 'yes') this.over += 1
      unit.charge = 'no'
    }
    this.settle()
  }

  /** What was to be mended first, then what is in stock, what is not credited of it first, then what was credited and is in none. */
  deliver(quantity: number) {
    this.out.push(quantity)
    for (let n = 0; n < quantity; n++) {
      const stock = this.of((unit) => inStock(unit) && !unit.ahead)
      const unit =
        this.of(isAside)[0] ??
        stock.toSorted((a, b) => (b.uncredited ?? -1) - (a.uncredited ?? -1))[0] ??
        this.of(({ place, charge }) => place === 'aside' && charge === 'no')[0] ??
        this.of(({ place, returned }) => place === 'aside' && returned === true)[0] ??
        this.of(({ place }) => place === 'aside')[0]!
      if (unit.place === 'aside' && unit.uncredited === undefined) {
        if (unit.charge === 'forgood') unit.open = unit.returned
        else this.openagain += 1
      }
      unit.place = 'client'
      unit.uncredited = undefined
    }
    this.settle()
  }
}

const ROUNDS = Number(process.env.SEQUENCES ?? 8)
const sequences = [USED, MADE].flatMap((kind) =>
  [...Array(ROUNDS).keys()].map((seed) => [kind, seed] as const),
)

test.each(sequences)(
  'in any order of documents, what is kept is charged once (%d, %d)',
  async (kind, seed) => {
    const pick = numbers(seed * 7919 + kind)
    const job = await sevenMetres(kind)
    const ledger = new Ledger()
    const steps: object[] = []
    let reduces = false
    for (let step = 0; step < 12; step++) {
      ledger.now = step
      const one = ledger.invoices.filter(({ left }) => left > 0).at(pick(2) - 1)
      const what = pick(10)
      if (what <= 2 && ledger.left > 0) {
        const quantity = 1 + pick(ledger.left)
        ledger.bill(await invoice(job, quantity), quantity)
        steps.push({ invoice: quantity })
      } else if (what <= 4 && one) {
        const again = pick(2) === 0
        const asked = {
          ...{ reason: pick(2) === 0 ? 'returned' : 'error', quantity: 1 + pick(one.left), again },
          // What a job made and is credited to be invoiced again is the job's, in stock too.
          restock: pick(2) === 0 && !(again && kind === MADE),
        }
        const came = ledger.credit(one, asked)
        await credit(one.id, { ...asked, restock: came > 0 })
        steps.push({ credit: { ...asked, came }, of: ledger.invoices.indexOf(one) })
      } else if (what <= 6 && ledger.todeliver < 7) {
        const restock = pick(4) > 0
        const of = ledger.out.findLastIndex((out) => out > 0)
        ledger.back(of, restock)
        await comesBack(job, 1, restock, of)
        steps.push({ back: restock })
      } else if (what <= 8 && ledger.todeliver > 0) {
        const quantity = 1 + pick(ledger.todeliver)
        ledger.deliver(quantity)
        await deliverAgain(job, quantity)
        steps.push({ deliver: quantity })
      } else if (what === 9 && one && !one.reduced) {
        await post(`/api/invoices/${one.id}/credit`, { reason: 'price', lines: [{ line: 0, amount: 9.2 }] })
        one.reduced = true
        reduces = true
        steps.push({ reduced: ledger.invoices.indexOf(one) })
      } else continue
      const { kept, charged, left, over, invoices, units } = ledger
      const said = JSON.stringify([steps, { kept, charged, left, over, units }], null, 1)
      const { quantity, net } = await next(job)
      expect(quantity, said).toBe(left)
      expect(net, said).toBeGreaterThanOrEqual(0)
      expect(held(job), said).toBe((kind === USED ? 20 : 27) - kept)
      if (invoices.some((of) => of.left > 0))
        expect((await get(`/api/jobs/${job.id}`)).status, said).toBe(left > 0 ? 4 : 5)
      for (const of of invoices.filter((shown) => shown.left > 0 && !shown.reduced)) {
        const { creditable } = await get(`/api/invoices/${of.id}`)
        expect(creditable[0].backinstock, said).toBe(Math.min(of.left, ledger.uncredited(of).length))
      }
      const { cost, margin } = await get(`/api/jobs/${job.id}/totals`)
      expect(cost.actual, said).toBe(kept * COST)
      // While more stands invoiced than is kept, the rest is to be credited.
      if (over > 0) continue
      const charges = (await readCharged(invoices.map(({ id }) => id))) + net
      expect(charges, said).toBe(Math.round((margin.actual + cost.actual) * 100))
      if (!reduces) expect(charges, said).toBe((charged + left) * PRICE)
    }
    expect(read(checkStock).filter(({ inventoryid }) => inventoryid === job.item)).toEqual([])
  },
)

import { describe, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { COST, type CreditAsked, MADE, openSevenMetres, PRICE, USED } from './seven-metres-support.ts'

const { goods, admin, faults } = openSevenMetres()

const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const get = (path: string) => expectOk(admin().get(path))

describe.each([
  ['used', USED],
  ['made', MADE],
])('of what was %s', (_, inventoryclass) => {
  test('a credit of what was invoiced after a note is of other goods than the note put back', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    const first = await goods.invoice(job, 7)
    await goods.comesBack(job, 2)
    await goods.credit(first, { reason: 'error', quantity: 7, again: true })
    const second = await goods.invoice(job, 5)
    await goods.credit(second, { reason: 'returned', quantity: 1, again: false })
    expect(await goods.next(job)).toEqual({ quantity: 0, net: 0 })
    // The same, with nothing credited and nothing invoiced before.
    const noted = await goods.sevenMetres(inventoryclass)
    await goods.comesBack(noted, 2)
    const rest = await goods.invoice(noted, 5)
    await goods.credit(rest, { reason: 'returned', quantity: 1, again: false })
    expect(await goods.next(noted)).toEqual({ quantity: 0, net: 0 })
  })

  test('a note after an invoice anew puts back what that charged, not what was credited before', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    const first = await goods.invoice(job, 4)
    await goods.credit(first, { reason: 'error', quantity: 4, again: true })
    const second = await goods.invoice(job, 7)
    await goods.comesBack(job, 2)
    const { creditable } = await get(`/api/invoices/${second}`)
    expect(creditable).toMatchObject([{ backinstock: 2 }])
    await goods.credit(second, { reason: 'returned', quantity: 2, again: false, restock: false })
    await goods.credit(second, { reason: 'error', quantity: 5, again: true })
    expect(await goods.next(job)).toEqual({ quantity: 5, net: 5 * PRICE })
  })

  test('a note says what a credit note brought in before it, whatever notes put back earlier', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    const first = await goods.invoice(job, 4)
    await goods.comesBack(job, 2)
    await goods.credit(first, { reason: 'returned', quantity: 3, again: false, restock: true })
    // The two were not charged, so three others come in.
    expect(goods.held(job)).toBe((inventoryclass === USED ? 13 : 20) + 5)
    await goods.comesBack(job, 1)
    expect(goods.held(job)).toBe((inventoryclass === USED ? 13 : 20) + 5)
    expect(await goods.next(job)).toEqual({ quantity: 1, net: PRICE })
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
    const job = await goods.sevenMetres(inventoryclass)
    const part = await goods.invoice(job, 4)
    await goods.comesBack(job, 1, 'mended')
    await goods.credit(part, returned(1))
    await goods.comesBack(job, 1)
    expect((await goods.next(job)).quantity).toBe(2)
    const whole = await goods.sevenMetres(inventoryclass)
    const all = await goods.invoice(whole, 7)
    await goods.comesBack(whole, 1, 'mended')
    await goods.credit(all, returned(1))
    await goods.comesBack(whole, 1)
    expect(await formOf(all)).toMatchObject({ back: 1, backinstock: 1, backrestockable: 0 })
    await post(`/api/invoices/${all}/credit`, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] })
    expect(goods.held(whole)).toBe(stock + 1)
    // Five are paid; six are used, one of which came back damaged.
    expect((await get(`/api/jobs/${whole.id}/totals`)).margin.actual).toBe(400 - 6 * COST)
  })

  test('the damaged come back after their credit too, and the next return is of others', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    const part = await goods.invoice(job, 4)
    await goods.credit(part, returned(1))
    await goods.comesBack(job, 1, 'mended')
    await goods.comesBack(job, 1)
    expect((await goods.next(job)).quantity).toBe(2)
  })

  test('what came back, was credited and is delivered again is charged again', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    const first = await goods.invoice(job, 7)
    await goods.comesBack(job, 2)
    await goods.credit(first, returned(2))
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
    // Nobody is told to deliver what was given back, and whoever chooses to may.
    const page = async () => (await admin().get(`/deliveries/job/${job.id}`)).text
    expect(await page()).not.toContain('Left to deliver')
    expect(await page()).toContain('Credited, and not to be delivered: 2\u00a0ea Oak')
    expect((await admin().get(`/invoices/${first}`)).text).not.toContain('Left to deliver')
    await goods.deliverAgain(job, 2)
    expect(goods.held(job)).toBe(stock)
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(4)
    expect(await goods.next(job)).toEqual({ quantity: 2, net: 2 * PRICE })
    expect((await get(`/api/jobs/${job.id}/totals`)).margin.actual).toBe(560 - 7 * COST)
  })

  test('what came back and was not credited is delivered again, and nothing is to be credited', async () => {
    const job = await goods.sevenMetres(inventoryclass)
    await goods.comesBack(job, 2)
    await goods.deliverAgain(job, 2)
    expect([goods.held(job), (await goods.next(job)).quantity]).toEqual([stock, 7])
    const all = await goods.invoice(job, 7)
    await goods.comesBack(job, 2)
    await goods.deliverAgain(job, 2)
    expect(goods.held(job)).toBe(stock)
    expect(await formOf(all)).toMatchObject({ back: 0, backinstock: 0 })
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
  })

  test.each(['error', 'varied'])('what is credited for good for %s is not charged again', async (reason) => {
    const job = await goods.sevenMetres(inventoryclass)
    const part = await goods.invoice(job, 5)
    await goods.comesBack(job, 2)
    await goods.credit(part, { reason, quantity: 2, again: false })
    expect((await goods.next(job)).quantity).toBe(0)
    expect((await get(`/api/jobs/${job.id}`)).status).toBe(5)
  })

  test('a return is not of what was charged wrongly and credited to be invoiced again', async () => {
    for (const restock of [undefined, false]) {
      const job = await goods.sevenMetres(inventoryclass)
      const all = await goods.invoice(job, 7)
      await goods.credit(all, { reason: 'error', quantity: 1, again: true })
      await goods.comesBack(job, 1)
      expect(await formOf(all)).toMatchObject({ backinstock: 1 })
      await post(`/api/invoices/${all}/credit`, {
        reason: 'returned',
        lines: [{ line: 0, quantity: 1, restock }],
      })
      expect([goods.held(job), (await goods.next(job)).quantity]).toEqual([stock + 1, 1])
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
  credit(one: Invoice, { reason, quantity, again, restock }: CreditAsked) {
    const returned = reason === 'returned'
    const give = (most: number) => {
      const back = this.uncredited(one).slice(0, most)
      for (const unit of back) {
        unit.uncredited = undefined
        if (this.over > 0) this.over -= 1
        else this.of(isCharged)[0]!.charge = 'no'
      }
      return back.length
    }
    const back = give(Math.min(quantity, this.over))
    let rest = quantity - back
    const most = Math.max(0, Math.min(rest, this.kept, this.kept - (this.charged - rest)))
    const came = restock ? most : 0
    // What came back and was not charged is credited where nothing else that came back is.
    if (returned) rest -= give(Math.max(0, rest - came - Math.max(0, this.of(isAside).length - came)))
    for (let at = 0; at < rest; at++) {
      const comes = at < came
      const unit =
        (comes || returned ? this.of(isAside)[0] : undefined) ??
        this.of((one) => isCharged(one) && one.place === 'client')[0] ??
        this.of((one) => isFree(one) && one.place === 'client')[0] ??
        (comes ? this.of(({ place }) => place === 'client')[0] : undefined) ??
        this.of(isCharged)[0]!
      this.swap(unit, 'yes')
      const wasaside = unit.place === 'aside'
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
    const isSaid = () => {
      const ahead = this.of((unit) => unit.ahead === true)[0]
      if (ahead) ahead.ahead = false
      return ahead !== undefined
    }
    if (restock && isSaid()) return
    const out = this.of(({ place }) => place === 'client')
    let unit = out.find(({ open }) => open)
    let credited = unit !== undefined
    if (!unit && out.length > 0 && this.openagain > 0 && this.left > 0) {
      this.openagain -= 1
      credited = true
      unit = out[0]!
      this.swap(unit, 'no')
    }
    // What was credited and not ticked came back aside.
    if (!unit && !restock && isSaid()) return
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
        if (unit.charge === 'no') this.openagain += 1
        else if (unit.returned) Object.assign(unit, { charge: 'no', returned: false })
      }
      unit.place = 'client'
      unit.uncredited = undefined
    }
    this.settle()
  }
}

const ROUNDS = Number(process.env.SEQUENCES ?? 8)
// In the last two, money had been taken off the price of what came back later.
const sequences = [USED, MADE].flatMap((kind) =>
  [...Array(ROUNDS).keys(), kind === USED ? 782 : 218].map((seed) => [kind, seed] as const),
)

test.each(sequences)(
  'in any order of documents, what is kept is charged once (%d, %d)',
  async (kind, seed) => {
    const pick = numbers(seed * 7919 + kind)
    // What was planned changes nothing.
    const job = await goods.sevenMetres(kind, { estimated: [7, 0, 4][seed % 3] })
    const ledger = new Ledger()
    const steps: object[] = []
    let reduces = false
    for (let step = 0; step < 12; step++) {
      ledger.now = step
      const one = ledger.invoices.filter(({ left }) => left > 0).at(pick(2) - 1)
      const what = pick(10)
      if (what <= 2 && ledger.left > 0) {
        const quantity = 1 + pick(ledger.left)
        ledger.bill(await goods.invoice(job, quantity), quantity)
        steps.push({ invoice: quantity })
      } else if (what <= 4 && one) {
        const again = pick(2) === 0
        const asked = {
          ...{ reason: pick(2) === 0 ? 'returned' : 'error', quantity: 1 + pick(one.left), again },
          restock: pick(2) === 0,
        }
        const came = ledger.credit(one, asked)
        await goods.credit(one.id, { ...asked, restock: came > 0 })
        steps.push({ credit: { ...asked, came }, of: ledger.invoices.indexOf(one) })
      } else if (what <= 6 && ledger.todeliver < 7) {
        const restock = pick(4) > 0
        const of = ledger.out.findLastIndex((out) => out > 0)
        ledger.back(of, restock)
        await goods.comesBack(job, 1, restock ? 'stock' : 'mended', of)
        steps.push({ back: restock })
      } else if (what <= 8 && ledger.todeliver > 0) {
        const quantity = 1 + pick(ledger.todeliver)
        ledger.deliver(quantity)
        await goods.deliverAgain(job, quantity)
        steps.push({ deliver: quantity })
      } else if (what === 9 && one && !one.reduced) {
        await post(`/api/invoices/${one.id}/credit`, { reason: 'price', lines: [{ line: 0, amount: 9.2 }] })
        one.reduced = true
        reduces = true
        steps.push({ reduced: ledger.invoices.indexOf(one) })
      } else continue
      const { kept, charged, left, over, invoices, units } = ledger
      const said = JSON.stringify([steps, { kept, charged, left, over, units }], null, 1)
      const { quantity, net } = await goods.next(job)
      expect(quantity, said).toBe(left)
      expect(net, said).toBeGreaterThanOrEqual(0)
      expect(goods.held(job), said).toBe((kind === USED ? 20 : 27) - kept)
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
    expect(faults(job)).toEqual([])
  },
)

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
  return { item, id, line: lines[0]!, note }
}
type Job = Awaited<ReturnType<typeof sevenMetres>>

async function invoice({ id, line }: Job, quantity: number) {
  const draft = await post('/api/invoices', { jobid: id, lines: [{ materialid: line, quantity }] })
  return ((await post(`/api/invoices/${draft.id}/issue`)) as { id: string }).id
}

type Credit = { reason: string; quantity: number; again: boolean; restock?: boolean }

const credit = (id: string, { reason, quantity, again, restock = false }: Credit) =>
  post(`/api/invoices/${id}/credit`, { reason, again, lines: [{ line: 0, quantity, restock }] })

const comesBack = ({ note }: Job, quantity: number, restock = true) =>
  expectOk(
    admin().patch(`/api/delivery/${note.id}`, {
      ...{ status: 'returned', restock },
      returns: [{ lineid: note.lines[0]!.id, quantity }],
    }),
  )

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

type Invoice = { id: string; left: number; noted: number; reduced: boolean }
/** What was credited and is not back, in the order in which a note takes it. */
type Open = { again: boolean; returned: boolean; quantity: number }

const isFirst = (a: Open, b: Open) =>
  Number(b.returned) - Number(a.returned) || Number(a.again) - Number(b.again)

/** The seven metres reckoned by hand, metre by metre. */
class Ledger {
  /** With the client; charged; credited for good and kept. */
  kept = 7
  charged = 0
  gone = 0
  /** Put back by the note, and of that what no credit note has credited. */
  noted = 0
  uncredited = 0
  /** Brought in by credit notes before the note said so; below zero, said by the note before. */
  ahead = 0
  /** Come back by the note at all. */
  said = 0
  invoices: Invoice[] = []
  open: Open[] = []

  get left() {
    return Math.max(0, this.kept - this.charged - this.gone)
  }

  bill(id: string, quantity: number) {
    this.invoices.push({ id, left: quantity, noted: this.noted, reduced: false })
    this.charged += quantity
  }

  credit(one: Invoice, { reason, quantity, again, restock }: Credit) {
    const here = Math.min(this.uncredited, this.noted - one.noted)
    const most = Math.min(quantity - here, this.kept, this.kept - (this.charged - quantity))
    const came = restock ? Math.max(0, most) : 0
    const matched = Math.min(here, quantity - came)
    one.left -= quantity
    this.charged -= quantity
    this.kept -= came
    this.ahead += came
    this.uncredited -= matched
    const rest = quantity - came - matched
    if (!again) this.gone += rest
    this.open.push({ again, returned: reason === 'returned', quantity: rest })
    return came
  }

  /** One metre, by the note. */
  back(restock: boolean) {
    this.said += 1
    if (!restock || this.ahead > 0) {
      this.ahead -= 1
      return
    }
    const uninvoiced = this.left
    this.kept -= 1
    this.noted += 1
    const of = this.open
      .filter(({ again, quantity }) => quantity > 0 && (!again || uninvoiced > 0))
      .toSorted(isFirst)[0]
    if (!of) this.uncredited += 1
    else of.quantity -= 1
    if (of && !of.again) this.gone -= 1
  }
}

const sequences = [USED, MADE].flatMap((kind) => [...Array(8).keys()].map((seed) => [kind, seed] as const))

test.each(sequences)(
  'in any order of documents, what is kept is charged once (%d, %d)',
  async (kind, seed) => {
    const pick = numbers(seed * 7919 + kind)
    const job = await sevenMetres(kind)
    const ledger = new Ledger()
    const steps: object[] = []
    let reduces = false
    for (let step = 0; step < 9; step++) {
      const one = ledger.invoices.filter(({ left }) => left > 0).at(pick(2) - 1)
      const what = pick(8)
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
        steps.push({ credit: asked, of: ledger.invoices.indexOf(one) })
      } else if (what <= 6 && ledger.said < 7 && ledger.kept > 0) {
        const restock = pick(4) > 0
        ledger.back(restock)
        await comesBack(job, 1, restock)
        steps.push({ note: restock })
      } else if (what === 7 && one && !one.reduced) {
        await post(`/api/invoices/${one.id}/credit`, { reason: 'price', lines: [{ line: 0, amount: 9.2 }] })
        one.reduced = true
        reduces = true
        steps.push({ reduced: ledger.invoices.indexOf(one) })
      } else continue
      const { kept, charged, gone, left, noted, uncredited, ahead, invoices } = ledger
      const said = JSON.stringify([steps, { kept, charged, gone, left, noted, uncredited, ahead }])
      const { quantity, net } = await next(job)
      expect(quantity, said).toBe(left)
      expect(net, said).toBeGreaterThanOrEqual(0)
      expect(held(job), said).toBe((kind === USED ? 20 : 27) - kept)
      const { cost, margin } = await get(`/api/jobs/${job.id}/totals`)
      expect(cost.actual, said).toBe(kept * COST)
      // While more stands invoiced than is kept, the rest is to be credited.
      if (charged + gone > kept) continue
      const charges = (await readCharged(invoices.map(({ id }) => id))) + net
      expect(charges, said).toBe(Math.round((margin.actual + cost.actual) * 100))
      if (!reduces) expect(charges, said).toBe((kept - gone) * PRICE)
    }
    expect(read(checkStock).filter(({ inventoryid }) => inventoryid === job.item)).toEqual([])
  },
)

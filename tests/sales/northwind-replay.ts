import { northwind } from '#db/demo/northwind/set.ts'
import { prepared } from '#db/sqlite.ts'
import { daysAfter } from '#server/dates.ts'
import { readCsv } from '#server/import/index.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures } from './invoices-support.ts'

type Row = Record<string, string>

function table(file: 'orders.csv' | 'order_details.csv' | 'customers.csv' | 'products.csv'): Row[] {
  const read = readCsv(file, new TextEncoder().encode(northwind.files[file]), { empty: 'NULL' })
  if (!read.ok) throw new Error(read.problems[0]?.sentence)
  const { columns, rows } = read.value
  return rows.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])))
}

const toCents = (text = '0') => Math.round(Number(text) * 100)
const half = (value: number, of: number) => Math.floor((2 * value + of) / (2 * of))
export const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

type Line = { name: string; rate: number; quantity: number; percent: number; net: number }

/** An order as the files have it, reckoned in whole cents by none of the program's own functions. */
export type Order = {
  id: string
  customer: string
  year: string
  shipped: string
  lines: Line[]
  /** Cents without VAT: of the goods, and of the freight, which is a line of its own. */
  net: number
  freight: number
  vat: number
}

const names = new Map(
  table('products.csv').map(({ productID, productName }) => [productID, productName ?? '']),
)

export function readOrders(): Order[] {
  const details = Map.groupBy(table('order_details.csv'), ({ orderID }) => orderID ?? '')
  return table('orders.csv').map((order) => {
    const { orderID: id = '', customerID: customer = '', orderDate = '', shippedDate = '' } = order
    const lines = (details.get(id) ?? []).map(({ productID, unitPrice, quantity, discount }) => {
      const gross = toCents(unitPrice) * Number(quantity)
      const percent = Math.round(Number(discount) * 100)
      const net = gross - half(gross * percent, 100)
      const name = names.get(productID ?? '') ?? ''
      return { name, rate: toCents(unitPrice) / 100, quantity: Number(quantity), percent, net }
    })
    const freight = toCents(order.freight)
    const nets = [...lines.map(({ net }) => net), freight]
    return {
      ...{ id, customer, year: orderDate.slice(0, 4), shipped: shippedDate.slice(0, 10), lines, freight },
      net: sum(lines.map(({ net }) => net)),
      vat: sum(nets.map((net) => half(net * 15, 100))),
    }
  })
}

/** The same each time: 0 to `below`, without it. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<void>) {
  const left = all.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of left) await act(one)
    }),
  )
}

type Issued = Record<string, unknown> & {
  id: string
  reference: string
  client: { id: string; name: string }
  net: number
  vat: number
  total: number
}

/** What the calls say of an issued invoice, beside the order that it charges. */
export type Charged = { order: Order; invoice: Issued }

/** Orders become jobs, what was shipped delivery notes and invoices in batches, all by calls. */
export async function replayOrders(server: TestServer, orders: readonly Order[]) {
  const { admin } = server.people
  const { boardid, vendor } = await createInvoiceFixtures(server)
  const clients = new Map<string, string>()
  await eachOf(table('customers.csv'), async (row) => {
    const { customerID: code = '', companyName: name, address: addressline1, city, country } = row
    const body = { code, name, addressline1, city, country, paymentdays: 30 }
    clients.set(code, (await expectOk(admin.post('/api/clients', body))).id)
  })
  const jobs = new Map<string, Order>()
  await eachOf(orders, async (order) => {
    const { id, customer, lines, freight, shipped } = order
    const client = clients.get(customer)
    const about = { customerreference: `Order ${id}`, description: `Order ${id}`, organisation: vendor }
    const job = await expectOk(admin.post('/api/jobs', { boardid, status: 3, client, ...about }))
    const goods = lines.map(({ name, rate, quantity, percent }) => ({
      ...{ jobid: job.id, role: 2, description: name, unit: 'ea', linerate: rate, discount: percent },
      ...{ estimated: quantity, consumed: shipped ? quantity : 0 },
    }))
    const carriage = { jobid: job.id, role: 4, description: 'Freight', linerate: freight / 100, estimated: 1 }
    const rows = freight > 0 ? [...goods, { ...carriage, consumed: shipped ? 1 : 0 }] : goods
    const stored: { id: string }[] = await expectOk(admin.post('/api/materials/many', rows))
    if (!shipped) return
    const delivered = lines.map(({ quantity }, at) => ({ materialid: stored[at]?.id, quantity }))
    const note = await expectOk(admin.post('/api/delivery', { boardid, lines: delivered }))
    await expectOk(admin.patch(`/api/delivery/${note.id}`, { status: 'issued' }))
    await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4 }))
    jobs.set(job.id, order)
  })
  const drafts = await inBatches(server, '/api/billing/drafts', [...jobs.keys()])
  await inBatches(server, '/api/billing/issue', drafts)
  return {
    clients,
    charged: await readIssued(server, new Map(orders.map((order) => [`Order ${order.id}`, order]))),
  }
}

const MOST = 500

async function inBatches({ people: { admin } }: TestServer, path: string, ids: readonly string[]) {
  const done: string[] = []
  for (let from = 0; from < ids.length; from += MOST) {
    const { id } = await expectOk(admin.post(path, { ids: ids.slice(from, from + MOST) }))
    let batch = await expectOk(admin.get(`/api/billing/batches/${id}`))
    for (; batch.running; batch = await expectOk(admin.get(`/api/billing/batches/${id}`))) await Bun.sleep(50)
    for (const { state, message, invoiceid } of batch.rows) {
      if (state !== 'done') throw new Error(message)
      done.push(invoiceid)
    }
  }
  return done
}

async function readIssued({ people: { admin } }: TestServer, orders: ReadonlyMap<string, Order>) {
  const charged: Charged[] = []
  for (let skip = 0; ; skip += 100) {
    const rows: Issued[] = await expectOk(admin.get(`/api/invoices?take=100&skip=${skip}&sort=date`))
    for (const invoice of rows) charged.push({ invoice, order: orders.get(invoice.reference) as Order })
    if (rows.length < 100) return charged
  }
}

/** Of an invoice: what it charges, and when which part of it was paid. Cents. */
export type Owed = { client: string; date: string; total: number; paid: { date: string; amount: number }[] }

const DAYS_TO_PAY = 30

/**
 * Invoices are dated by the day of their shipment, and paid from then on: most of them whole, some in part, some along
 * with the client's oldest, and some never.
 */
export async function replayPayments(server: TestServer, charged: readonly Charged[]): Promise<Owed[]> {
  const { admin } = server.people
  await server.services.tenants.write(server.accountid, by, ({ db }) => {
    for (const { invoice, order } of charged)
      prepared(db, 'UPDATE invoices SET date = ?, duedate = ? WHERE id = ?').run([
        ...[order.shipped, daysAfter(order.shipped, DAYS_TO_PAY)],
        invoice.id,
      ])
  })
  const draw = numbers(1_996)
  const oldest = charged.toSorted((a, b) => (a.order.shipped < b.order.shipped ? -1 : 1))
  const owed = new Map<string, Owed>(
    oldest.map(({ invoice, order }) => [
      invoice.id,
      {
        client: invoice.client.id,
        date: order.shipped,
        total: order.net + order.freight + order.vat,
        paid: [],
      },
    ]),
  )
  const open = ({ total, paid }: Owed) => total - sum(paid.map(({ amount }) => amount))
  for (const { invoice } of oldest) {
    const mine = owed.get(invoice.id) as Owed
    const date = daysAfter(mine.date, draw(80))
    const kind = draw(10)
    if (kind === 0 || open(mine) === 0) continue
    const amount = kind < 7 ? open(mine) : 1 + draw(open(mine))
    const body = { amount: amount / 100, date, method: 'transfer' }
    if (kind < 9) {
      await expectOk(admin.post(`/api/invoices/${invoice.id}/payments`, body))
      mine.paid.push({ date, amount })
      continue
    }
    await expectOk(admin.post('/api/payments', { ...body, client: mine.client, pays: 'oldest' }))
    let left = amount
    for (const other of owed.values()) {
      const part = other.client === mine.client ? Math.min(left, open(other)) : 0
      if (part > 0) other.paid.push({ date, amount: part })
      left -= part
    }
  }
  return [...owed.values()]
}

/** By client, what is open on a day of what was issued up to then. Cents; those that owe nothing are left out. */
export function openOn(owed: readonly Owed[], day: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { client, date, total, paid } of owed)
    if (date <= day)
      sums[client] =
        (sums[client] ?? 0) + total - sum(paid.filter((one) => one.date <= day).map(({ amount }) => amount))
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

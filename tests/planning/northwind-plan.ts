import { expect } from 'bun:test'
import { northwind } from '#db/demo/northwind/set.ts'
import { daysAfter, daysBetween, startOfWeek } from '#server/dates.ts'
import { readCsv } from '#server/import/index.ts'
import { setAccount } from '#tests/account/accounts-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Client, TestServer } from '#tests/support/server.ts'

type Row = Record<string, string>

function table(file: 'orders.csv' | 'order_details.csv' | 'products.csv'): Row[] {
  const read = readCsv(file, new TextEncoder().encode(northwind.files[file]), { empty: 'NULL' })
  if (!read.ok) throw new Error(read.problems[0]?.sentence)
  const { columns, rows } = read.value
  return rows.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])))
}

const PERIODS = 6
const AVERAGE = 4
/** Days after which goods come that were ordered. */
const LEAD = 14
const PACK = 12

type Day = { moved: number; used: number }
type JobLine = { product: string; quantity: number; id: string }
type Job = { start: string; shipped: string; lines: JobLine[] }
type Ordered = { orderid: string; lineid: string; product: string; quantity: number; expected: string }

/** Whole pieces, kept by this file alone: none of the program's own reckoning is used. */
class Simulation {
  readonly stock = new Map<string, number>()
  readonly days = new Map<string, Map<string, Day>>()
  jobs: Job[] = []
  ordered: Ordered[] = []

  move(product: string, day: string, moved: number, used = 0) {
    this.stock.set(product, (this.stock.get(product) ?? 0) + moved)
    const own = this.days.get(product) ?? new Map<string, Day>()
    this.days.set(product, own)
    const before = own.get(day) ?? { moved: 0, used: 0 }
    own.set(day, { moved: before.moved + moved, used: before.used + used })
  }

  average(product: string, today: string) {
    const own = this.days.get(product) ?? new Map<string, Day>()
    const start = daysAfter(today, -7 * AVERAGE)
    let balance = this.stock.get(product) ?? 0
    for (const [day, { moved }] of own) if (day >= start) balance -= moved
    let [used, outdays] = [0, 0]
    for (let day = start; day < today; day = daysAfter(day, 1)) {
      const { moved, used: usedThen } = own.get(day) ?? { moved: 0, used: 0 }
      if (balance <= 0 && balance + moved <= 0 && usedThen <= 0) outdays += 1
      balance += moved
      used += usedThen
    }
    const instock = 7 * AVERAGE - outdays
    const hundredths = used > 0 && instock > 0 ? Math.floor((2 * used * 700 + instock) / (2 * instock)) : 0
    return { used, outdays, average: hundredths / 100 }
  }

  forecast(product: string, today: string) {
    const at = (day: string) => (day < today ? today : day)
    const changes = [
      ...this.jobs.flatMap(({ start, lines }) =>
        lines.filter((line) => line.product === product).map((line) => [at(start), -line.quantity] as const),
      ),
      ...this.ordered
        .filter((line) => line.product === product)
        .map((line) => [at(line.expected), line.quantity] as const),
    ]
    const { average, ...consumption } = this.average(product, today)
    const onhand = this.stock.get(product) ?? 0
    let balance = onhand
    let short: string | null = null
    const periods = Array.from({ length: PERIODS }, (_, week) => {
      const start = daysAfter(today, 7 * week)
      const own = changes.filter(([day]) => daysBetween(start, day) >= 0 && daysBetween(start, day) < 7)
      const sum = (of: readonly (readonly [string, number])[]) =>
        of.reduce((all, [, change]) => all + change, 0)
      const jobs = 0 - sum(own.filter(([, change]) => change < 0))
      const lows = [balance]
      for (let day = start; day <= daysAfter(start, 6); day = daysAfter(day, 1)) {
        const then = own.filter((change) => change[0] === day)
        if (then.length === 0) continue
        balance = round(balance + sum(then))
        lows.push(round(balance))
        if (balance < 0) short ??= lows[0]! < 0 ? start : day
      }
      balance = round(balance - Math.max(0, average - jobs))
      if (balance < 0) short ??= lows[0]! < 0 ? start : daysAfter(start, 6)
      return {
        ...{ jobs, average, demand: Math.max(jobs, average) },
        ...{ ordered: sum(own.filter(([, change]) => change > 0)), balance },
        lowest: Math.min(...lows, balance),
      }
    })
    return { onhand, consumption, short, periods }
  }
}

const round = (value: number) => Math.round(value * 100) / 100

type Forecast = {
  id: string
  onhand: number
  consumption: { used: number; outdays: number }
  short: string | null
  periods: (Record<'jobs' | 'average' | 'demand' | 'ordered' | 'balance', number> & {
    lowest: { quantity: number }
  })[]
}

const told = ({ onhand, consumption: { used, outdays }, periods }: Forecast) => ({
  onhand,
  consumption: { used, outdays },
  periods: periods.map(({ jobs, average, demand, ordered, balance, lowest }) => ({
    ...{ jobs, average, demand, ordered, balance, lowest: lowest.quantity },
  })),
})

type Clock = (instant: string) => void

/**
 * Replays the order book week by week, by calls: orders become jobs that start when they are required, ship when they
 * did, and what the forecast says is short is ordered. Each Monday all figures are compared with the simulation's.
 */
export async function replayPlanning(server: TestServer, setClock: Clock, weeks: number) {
  await setAccount(server, server.accountid, { utcexpires: null })
  const simulation = new Simulation()
  const orders = table('orders.csv')
  const details = Map.groupBy(table('order_details.csv'), ({ orderID }) => orderID ?? '')
  const first = startOfWeek(orders[0]!.orderDate!.slice(0, 10))
  setClock(`${first}T08:00:00Z`)
  let admin = await server.signIn('admin@first.test')
  await expectOk(admin.post('/api/organisations', { name: 'Northwind', prefix: 'NW' }))
  const supplier = (await expectOk(admin.post('/api/suppliers', { name: 'Exotic Liquids' }))).id
  const boardid = (await expectOk(admin.post('/api/boards', { name: 'Orders' }))).id
  const ids = new Map<string, string>()
  for (const { productID = '', productName, unitsInStock = '0' } of table('products.csv')) {
    const item = { code: productID, materialname: productName, baseunit: 'ea', inventoryclass: 1 }
    const { id } = await expectOk(admin.post('/api/inventory', item))
    ids.set(productID, id)
    if (Number(unitsInStock) === 0) continue
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: id, quantity: Number(unitsInStock) }))
    simulation.move(productID, first, Number(unitsInStock))
  }
  const figures = { orders: 0, shipped: 0, compared: 0, short: 0, bought: 0 }
  for (let week = 0; week < weeks; week++) {
    const monday = daysAfter(first, 7 * week)
    setClock(`${monday}T08:00:00Z`)
    admin = await server.signIn('admin@first.test')
    await receive(admin, simulation, monday)
    const short = await compare(admin, simulation, ids, monday, figures)
    await buy(admin, simulation, { supplier, ids, monday, short })
    figures.bought += short.length
    for (let day = monday; day < daysAfter(monday, 7); day = daysAfter(day, 1)) {
      setClock(`${day}T08:00:00Z`)
      for (const order of orders.filter(({ orderDate }) => orderDate?.startsWith(day))) {
        figures.orders += 1
        await addOrder(admin, simulation, {
          order,
          rows: details.get(order.orderID ?? '') ?? [],
          boardid,
          ids,
        })
      }
      figures.shipped += await ship(admin, simulation, day)
    }
  }
  return figures
}

async function receive(admin: Client, simulation: Simulation, day: string) {
  const due = simulation.ordered.filter(({ expected }) => expected <= day)
  simulation.ordered = simulation.ordered.filter(({ expected }) => expected > day)
  for (const [orderid, lines] of Map.groupBy(due, (line) => line.orderid))
    await expectOk(
      admin.post(`/api/purchaseorders/${orderid}/receipts`, {
        lines: lines.map(({ lineid, quantity }) => ({ lineid, quantity })),
      }),
    )
  for (const { product, quantity } of due) simulation.move(product, day, quantity)
}

/** Every product of which the program tells anything, and no other. @returns how much is missing of what is short */
async function compare(
  admin: Client,
  simulation: Simulation,
  ids: ReadonlyMap<string, string>,
  day: string,
  figures: { compared: number; short: number },
) {
  const { items } = await expectOk(admin.get(`/api/planning/forecast?periods=${PERIODS}&average=${AVERAGE}`))
  const found = new Map<string, Forecast>(items.map((item: Forecast) => [item.id, item]))
  const missing: { product: string; quantity: number }[] = []
  for (const [product, id] of ids) {
    const { short, ...expected } = simulation.forecast(product, day)
    const happens = expected.periods.some(({ demand, ordered }) => demand + ordered > 0)
    const item = found.get(id)
    expect([day, product, item !== undefined]).toEqual([day, product, happens])
    if (!item) continue
    expect([day, product, item.short, told(item)]).toEqual([day, product, short, expected])
    figures.compared += 1
    if (!short) continue
    figures.short += 1
    const lowest = Math.min(...expected.periods.map((period) => period.lowest))
    missing.push({ product, quantity: Math.ceil(-lowest / PACK) * PACK })
  }
  return missing
}

type Bought = {
  supplier: string
  ids: ReadonlyMap<string, string>
  monday: string
  short: readonly { product: string; quantity: number }[]
}

async function buy(admin: Client, simulation: Simulation, { supplier, ids, monday, short }: Bought) {
  if (short.length === 0) return
  const expected = daysAfter(monday, LEAD)
  const lines = short.map(({ product, quantity }) => ({ inventoryid: ids.get(product), quantity }))
  const draft = await expectOk(admin.post('/api/purchaseorders', { supplier, required: expected, lines }))
  const sent = await expectOk(admin.patch(`/api/purchaseorders/${draft.id}`, { status: 'sent' }))
  for (const [at, { product, quantity }] of short.entries())
    simulation.ordered.push({ orderid: draft.id, lineid: sent.lines[at].id, product, quantity, expected })
}

type Asked = { order: Row; rows: readonly Row[]; boardid: string; ids: ReadonlyMap<string, string> }

async function addOrder(admin: Client, simulation: Simulation, { order, rows, boardid, ids }: Asked) {
  const [start, shipped] = [order.requiredDate?.slice(0, 10) ?? '', order.shippedDate?.slice(0, 10) ?? '']
  const about = { boardid, description: `Order ${order.orderID}`, status: 3, start }
  const job = await expectOk(admin.post('/api/jobs', about))
  const stored: { id: string }[] = await expectOk(
    admin.post(
      '/api/materials/many',
      rows.map(({ productID = '', quantity }) => ({
        ...{ jobid: job.id, role: 2, inventoryid: ids.get(productID), estimated: Number(quantity) },
      })),
    ),
  )
  const lines = rows.map(({ productID: product = '', quantity }, at) => ({
    ...{ product, quantity: Number(quantity), id: stored[at]!.id },
  }))
  simulation.jobs.push({ start, shipped, lines })
}

async function ship(admin: Client, simulation: Simulation, day: string): Promise<number> {
  const due = simulation.jobs.filter(({ shipped }) => shipped !== '' && shipped <= day)
  simulation.jobs = simulation.jobs.filter((job) => !due.includes(job))
  const lines = due.flatMap((job) => job.lines)
  for (const { id, product, quantity } of lines) {
    await expectOk(admin.patch(`/api/materials/${id}`, { consumed: quantity }))
    simulation.move(product, day, -quantity, quantity)
  }
  return due.length
}

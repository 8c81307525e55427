import { expect } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { formatRand } from '#views/format.ts'
import { pdf } from './invoices-support.ts'
import { type Charged, type Order, openOn, replayOrders, replayPayments, sum } from './northwind-replay.ts'

const cents = (rand: number) => Math.round(rand * 100)

/** Replays orders, and compares what the calls say with what the files come to. */
export async function checkReplay(server: TestServer, orders: readonly Order[]) {
  const { charged } = await replayOrders(server, orders)
  expect(charged.length).toBe(orders.filter(({ shipped }) => shipped).length)
  for (const { order, invoice } of charged)
    expect([invoice.reference, cents(invoice.net), cents(invoice.vat)]).toEqual([
      ...[`Order ${order.id}`, order.net + order.freight],
      order.vat,
    ])
  expectSums(charged, orders)
  await expectPrinted(server, charged)
  await expectDebtors(server, charged)
}

const years = ({ order }: Charged) => order.year

/** Of the goods, without the freight. */
function expectSums(charged: readonly Charged[], orders: readonly Order[]) {
  const shipped = orders.filter((order) => order.shipped)
  const goods = (some: readonly Charged[]) =>
    sum(some.map(({ invoice, order }) => cents(invoice.net) - order.freight))
  for (const [year, some] of Map.groupBy(charged, years))
    expect(goods(some)).toBe(sum(shipped.filter((one) => one.year === year).map(({ net }) => net)))
  const byClient = Map.groupBy(charged, ({ invoice }) => invoice.client.id)
  expect(byClient.size).toBe(new Set(shipped.map(({ customer }) => customer)).size)
  for (const some of byClient.values())
    expect(goods(some)).toBe(
      sum(shipped.filter(({ customer }) => customer === some[0]?.order.customer).map(({ net }) => net)),
    )
  expect(goods(charged)).toBe(sum(shipped.map(({ net }) => net)))
}

/** Some of them, as a reader of PDF files finds them. */
async function expectPrinted(server: TestServer, charged: readonly Charged[]) {
  for (const { invoice, order } of charged.filter((_, at) => at % 50 === 0)) {
    const { bytes } = await pdf(server, server.people.admin, `/render/invoice/${invoice.id}`)
    const { text } = await readPdf(bytes)
    expect(text).toContain(`Order ${order.id}`)
    expect(text).toContain(formatRand(order.net + order.freight + order.vat).replaceAll('\u00a0', ' '))
  }
}

async function expectDebtors(server: TestServer, charged: readonly Charged[]) {
  const owed = await replayPayments(server, charged)
  for (const day of ['1996-12-31', '1997-06-30', '1998-05-06', '1998-12-31']) {
    const { clients, sums } = await expectOk(server.people.admin.get(`/api/invoices/debtors?date=${day}`))
    const expected = openOn(owed, day)
    expect(Object.fromEntries(clients.map((row: Row) => [row.client.id, cents(row.total)]))).toEqual(expected)
    expect(cents(sums.total)).toBe(sum(Object.values(expected)))
  }
}

type Row = { client: { id: string }; total: number }

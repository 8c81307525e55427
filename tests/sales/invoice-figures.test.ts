import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { InvoiceFilter } from '#db/queries/sales/invoice-filter.ts'
import { type InvoiceTally, tallyInvoices } from '#db/queries/sales/invoice-tally.ts'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { prepared } from '#db/sqlite.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
let now = new Date('2026-11-23T10:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => now)
  office = await createInvoiceFixtures(server)
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { paymentdays: 2 }))
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)

/** What was kept, and the same counted one by one. */
function tallies(boards: string[] | null, days: { start?: string; end?: string } = {}) {
  const today = now.toISOString().slice(0, 10)
  const all: InvoiceFilter = { boards, locations: null, today, ...days }
  const ids = read((db) => prepared<{ id: string }>(db, 'SELECT id FROM invoices').all()).map(({ id }) => id)
  const sorted = (filter: InvoiceFilter) =>
    [
      ...Map.groupBy(
        read((db) => tallyInvoices(db, filter)),
        ({ standing, overdue }) => `${standing} ${overdue}`,
      ),
    ]
      .map(([, [first, ...more]]) => more.reduce(added, first as InvoiceTally))
      .filter(({ n }) => n > 0)
      .toSorted((a, b) => a.standing.localeCompare(b.standing) || a.overdue - b.overdue)
  return [sorted(all), sorted({ ...all, ids })] as const
}

/** A month in whole and a part of another are counted apart. */
const added = (a: InvoiceTally, b: InvoiceTally): InvoiceTally => ({
  ...a,
  n: a.n + b.n,
  totalcents: a.totalcents + b.totalcents,
  paidcents: a.paidcents + b.paidcents,
})

test('invoices are counted by state as they come, are paid, credited, deleted and change board', async () => {
  const draft = await readDraft(office, await completeJob(office, [{ linerate: 10 }]))
  await readDraft(office, await completeJob(office, [{ linerate: 20 }]))
  const [late, part, paid, credited] = [
    await issueInvoice(office, 100),
    await issueInvoice(office, 200),
    await issueInvoice(office, 300),
    await issueInvoice(office, 400),
  ]
  now = new Date('2026-11-28T10:00:00Z')
  const fresh = await issueInvoice(office, 500)
  await expectOk(admin().delete(`/api/invoices/${draft.id}`))
  const pay = (id: string, amount: number) =>
    expectOk(admin().post(`/api/invoices/${id}/payments`, { amount }))
  await pay(part.id, 50)
  const { payments } = await pay(paid.id, 345)
  await expectOk(admin().post(`/api/invoices/${credited.id}/credit`, { reason: 'error' }))
  await expectOk(admin().patch(`/api/jobs/${credited.job.id}`, { boardid: office.secondid }))

  const expected = ['credited 0 1', 'creditnote 0 1', 'draft 0 1', 'paid 0 1', 'unpaid 0 1', 'unpaid 1 2']
  for (const boards of [null, [office.boardid], [office.secondid], [office.boardid, office.secondid]]) {
    const [kept, counted] = tallies(boards)
    expect(kept).toEqual(counted)
    if (!boards)
      expect(kept.map(({ standing, overdue, n }) => `${standing} ${overdue} ${n}`)).toEqual(expected)
  }
  await expectOk(admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
  const months = [{}, { start: '2026-11-01' }, { start: '2026-10-28' }, { end: '2026-12-05' }]
  for (const days of [...months, { start: '2026-10-28', end: '2026-12-05' }, { start: '2026-11-24' }]) {
    const [kept, counted] = tallies(null, days)
    expect(kept).toEqual(counted)
    expect(kept.length).toBeGreaterThan(0)
  }
  expect(read(findWrongTotals)).toEqual([])

  const { html } = await htmxRequest(server, admin(), 'GET', '/invoices?state=overdue')
  expect(html).toContain('Overdue <span>3</span>')
  for (const { number } of [late, part, paid]) expect(html).toContain(number)
  expect(html).not.toContain(fresh.number)
})

test('the check tells of a count that is wrong', async () => {
  await server.services.tenants.write(server.accountid, by, ({ db }) =>
    db.run("UPDATE invoice_figures SET documents = documents + 1 WHERE standing = 'draft'"),
  )
  expect(read(findWrongTotals)).toEqual([expect.stringMatching(/invoices of \d{4}-\d\d as draft where/)])
})

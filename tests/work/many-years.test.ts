import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { InvoiceFilter } from '#db/queries/sales/invoice-filter.ts'
import { searchInvoices } from '#db/queries/sales/invoice-search.ts'
import { sumInvoiced } from '#db/queries/sales/invoice-sums.ts'
import { listInvoices } from '#db/queries/sales/invoices.ts'
import { sumPayments } from '#db/queries/sales/payments.ts'
import { MOST_FOUND } from '#db/queries/search/index-hits.ts'
import { findWrongTotals } from '#db/queries/self-check.ts'
import type { JobFilter } from '#db/queries/work/job-filter.ts'
import { countByStatus, listJobs } from '#db/queries/work/jobs-lists.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { fillYears, SLUG } from '#tests/bench/growth-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const JOBS = 3000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await fillYears(server, JOBS)
})
afterAll(() => server.stop())

const read = <T>(run: (db: TenantDb) => T) => server.services.tenants.read(server.accountid, run)
const admin = () => server.people.admin

/** What a page says, without its markup. */
const wordsOf = async (answer: Response) => (await answer.text()).replaceAll(/<[^>]*>/g, '')

const words = [
  'zzzz',
  'gate',
  'gate weld',
  'weld gate',
  'Y17',
  'Y1750',
  'Y2 gate',
  'sons 12',
  'WELD sons 12',
  'a',
  'ga w',
]
const all = { boards: ['b000000001', 'b000000002'], locations: null, statuses: [1, 2, 3, 4, 5, 6] }
const filters: JobFilter[] = [
  all,
  { ...all, boards: ['b000000002'] },
  { ...all, boardid: 'b000000002', statuses: [5] },
  { ...all, statuses: [5, 6], completedbefore: '2024-01-01' },
  { ...all, locations: ['l000000003'] },
  { ...all, from: '2024-01-01', before: '2025-01-01' },
]

const idsOf = (db: TenantDb, filter: JobFilter, exact: boolean) => {
  const found = listJobs(db, filter, { sort: '-created', take: JOBS, exact })
  return { ...found, ids: found.marks.map(({ id }) => id) }
}

describe('jobs of many years', () => {
  test('are found by the index of words as by a look at each', () =>
    read((db) => {
      for (const filter of filters)
        for (const search of words) {
          const found = idsOf(db, { ...filter, search }, false)
          const each = idsOf(db, { ...filter, search }, true)
          const what = `${search} ${JSON.stringify(filter)}`
          expect(found.total, what).toBe(found.ids.length)
          if (found.more) expect(each.ids, what).toEqual(expect.arrayContaining(found.ids))
          else expect(found.ids, what).toEqual(each.ids)
        }
      expect(idsOf(db, { ...all, search: 'Y1750' }, false)).toMatchObject({ total: 1, more: false })
      expect(idsOf(db, { ...all, search: 'the' }, false)).toMatchObject({ total: MOST_FOUND, more: true })
    }))

  test('of a category or a person are those of the order of all, few or many', async () => {
    const assignee = (await admin().post('/api/workers', { name: 'Wim' })).body.data.id as string
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Years' }, ({ db }) => {
      const toCategory = (category: string, every: number) =>
        prepared(
          db,
          `INSERT INTO job_categories (jobid, categoryid) SELECT id, ? FROM jobs WHERE rowid % ? = 0`,
        ).run([category, every])
      toCategory('g000000001', 11)
      toCategory('g000000002', 1)
      prepared(db, `UPDATE jobs SET assignee = ? WHERE rowid % 7 = 0`).run([assignee])
    })
    read((db) => {
      for (const filter of filters)
        for (const search of ['', 'gate', 'ga w'])
          for (const of of [
            { category: 'g000000001' },
            { category: 'g000000002' },
            { assignee },
            { client: 'c000000001' },
            { location: 'l000000002' },
          ]) {
            const found = idsOf(db, { ...filter, ...of, search }, false)
            const each = idsOf(db, { ...filter, ...of, search }, true)
            const what = `${search} ${JSON.stringify({ ...filter, ...of })}`
            if (found.more) expect(each.ids, what).toEqual(expect.arrayContaining(found.ids))
            else expect(found.ids, what).toEqual(each.ids)
          }
      expect(idsOf(db, { ...all, category: 'g000000001' }, false)).toMatchObject({ total: 272, more: false })
    })
  })

  test('are counted as they are, by status too', () =>
    read((db) => {
      for (const filter of filters.slice(0, 4)) {
        const { ids, total } = idsOf(db, filter, false)
        expect([total, countByStatus(db, filter).reduce((sum, { count }) => sum + count, 0)]).toEqual([
          ids.length,
          ids.length,
        ])
      }
    }))

  test('are counted up to a thousand where nobody counted before, and the list says so', async () => {
    const { body } = await admin().get('/api/jobs?archived=true&start=2021-11-20&take=20')
    expect([body.total, body.more, body.data.length]).toEqual([1000, true, 20])
    const far = await admin().get('/api/jobs?archived=true&start=2021-11-20&take=100&skip=2000')
    expect([far.body.total, far.body.more]).toEqual([2101, true])
    const page = await fetch(`${server.url}/jobs/${SLUG}/history?search=the`, {
      headers: { cookie: admin().cookie },
    })
    const text = await page.text()
    expect(text).toContain(`At least ${MOST_FOUND} jobs`)
    expect(text).toContain(`of at least ${MOST_FOUND}`)
    const exact = await admin().get('/api/jobs?archived=true&start=2021-11-20&take=20&exact=true')
    expect([exact.body.total > 2101, exact.body.more, exact.body.data.length]).toEqual([true, undefined, 20])
    const lanes = await admin().get('/api/jobs?take=20')
    expect([lanes.body.total, lanes.body.more]).toEqual([400, undefined])
  })

  test('are sorted by anything but their days among the newest alone, which the list says', async () => {
    const shown = (sort: string) =>
      fetch(`${server.url}/jobs/${SLUG}/history?sort=${sort}`, { headers: { cookie: admin().cookie } }).then(
        wordsOf,
      )
    const said = `Only the newest ${MOST_FOUND} are sorted: narrow the list to sort others.`
    expect(await shown('reference')).toContain(`At least ${MOST_FOUND} jobs. ${said}`)
    expect(await shown('-completed')).not.toContain(said)
    read((db) => {
      const past = { ...all, boardid: 'b000000001', statuses: [5, 6] }
      const newest = listJobs(db, past, { sort: '-completed', take: MOST_FOUND }).marks.map(({ id }) => id)
      const found = listJobs(db, past, { sort: 'description', take: MOST_FOUND })
      expect(found).toMatchObject({ total: MOST_FOUND, more: true, cut: true })
      expect(found.marks.map(({ id }) => id).sort()).toEqual(newest.sort())
      expect(
        listJobs(db, past, { sort: 'description', take: JOBS, exact: true }).marks.length,
      ).toBeGreaterThan(2000)
      const year = { ...past, completedfrom: '2026-03-01' }
      const narrowed = listJobs(db, year, { sort: 'description', take: 400 })
      expect([narrowed.more, narrowed.total]).toEqual([false, narrowed.marks.length])
    })
  })

  test('go out whole as a file, however many a search finds', async () => {
    const answer = await fetch(`${server.url}/jobs/${SLUG}/history/export?format=csv&search=the`, {
      headers: { cookie: admin().cookie },
    })
    expect((await answer.text()).trim().split('\n').length).toBeGreaterThan(2000)
  })
})

describe('invoices of many years', () => {
  const filter: InvoiceFilter = { boards: null, locations: null, today: '2026-11-24' }

  test('are found by the index of words as by a look at each', () =>
    read((db) => {
      for (const search of ['zzzz', 'gate', 'YINV17', 'YINV1750', 'Y1750', 'gate YINV2', 'weld Y12', 'sons'])
        for (const scope of [
          filter,
          { ...filter, boards: ['b000000002'] },
          { ...filter, start: '2025-01-01' },
        ]) {
          const found = searchInvoices(db, { ...scope, search })
          const each = listInvoices(db, { ...scope, search }, { take: JOBS }).map(({ invoice }) => invoice.id)
          if (found?.more) expect(each).toEqual(expect.arrayContaining(found.ids))
          else expect(found?.ids.toSorted(), search).toEqual(each.toSorted())
        }
    }))

  test('say in the list that there are more than was looked at', async () => {
    const { body } = await admin().get('/api/invoices?search=sons')
    expect([body.total, body.more, body.data.length]).toEqual([MOST_FOUND, true, 50])
    const page = await fetch(`${server.url}/invoices?search=sons`, { headers: { cookie: admin().cookie } })
    expect(await wordsOf(page)).toContain(`At least ${MOST_FOUND} documents; the sums are of these`)
  })

  test('are sorted by anything but their day among the newest alone, which the list says', async () => {
    const page = await fetch(`${server.url}/invoices?sort=total`, { headers: { cookie: admin().cookie } })
    expect(await wordsOf(page)).toContain(
      `At least ${MOST_FOUND} documents, drafts and deposit requests not counted in the sums. Only the newest ${MOST_FOUND} are sorted`,
    )
    const { body } = await admin().get('/api/invoices?sort=date&take=3')
    expect(body.total).toBe(JOBS)
    const days = body.data.map(({ date }: { date: string }) => date)
    expect(days).toEqual(days.toSorted())
    expect(days[0]?.slice(0, 4)).toBe('2021')
  })

  test('and payments are summed by month as one by one', () =>
    read((db) => {
      const scope = { boards: ['b000000001'], locations: null, removed: true }
      const asLocations = {
        ...scope,
        locations: prepared<{ id: string }>(db, 'SELECT id FROM locations')
          .all()
          .map(({ id }) => id),
      }
      for (const days of [
        { start: '2026-10-01', end: '2026-10-31' },
        { start: '2024-02-01', end: '2024-02-29' },
        { start: '2024-02-03', end: '2024-03-07' },
        { start: '2023-12-17', end: '2024-04-05' },
        { start: '2024-02-01', end: '2024-03-30' },
      ]) {
        expect(sumInvoiced(db, scope, days)).toEqual(sumInvoiced(db, asLocations, days))
        const kept = sumPayments(db, { ...scope, boards: null }, days)
        expect(kept).toEqual(sumPayments(db, { ...asLocations, boards: null }, days))
        expect(kept.count).toBeGreaterThan(0)
      }
      expect(sumPayments(db, { ...scope, boards: null }, {})).toMatchObject({ count: JOBS })
      expect(findWrongTotals(db)).toEqual([])
    }))
})

test('kept sums follow a payment that is taken back, another day, and a job on another board', async () => {
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) => {
    for (const sql of [
      "UPDATE client_payments SET date = '2020-01-05' WHERE id = 'p000000007'",
      "UPDATE client_payments SET reverseddate = '2021-01-05' WHERE id = 'p000000009'",
      "DELETE FROM invoice_payments WHERE id = 'p000000008'",
      "DELETE FROM client_payments WHERE id = 'p000000008'",
      "UPDATE client_payments SET reverseddate = NULL WHERE id = 'p000000009'",
      "UPDATE jobs SET boardid = 'b000000002' WHERE id IN ('j000000001', 'j000000009')",
      "UPDATE invoices SET date = '2019-05-05' WHERE id = 'v000000010'",
      "UPDATE jobs SET status = 98 WHERE id = 'j000000011'",
      "UPDATE clients SET archived = 1 WHERE id = 'c000000003'",
      "DELETE FROM supplier_contacts WHERE supplier = 's000000003'",
      'UPDATE inventory SET supplier = NULL',
      "DELETE FROM suppliers WHERE id = 's000000003'",
    ])
      prepared(db, sql).run()
  })
  expect(read(findWrongTotals)).toEqual([])
  const { body } = await admin().get('/api/clients?take=1')
  expect(body.total).toBe(JOBS / 20 - 1)
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
    prepared(db, "UPDATE list_figures SET records = 7 WHERE list = 'clients' AND archived = 1").run(),
  )
  expect(read(findWrongTotals)).toEqual(['clients counts 7 records where 1 are'])
})

describe('a list of many names', () => {
  const search = async (words: string) => {
    const { body } = await admin().get(`/api/suppliers?take=500&search=${encodeURIComponent(words)}`)
    const names = (body.data as { name: string }[]).map(({ name }) => name)
    return { names, total: body.total as number, more: Boolean(body.more) }
  }

  test('is searched by one or two letters where it begins with them and among the newest, which it says', async () => {
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
      prepared(
        db,
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10600)
         INSERT INTO suppliers (id, createdutc, updatedutc, name, code)
         SELECT printf('many%05d', i), '', '', iif(i % 4000 = 7, 'Xq ' || i, 'Depot north ' || i), iif(i = 50, 'old xq', iif(i = 10590, 'new xq', ''))
         FROM n`,
      ).run(),
    )
    expect(await search('xq')).toEqual({
      names: ['Depot north 10590', 'Xq 7', 'Xq 4007', 'Xq 8007'],
      total: 4,
      more: true,
    })
    const exact = await admin().get('/api/suppliers?search=old%20x')
    expect(exact.body.data.map(({ name }: { name: string }) => name)).toEqual(['Depot north 50'])
  })

  test('is searched by words that most names hold among the newest of them, by a rare one everywhere', async () => {
    const common = await search('depot north')
    expect([common.total, common.more]).toEqual([MOST_FOUND, true])
    expect(common.names).toContain('Depot north 10600')
    expect(await search('depot north 12')).toMatchObject({ more: true })
    expect((await search('depot north old')).names).toEqual(['Depot north 50'])
    expect((await search('depot north zzzz')).names).toEqual([])
  })
})

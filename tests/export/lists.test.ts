import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { northwind } from '#db/demo/northwind/set.ts'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { csvLine, csvOf } from '#server/export/csv.ts'
import { importInto } from '#server/import/import-into.ts'
import { prepareImport } from '#server/import/prepare.ts'
import { clockIn } from '#server/zone.ts'
import { good } from '#tests/crud/support.ts'
import { awkwardItems, countsIn, pagesOf } from '#tests/import/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(60_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const bytes = Object.entries(northwind.files).map(
    ([name, text]) => [name, new TextEncoder().encode(text)] as const,
  )
  const ready = prepareImport(northwind.mapping, Object.fromEntries(bytes))
  if (!ready.ok) throw new Error('The order book was not read.')
  await importInto(server.services.tenants, server.accountid, { userid: null, name: 'test' }, ready.value)
})
afterAll(() => server.stop())

const take = async (path: string, who = server.people.admin) => {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${who.token}` } })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const linesOf = (bytes: Uint8Array) => text(bytes).trimEnd().split('\r\n')

describe('a CSV file', () => {
  test('is as Excel of this country reads it: mark, semicolons, decimal commas, Windows line ends', () => {
    const bytes = csvOf(
      [{ head: 'Näme' }, { head: 'Price' }],
      [
        ['Bolt; "M8"', 1234.5],
        ['a\r\nb', 0.1],
      ],
    )
    expect(text(bytes)).toBe('\ufeffNäme;Price\r\n"Bolt; ""M8""";1234,5\r\n"a\r\nb";0,1\r\n')
  })

  test.each(['=1+1', '+27 82 123', '-cmd', '@SUM(A1)', '\tx', '\rx'])('never holds a formula: %j', (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')[0]).toBe("'")
  })

  test('keeps figures below zero as figures, days and instants as such', () => {
    const day = new Date('2026-11-21T00:00:00Z')
    expect(csvLine([-5, day, new Date('2026-11-21T08:30:00Z'), true, null])).toBe(
      '-5;2026-11-21;2026-11-21 08:30:00;yes;\r\n',
    )
    expect(csvLine(['a', 1.5], 'plain')).toBe('a,1.5\r\n')
  })
})

describe('every list', () => {
  test('goes out as CSV and Excel, for whoever may read and export it', async () => {
    const all = routes(server.services).filter(({ path }) => path.endsWith('/export'))
    expect(all.length).toBeGreaterThan(15)
    const [group] = await Promise.all([
      good(server.people.admin.post('/api/pricing/groups', { name: 'Trade' })),
    ])
    const [item] = (await server.people.admin.get('/api/inventory?take=1')).body.data
    for (const { path } of all) {
      const at = path
        .replace('/inventory/:id', `/inventory/${item.id}`)
        .replace(':id', group?.id ?? 'x')
        .replace(':jobs', 'jobs')
        .replace(':board', 'orders')
      for (const format of ['csv', 'xlsx']) {
        const { status, bytes, headers } = await take(`${at}?format=${format}`)
        expect([at, format, status]).toEqual([at, format, 200])
        expect(headers.get('content-disposition')).toMatch(
          new RegExp(`^attachment; filename=".+ \\d{4}-\\d\\d-\\d\\d\\.${format}"`),
        )
        if (format === 'csv') expect(text(bytes).startsWith('\ufeff')).toBe(true)
        else expect((await readXlsx(bytes)).sheets).toHaveLength(1)
      }
      // An agent reads these lists, and takes none of them away.
      expect((await take(at, server.people.agent)).status, at).toBe(403)
      expect((await take(`${at}?format=pastel`)).status, at).toBe(400)
    }
  })

  test('holds the rows that the filter leaves, in the order that is shown', async () => {
    const { bytes } = await take('/suppliers/export?format=csv&search=ltd&sort=-name')
    const rows = linesOf(bytes)
    const shown = (await server.people.admin.get('/api/suppliers?search=ltd&sort=-name')).body.data
    expect(rows.slice(1).map((row) => row.split(';')[0])).toEqual(
      shown.map(({ name }: { name: string }) => name),
    )
    expect(rows.length).toBeGreaterThan(2)
  })

  test('holds archived rows when they are shown, and says so', async () => {
    const count = async (query: string) =>
      linesOf((await take(`/admin/inventory/export?${query}`)).bytes).length - 1
    expect([await count(''), await count('archived=true')]).toEqual([69, 77])
  })

  test('a stakeholder takes away only the jobs of their own locations', async () => {
    expect((await take('/jobs/orders/history/export', server.people.stakeholder)).status).toBe(403)
  })
})

test('an Excel file holds figures as figures and codes as text', async () => {
  const { bytes } = await take('/admin/inventory/export?format=xlsx')
  const { rows } = (await readXlsx(bytes)).sheets[0]!
  const at = (head: string) => rows[0]!.indexOf(head)
  const chai = rows.find((row) => row[at('Code')] === '1')!
  expect([chai[at('Stock Name')], chai[at('Base rate')], chai[at('Archived')]]).toEqual(['Chai', 18, 'no'])
})

test('days and times are those of the account’s own zone, as on its pages', async () => {
  const late = '2026-03-04T22:30:15.000Z'
  const [job] = await server.services.tenants.write(
    server.accountid,
    { userid: null, name: 'test' },
    (tx) => {
      const [row] = prepared<{ id: string; reference: string }>(
        tx.db,
        'SELECT id, reference FROM jobs WHERE status = 6 OR completed IS NOT NULL LIMIT 1',
      ).all()
      prepared(tx.db, 'UPDATE jobs SET created = ?, status = 6, seq = ? WHERE id = ?').run([
        late,
        tx.seq,
        row!.id,
      ])
      return [row!]
    },
  )
  const { bytes } = await take('/jobs/orders/history/export')
  const at = linesOf(bytes)[0]!.split(';').indexOf('Created')
  const row = linesOf(bytes).find((line) => line.startsWith(`${job.reference};`))
  expect(row?.split(';')[at]).toBe('2026-03-05')
  expect(clockIn(late, 'Africa/Johannesburg').toISOString()).toBe('2026-03-05T00:30:15.000Z')
  expect(clockIn('2026-07-01T12:00:00.999Z', 'America/New_York').toISOString()).toBe(
    '2026-07-01T08:00:00.000Z',
  )
})

describe('what went out comes in again', () => {
  const lists = {
    clients: '/clients',
    suppliers: '/suppliers',
    inventory: '/admin/inventory',
    categories: '/admin/categories',
    workers: '/admin/workers',
    locations: '/admin/locations',
  }

  test.each(Object.entries(lists))('%s: nothing is changed, by CSV and by Excel', async (list, path) => {
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await take(`${path}/export?archived=true&format=${format}`)
      const pages = pagesOf(server)
      const { url, text: refusal } = await pages.upload(list, bytes, `list.${format}`)
      expect(refusal).toBe('')
      const [added, changed, there, problems] = countsIn(await pages.tryIt(url))
      expect([list, format, added, changed, problems]).toEqual([list, format, 0, 0, 0])
      expect(there).toBeGreaterThan(7)
    }
  })

  test('ten thousand awkward items, too', async () => {
    const pages = pagesOf(server, server.other)
    await pages.bring('inventory', awkwardItems())
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await take(`/admin/inventory/export?archived=true&format=${format}`, server.other)
      const { url } = await pages.upload('inventory', bytes, `items.${format}`)
      expect([format, ...countsIn(await pages.tryIt(url))]).toEqual([format, 0, 0, 10_000, 0])
    }
  })
})

describe('people and pricing groups', () => {
  test('go out as their lists are filtered, to who may see and take them', async () => {
    const { admin, management } = server.people
    await good(admin.post('/api/pricing/groups', { name: 'Walk-in' }))
    const people = linesOf((await take('/admin/users/export?search=operations')).bytes)
    expect(people).toEqual([
      '\uFEFFE-mail;First name;Last name;Phone;Roles;Seat;Archived',
      expect.stringMatching(/^operations@first\.test;operations;Tester;;Operations;/),
    ])
    const everybody = linesOf((await take('/admin/users/export')).bytes)
    expect(everybody).toHaveLength(1 + (await admin.get('/api/users?take=500')).body.total)
    const groups = linesOf((await take('/admin/pricing/export')).bytes)
    expect(groups[0]).toBe('\uFEFFGroup;Prices;Clients;Archived')
    expect(groups.some((line) => line.startsWith('Walk-in;0;0;'))).toBe(true)
    const { bytes } = await take('/admin/pricing/export?format=xlsx')
    expect((await readXlsx(bytes)).sheets[0]?.rows[0]).toEqual(['Group', 'Prices', 'Clients', 'Archived'])
    expect((await take('/admin/users/export', management)).status).toBe(403)
    expect((await take('/admin/users/export', server.other)).status).toBe(200)
    expect(text((await take('/admin/users/export', server.other)).bytes)).not.toContain('first.test')
  })
})

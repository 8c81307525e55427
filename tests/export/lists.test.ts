import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { northwind } from '#db/demo/northwind/set.ts'
import { paymentorders, payments } from '#db/schema/platform/payments.ts'
import { prepared } from '#db/sqlite.ts'
import { recordAudit } from '#server/access/audit.ts'
import { routes } from '#server/app.ts'
import { csvLine, toCsv } from '#server/export/csv.ts'
import { validateFiles } from '#server/import/check/validate-files.ts'
import { importFiles } from '#server/import/write/import-files.ts'
import type { Cents } from '#server/money/decimal.ts'
import { clockIn } from '#server/zone.ts'
import { edgeCaseCsv, importPages, previewCounts } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const bytes = Object.entries(northwind.files).map(
    ([name, text]) => [name, new TextEncoder().encode(text)] as const,
  )
  const ready = validateFiles(northwind.mapping, Object.fromEntries(bytes))
  if (!ready.ok) throw new Error('The order book was not read.')
  await importFiles(server.services.tenants, server.accountid, { userid: null, name: 'test' }, ready.value)
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
    const bytes = toCsv(
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

/** Pages with a filter or a count that are no lists: choosing what is printed, and switches, told by /admin/permissions. */
const nothingToTake = ['/account/calls', '/backoffice/claims', '/labels/inventory']

describe('every list', () => {
  test('goes out as CSV and Excel, for whoever may read and export it', async () => {
    const all = routes.filter(({ path }) => path.endsWith('/export'))
    expect(all.length).toBeGreaterThan(30)
    const [group] = await Promise.all([
      expectOk(server.people.admin.post('/api/pricing/groups', { name: 'Trade' })),
    ])
    const [item] = (await server.people.admin.get('/api/inventory?take=1')).body.data
    for (const { path, claim } of all) {
      const who = claim === 'platform.manage' ? server.operator : server.people.admin
      const at = path
        .replace('accounts/:id', `accounts/${server.accountid}`)
        .replace('/inventory/:id', `/inventory/${item.id}`)
        .replace(':id', group?.id ?? 'x')
        .replace(':jobs', 'jobs')
        .replace(':board', 'orders')
      for (const format of ['csv', 'xlsx']) {
        const { status, bytes, headers } = await take(`${at}?format=${format}`, who)
        expect([at, format, status]).toEqual([at, format, 200])
        expect(headers.get('content-disposition')).toMatch(
          new RegExp(`^attachment; filename=".+ \\d{4}-\\d\\d-\\d\\d\\.${format}"`),
        )
        if (format === 'csv') expect(text(bytes).startsWith('\ufeff')).toBe(true)
        else expect((await readXlsx(bytes)).sheets).toHaveLength(1)
      }
      // An agent reads these lists, and takes none of them away.
      expect((await take(at, server.people.agent)).status, at).toBe(403)
      expect((await take(`${at}?format=pastel`, who)).status, at).toBe(400)
    }
  })

  test('has its export on its page, unless it is no list to take away', async () => {
    const without: string[] = []
    const pages = routes.filter(({ kind, method, path }) => {
      return kind === 'page' && method === 'GET' && !/:|\/(new|email)$/.test(path)
    })
    for (const { path, claim } of pages) {
      const who = claim === 'platform.manage' ? server.operator : server.people.admin
      const answer = await fetch(server.url + path, { headers: { cookie: who.cookie } })
      const html = answer.status === 200 ? await answer.text() : ''
      // An empty list has nothing to take away; tables of a page that is no list have no count or filter.
      if (
        /class="(listcount|filters)"/.test(html) &&
        !html.includes('/export?') &&
        !html.includes('class="empty"')
      )
        without.push(path)
    }
    expect(without.toSorted()).toEqual(nothingToTake)
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
  expect([chai[at('Stock name')], chai[at('Base rate')], chai[at('Archived')]]).toEqual(['Chai', 18, 'no'])
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
      const pages = importPages(server)
      const { url, text: refusal } = await pages.upload(list, bytes, `list.${format}`)
      expect(refusal).toBe('')
      const [added, changed, there, problems] = previewCounts(await pages.dryRun(url))
      expect([list, format, added, changed, problems]).toEqual([list, format, 0, 0, 0])
      expect(there).toBeGreaterThan(7)
    }
  })

  test('ten thousand awkward items, too', async () => {
    const pages = importPages(server, server.other)
    await pages.importList('inventory', edgeCaseCsv())
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await take(`/admin/inventory/export?archived=true&format=${format}`, server.other)
      const { url } = await pages.upload('inventory', bytes, `items.${format}`)
      expect([format, ...previewCounts(await pages.dryRun(url))]).toEqual([format, 0, 0, 10_000, 0])
    }
  })
})

describe('people and pricing groups', () => {
  test('go out as their lists are filtered, to who may see and take them', async () => {
    const { admin, management } = server.people
    await expectOk(admin.post('/api/pricing/groups', { name: 'Walk-in' }))
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

describe('lists of the administrator and of the operator', () => {
  const heads = async (path: string, who = server.people.admin) => linesOf((await take(path, who)).bytes)[0]

  test('the audit goes out as it is filtered, of the account alone, with nothing that a spreadsheet runs', async () => {
    const { admin, management } = server.people
    const form = new URLSearchParams({ userName: 'agent@first.test', password: 'wrong' })
    await fetch(`${server.url}/signin`, { method: 'POST', body: form })
    await Promise.all([server.signIn('operations@first.test'), server.signIn('admin@other.test')])
    await expectOk(admin.post('/api/auth/roles', { name: '=HYPERLINK("http://x.test")' }))
    const lines = linesOf((await take('/admin/audit/export')).bytes)
    expect(lines[0]).toBe('\uFEFFWhen;What;Who;E-mail;Details;Address')
    expect(lines.some((line) => line.includes('Signed in;operations Tester;operations@first.test'))).toBe(
      true,
    )
    expect(lines.some((line) => line.includes('other.test'))).toBe(false)
    const failures = linesOf((await take('/admin/audit/export?kind=failures')).bytes).slice(1)
    expect(failures).toHaveLength(1)
    expect(failures[0]).toContain('Sign-in failed')
    const roles = linesOf((await take('/backoffice/roles/export')).bytes)
    expect(roles.some((line) => line.startsWith(`"'=HYPERLINK`))).toBe(true)
    expect(linesOf((await take('/admin/audit/export?end=2020-01-01')).bytes)).toHaveLength(1)
    expect((await take('/admin/audit/export', management)).status).toBe(403)
    expect((await take('/backoffice/audit/export', admin)).status).toBe(403)
    const all = linesOf((await take('/backoffice/audit/export?kind=signins', server.operator)).bytes)
    expect(all[0]).toEndWith(';Account')
    expect(all.some((line) => line.includes('admin@other.test'))).toBe(true)
  })

  test('an audit that is longer than a batch comes whole and once', async () => {
    await server.services.platform.write((tx) => {
      for (let n = 0; n < 1_203; n++)
        recordAudit(tx, 'rolechanged', {
          accountid: server.otherid,
          userid: server.other.userid,
          detail: `no ${n}`,
        })
    })
    const lines = linesOf((await take('/admin/audit/export?kind=rights', server.other)).bytes)
    const details = lines.map((line) => line.split(';')[4]).filter((detail) => detail?.startsWith('no '))
    expect([details.length, new Set(details).size, details[0]]).toEqual([1_203, 1_203, 'no 1202'])
  })

  test('accounts, and people without one, are the operator’s alone', async () => {
    const { operator, people } = server
    const accounts = linesOf((await take('/backoffice/export?search=first', operator)).bytes)
    expect(accounts).toHaveLength(2)
    expect(accounts[1]).toMatch(/^First;.*;Evaluation;1;6;50;/)
    const orphans = linesOf((await take('/backoffice/export?tab=orphans', operator)).bytes)
    expect(orphans[0]).toBe('\uFEFFFirst name;Last name;E-mail;Phone;Confirmed;Registered')
    expect((await take('/backoffice/export', people.admin)).status).toBe(403)
    expect(await heads('/backoffice/fees/export', operator)).toContain('Name;Code;Description')
  })

  test('boards, rules and labels go out in the words of their pages', async () => {
    const { admin } = server.people
    await expectOk(admin.post('/api/assertions', { kind: 'client', lane: 2, blocks: true }))
    const rules = linesOf((await take('/customise/assertions/export')).bytes)
    expect(rules).toEqual([
      '\uFEFFA job needs;Before;Board;Without it;Off',
      'a client;Review;Every board;Refused;no',
    ])
    const boards = linesOf((await take('/customise/boards/export')).bytes)
    expect(boards).toContain('Orders;;/jobs/orders/progress;no')
    const labels = linesOf((await take('/customise/labels/export?search=clientslegacy')).bytes)
    expect(labels).toEqual([
      '\uFEFFWhere;Label;First word;Own word',
      'Pages;pages.clientslegacy;Client list;',
    ])
    const claims = linesOf((await take('/admin/permissions/export?search=records.export')).bytes)
    expect(claims).toHaveLength(2)
    expect(claims[1]).toMatch(
      /^Export lists;records.export;Import and export;"Management, Operations, systemadmin";3$/,
    )
  })

  test('a person takes away their own notifications, and nobody else’s', async () => {
    const { admin, operations } = server.people
    const message = { type: 'info', message: '-1+1 for operations' }
    await expectOk(admin.post('/api/communication/notification', { ...message, userid: operations.userid }))
    const own = linesOf((await take('/notifications/all/export', operations)).bytes)
    expect(own.some((line) => line.includes("'-1+1 for operations"))).toBe(true)
    expect(text((await take('/notifications/all/export')).bytes)).not.toContain('for operations')
  })
})

test('what an account paid goes out for itself and for the operator, refunds included', async () => {
  const { accountid, operator, people } = server
  await server.services.platform.write(({ db }) => {
    const order = { id: 'o-1', accountid, amount: 39_900 as Cents, size: 1, seats: 1, fees: '[]' }
    db.insert(paymentorders)
      .values({ ...order, createdutc: '2026-01-31T08:00:00.000Z' })
      .run()
    const paid = { accountid, orderid: order.id, amount: order.amount }
    db.insert(payments)
      .values([
        { ...paid, id: 'p-1', reference: '=1+1', receivedutc: '2026-01-31T22:30:00.000Z' },
        {
          ...{ ...paid, id: 'p-2', reference: '2222', receivedutc: '2026-02-28T08:00:00.000Z' },
          ...{ reversedutc: '2026-03-01T08:00:00.000Z', creditnumber: 7, reason: 'Charged twice' },
        },
      ])
      .run()
  })
  const own = linesOf((await take('/subscription/payments/export')).bytes)
  expect(own).toEqual([
    '\uFEFFReceived;Reference;Receipt;Amount;Paid until;Refunded;Credit note;Reason',
    '2026-02-28 10:00:00;2222;;399;;2026-03-01 10:00:00;7;Charged twice',
    "2026-02-01 00:30:00;'=1+1;;399;;;;",
  ])
  const path = `/backoffice/accounts/${accountid}/payments`
  expect(linesOf((await take(`${path}/export`, operator)).bytes)).toEqual(own)
  expect((await take(`${path}/export`, people.admin)).status).toBe(403)
  expect((await take('/subscription/payments/export', people.management)).status).toBe(403)
  for (const [page, who] of [
    ['/subscription', people.admin],
    [path, operator],
  ] as const) {
    const shown = await fetch(server.url + page, { headers: { cookie: who.cookie } })
    expect((await shown.text()).includes('/payments/export?format=xlsx'), page).toBe(true)
  }
})

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { tenantPath } from '#db/data-folder.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { closeFile, openReadOnly, prepared, type SqlFile } from '#db/sqlite.ts'
import type { ReportParameters } from '#server/domains/reporting/reports/report.ts'
import { reports } from '#server/domains/reporting/reports/reports.ts'
import { runReport } from '#server/domains/reporting/reports/run-report.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { demoFolder, openData, removeTemporaryFolders } from '#tests/tasks/support.ts'
import { ever } from './reports-support.ts'

setDefaultTimeout(120_000)

const always = { ...ever, date: '2026-11-25' }

test('what a report says of itself is of its period, and plain', () => {
  const about = Object.fromEntries(reports.map((one) => [one.name, one.about]))
  expect(Object.values(about).filter((words) => /these days|counts? against/.test(words))).toEqual([])
  expect(about['sales-by-client']).toBe(
    'Invoices less credit notes by client, for documents dated in this period. Drafts and deposit requests are left out.',
  )
})

describe('figures of the demo', () => {
  let file: SqlFile
  let path: string
  beforeAll(async () => {
    const folder = await demoFolder()
    const data = openData(folder)
    const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')
    data.close()
    path = tenantPath(folder, account!.id)
    file = openReadOnly(path)
  })
  afterAll(() => {
    closeFile(file)
    removeTemporaryFolders()
  })

  const run = (name: string, parameters: Partial<ReportParameters> = {}) =>
    runReport({
      ...{ path, name, nowutc: '2026-11-25T10:00:00Z', file: null, most: 100_000 },
      parameters: { ...always, ...parameters },
    })
  const rows = <Row>(sql: string) => prepared<Row>(file.db, sql).all()
  const one = (sql: string) => rows<{ n: number }>(sql)[0]?.n ?? 0

  test('margins are what the lines and the worked time of each job say', () => {
    const { rows: found, sums } = run('job-margin')
    expect(found.length).toBeGreaterThan(3)
    expect(sums.margin).toBe(Number(sums.charged) - Number(sums.materials) - Number(sums.labour))
    const quoted = one(
      'SELECT sum(quotedcents) AS n FROM jobs WHERE template = 0 AND status IN (4, 5, 6) AND completed IS NOT NULL',
    )
    expect(sums.quoted).toBe(quoted)
    const worked = rows<{ costseconds: number; costrate: number }>(
      `SELECT t.costseconds, t.costrate FROM time_entries t JOIN jobs j ON j.id = t.jobid
       WHERE t.archived = 0 AND j.template = 0 AND j.status IN (4, 5, 6) AND j.completed IS NOT NULL`,
    ).reduce((sum, time) => sum + Math.floor((time.costseconds * time.costrate) / 360_000 + 0.5), 0)
    expect(sums.labour).toBe(worked + costOfLines(WORK))
  })

  test('margins begin with the job that was completed last', () => {
    const { rows: found } = run('job-margin')
    const newest = rows<{ reference: string }>(
      `SELECT reference FROM jobs WHERE template = 0 AND status IN (4, 5, 6) AND completed IS NOT NULL
       ORDER BY completed DESC, id`,
    )
    expect(found.map(({ reference }) => reference)).toEqual(newest.map(({ reference }) => reference))
  })

  const WORK = `(m.inventoryid IS NULL AND m.unit IN ('h', 'hour') OR m.inventoryclass IS NULL AND EXISTS (
    SELECT 1 FROM inventory i LEFT JOIN categories c ON c.id = i.category WHERE i.id = m.inventoryid
    AND (c.nonpickable = 1 OR i.baseunit IN ('h', 'hour'))))`
  const sumLines = (what: string, where: string) =>
    one(
      `SELECT coalesce(sum(${what}), 0) AS n FROM materials m JOIN jobs j ON j.id = m.jobid
       LEFT JOIN stock_ledger l ON l.materialid = m.id WHERE m.archived = 0 AND j.template = 0
       AND j.status IN (4, 5, 6) AND j.completed IS NOT NULL AND ${where}`,
    )
  /** Of lines that took nothing out of stock, and whose time has no rate of its own. */
  const costOfLines = (where: string) =>
    sumLines(
      'round(m.consumed * m.costrate / 1e8)',
      `l.seq IS NULL AND NOT EXISTS (SELECT 1 FROM time_entries t WHERE t.materialid = m.id) AND ${where}`,
    )

  test('rows stand by the column that is asked for, and the largest of all are drawn', () => {
    const asked = { path, name: 'job-margin', nowutc: '2026-11-25T10:00:00Z', file: null, parameters: always }
    const all = runReport({ ...asked, most: 100_000 })
    const margins = all.rows.map(({ margin }) => Number(margin)).toSorted((a, b) => b - a)
    const down = runReport({ ...asked, most: 30, sort: '-margin' })
    expect(down.rows.map(({ margin }) => Number(margin))).toEqual(margins.slice(0, 30))
    expect(down.bars.map(({ margin }) => Number(margin))).toEqual(margins.slice(0, 12))
    expect(all.bars).toEqual(down.bars)
    expect(Number(runReport({ ...asked, most: 30, sort: 'margin' }).rows[0]?.margin)).toBe(margins.at(-1)!)
    expect(runReport({ ...asked, most: 30, sort: 'none' }).rows).toEqual(all.rows.slice(0, 30))
    const months = runReport({ ...asked, name: 'sales-by-month', most: 500 })
    expect(months.bars).toEqual(months.rows.slice(-12))
  })

  test('materials cost what the ledger took out for the jobs', () => {
    const taken = sumLines('-l.value - l.variance', 'm.inventoryclass IN (1, 2, 5)')
    expect(taken).toBeGreaterThan(10_000_000)
    expect(run('job-margin').sums.materials).toBe(taken + costOfLines(`NOT ${WORK}`))
  })

  test('debtors owe what is open of their invoices, less their credit', () => {
    const open = one(
      "SELECT sum(totalcents - settledcents - paidcents) AS n FROM invoices WHERE kind = 'invoice' AND state = 'issued'",
    )
    const held = one(
      'SELECT coalesce(sum(amountcents - allocatedcents), 0) AS n FROM client_payments WHERE reverseddate IS NULL',
    )
    const { sums } = run('debtors', { date: '2099-12-31' })
    expect(sums.total).toBe(open - held)
  })

  test('time, jobs and stock are counted as they are stored', () => {
    const time = run('worker-time')
    expect(time.sums.entries).toBe(
      one(
        'SELECT count(*) AS n FROM time_entries WHERE archived = 0 AND (startutc IS NULL OR endutc IS NOT NULL)',
      ),
    )
    const seconds = one(
      'SELECT sum(seconds) AS n FROM time_entries WHERE archived = 0 AND (startutc IS NULL OR endutc IS NOT NULL)',
    )
    expect(Math.abs(Number(time.sums.minutes) * 60 - seconds)).toBeLessThanOrEqual(30 * time.total)
    expect(run('throughput').sums.jobs).toBe(
      one(
        'SELECT count(*) AS n FROM jobs WHERE template = 0 AND status IN (4, 5, 6) AND completed IS NOT NULL',
      ),
    )
    const onHand = run('stock-on-hand').rows
    expect(onHand.reduce((sum, row) => sum + Number(row.quantity), 0)).toBe(
      one('SELECT sum(quantity) AS n FROM stock_ledger'),
    )
    for (const row of run('stock-movements').rows)
      expect(Number(row.inward) - Number(row.outward)).toBe(
        one(`SELECT sum(quantity) AS n FROM stock_ledger WHERE inventoryid = '${row.id}'`),
      )
  })
})

describe('the viewer', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    const office = await createInvoiceFixtures(server)
    for (const linerate of [100, 60.01]) await issueInvoice(office, linerate)
    const { id } = await issueInvoice(office, 200)
    await expectOk(server.people.admin.post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
  })
  afterAll(() => server.stop())

  const path = () => server.services.tenants.path(server.accountid)

  test('a day that is left out takes its documents along', () => {
    const before = { ...always, end: '2000-01-01' }
    for (const name of ['sales-by-client', 'sales-documents', 'vat'])
      expect(
        runReport({
          path: path(),
          name,
          nowutc: '2026-11-25T10:00:00Z',
          file: null,
          most: 9,
          parameters: before,
        }).total,
      ).toBe(0)
  })

  const get = (path: string, who: Client | null = server.people.admin) =>
    fetch(`${server.url}${path}`, { headers: { ...(who && { cookie: who.cookie }), accept: 'text/html' } })
  const token = async (who = server.people.admin) =>
    (await expectOk(who.get('/api/users/reporting/token'))) as string

  test('shows every report, and gives all of it as a file', async () => {
    const list = await (await get('/reporting')).text()
    expect(list).toContain('href="/invoices/vat"')
    for (const { name, title, columns } of reports) {
      expect(list).toContain(`href="/reporting/${name}"`)
      const page = await (await get(`/reporting/${name}`)).text()
      expect(page).toContain(title)
      expect((await get(`/reporting/${name}/file?format=csv`)).status).toBe(200)
      const book = await readXlsx(await (await get(`/reporting/${name}/file?format=xlsx`)).bytes())
      const heads = columns.map(({ head, kind }) => (kind === 'minutes' ? `${head} (minutes)` : head))
      expect(book.sheets[0]?.rows[0]).toEqual(heads)
    }
    const [sheet] = (
      await readXlsx(await (await get('/reporting/sales-documents/file?format=xlsx')).bytes(), {
        readStyles: true,
      })
    ).sheets
    const columns = reports.find(({ name }) => name === 'sales-documents')?.columns ?? []
    const at = (key: string) => columns.findIndex((column) => column.key === key)
    const { rows } = sheet!
    for (const row of rows.slice(1, -1)) expect(row[at('date')]).toBeInstanceOf(Date)
    expect(rows.length).toBe(6)
    const foot = rows.at(-1)!
    expect([foot[0], foot[at('date')], foot[at('net')], foot[at('total')]]).toEqual([
      'Sum',
      null,
      160.01,
      184.01,
    ])
    const format = (key: string) => sheet?.cells?.get(`1,${at(key)}`)?.style?.numFmt
    expect([format('date'), format('total')]).toEqual(['yyyy-mm-dd', '#,##0.00##'])
    const csv = await (await get('/reporting/sales-by-client/file?format=csv')).text()
    expect(csv.split('\r\n')[1]).toMatch(/;4;160,01;24;184,01$/)
  })

  test('each answers over all the years that a day may name, also as a file', async () => {
    for (const { name, title, parameters } of reports.filter(({ parameters }) =>
      parameters.includes('start'),
    )) {
      const days = 'start=1900-01-01&end=2099-12-31'
      const page = await get(`/reporting/${name}?${days}`)
      expect(page.status, name).toBe(200)
      expect(await page.text()).toContain(title)
      expect((await get(`/reporting/${name}/file?format=csv&${days}`)).status, name).toBe(200)
      expect(parameters).toContain('end')
    }
    expect((await get('/reporting/sales-by-month?start=0001-01-01')).status).toBe(400)
  })

  test('asks for the rights of what it counts, and for days in order', async () => {
    const { jobs, stakeholder, operations } = server.people
    expect((await get('/reporting', jobs)).status).toBe(403)
    expect((await get('/reporting', stakeholder)).status).toBe(403)
    expect((await get('/reporting/sales-by-month', operations)).status).toBe(200)
    expect((await get('/reporting/none')).status).toBe(404)
    for (const [asked, said] of [
      ['sales-by-month?start=2026-02-01&end=2026-01-01', 'The last day is before the first.'],
      ['debtors?date=2099-01-01', 'This day has not come yet.'],
    ] as const) {
      const page = await get(`/reporting/${asked}`)
      const html = await page.text()
      const days = [...asked.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day)
      expect([page.status, html.includes(said), html.includes('name="start"')]).toEqual([
        200,
        true,
        asked.includes('start'),
      ])
      for (const day of days) expect([day, html.includes(`value="${day}"`)]).toEqual([day, true])
      expect((await get(`/reporting/${asked.replace('?', '/file?format=csv&')}`)).status).toBe(400)
    }
  })

  test('leads to what stands behind a figure only who may read that', async () => {
    const { admin, operations } = server.people
    const leads = async (who: Client) =>
      (await (await get('/reporting/throughput', who)).text()).includes('href="/reporting/job-margin?')
    expect(await leads(operations)).toBe(true)
    const allow = (allowed: boolean) =>
      expectOk(
        admin.post('/api/auth/roles/claims', {
          ...{ roleid: server.roleids.Operations, claim: 'jobs.money', allowed },
        }),
      )
    await allow(false)
    expect((await get('/reporting/job-margin', operations)).status).toBe(403)
    expect((await get('/reporting/throughput', operations)).status).toBe(200)
    expect(await leads(operations)).toBe(false)
    await allow(true)
  })

  test('a program is refused as by a call, whatever it says that it takes', async () => {
    const given = await token()
    const refused = async (path: string) => {
      const answer = await get(`/reporting/data/${path}`, null)
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      const { message, code, fields } = await answer.json()
      expect(message).toBeString()
      return [answer.status, code ?? Object.keys(fields ?? {}).join()]
    }
    expect(await refused('vat?token=none')).toEqual([401, 'reporttoken'])
    expect(await refused('vat')).toEqual([400, 'token'])
    expect(await refused(`none?token=${given}`)).toEqual([404, ''])
    expect(await refused(`vat?token=${given}&start=2026-02-01&end=2026-01-01`)).toEqual([400, 'end'])
    expect(await refused(`vat?token=${given}&format=ods`)).toEqual([400, 'format'])
  })

  test('a token reads reports for another program, and nothing else', async () => {
    const given = await token()
    const data = await (await get(`/reporting/data/sales-by-client?token=${given}`, null)).json()
    expect(data.data).toHaveLength(1)
    expect(data.data[0]).toMatchObject({ documents: 4, net: 160.01, vat: 24, total: 184.01 })
    const csv = await (await get(`/reporting/data/sales-by-client?token=${given}&format=csv`, null)).text()
    expect(csv.split('\r\n')[1]).toMatch(/,4,160.01,24,184.01$/)
    expect((await get(`/reporting/data/sales-by-client?token=${given}x`, null)).status).toBe(401)
    const asBearer = await fetch(`${server.url}/api/jobs`, { headers: { authorization: `Bearer ${given}` } })
    expect(asBearer.status).toBe(401)
    const { admin } = server.people
    expect((await get(`/reporting/data/sales-by-client?token=${admin.token ?? ''}`, null)).status).toBe(401)
    expect((await server.people.jobs.get('/api/users/reporting/token')).status).toBe(403)
    // Who may read reports and export nothing gets no rows as data either.
    const { agent } = server.people
    expect((await get('/reporting', agent)).status).toBe(200)
    expect((await agent.get('/api/users/reporting/token')).status).toBe(403)
    await admin.post('/api/auth/roles/claims', {
      ...{ roleid: server.roleids.Agent, claim: 'records.export', allowed: true },
    })
    const agents = await token(agent)
    expect((await get(`/reporting/data/debtors?token=${agents}`, null)).status).toBe(200)
    await admin.post('/api/auth/roles/claims', {
      ...{ roleid: server.roleids.Agent, claim: 'records.export', allowed: false },
    })
    expect((await get(`/reporting/data/debtors?token=${agents}`, null)).status).toBe(403)
    const someone = await server.signIn('management@first.test')
    const theirs = await token(someone)
    expect((await get(`/reporting/data/sales-by-client?token=${theirs}`, null)).status).toBe(200)
    await server.services.platform.write(({ db, now }) => {
      prepared(db, 'UPDATE sessions SET endedutc = ? WHERE userid = ?').run([now, someone.userid])
    })
    expect((await get(`/reporting/data/sales-by-client?token=${theirs}`, null)).status).toBe(401)
  })
})

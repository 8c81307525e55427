import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { salesByMonth } from '#server/domains/reporting/reports/list/sales-by-month.ts'
import type { ReportResult } from '#server/domains/reporting/reports/run-report.ts'
import {
  endReport,
  findRunningReport,
  getFileRuns,
  getReportRuns,
  startReport,
  waitForReport,
} from '#server/domains/reporting/reports/running-reports.ts'
import type { Services } from '#server/services.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { until } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { report } from '#views/documents/report.tsx'
import { unnarrowed } from '#views/reporting/reports/narrowings.ts'
import type { ReportColumn } from '#views/reporting/reports/types.ts'

setDefaultTimeout(120_000)

const result: ReportResult = { rows: [], bars: [], total: 7, sums: {} }
const anna = { accountid: 'first', userid: 'anna' }
const asked = {
  ...anna,
  report: salesByMonth,
  parameters: { start: '', end: '', date: '', ...unnarrowed },
  url: '/reporting/sales-by-month',
}

describe('a report that takes long', () => {
  const runs = () => getReportRuns({} as Services)

  test('says how many rows it has read, and gives its result once it is there', async () => {
    const own = runs()
    const { promise, resolve } = Promise.withResolvers<ReportResult>()
    const run = startReport(own, asked, (_, progress) => {
      progress(4_000)
      return promise
    })
    expect(await waitForReport(run, 0)).toBeNull()
    expect(findRunningReport(own, run.id, anna).rows).toBe(4_000)
    resolve(result)
    expect(await waitForReport(run, 10_000)).toEqual(result)
    endReport(own, run)
    expect(() => findRunningReport(own, run.id, anna)).toThrow('could not be found')
  })

  test('is no other person’s', () => {
    const own = runs()
    const run = startReport(own, asked, async () => result)
    for (const who of [
      { ...anna, userid: 'ben' },
      { ...anna, accountid: 'second' },
    ])
      expect(() => findRunningReport(own, run.id, who)).toThrow('could not be found')
    endReport(own, run)
  })

  test('ends its thread where it is cancelled, and says why it failed', async () => {
    const own = runs()
    let ended = false
    const run = startReport(own, asked, (signal) => {
      const { promise, reject } = Promise.withResolvers<ReportResult>()
      signal.addEventListener('abort', () => {
        ended = true
        reject(signal.reason)
      })
      return promise
    })
    endReport(own, run)
    expect(ended).toBe(true)
    expect(waitForReport(run, 10_000)).rejects.toThrow('The report was stopped.')
    const broken = startReport(own, asked, () => Promise.reject(new Error('The disk is full.')))
    expect(waitForReport(broken, 10_000)).rejects.toThrow('The disk is full.')
  })
})

describe('its page', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await issueInvoice(await createInvoiceFixtures(server), 100)
    getReportRuns(server.services).patiencems = 0
  })
  afterAll(() => server.stop())

  const ask = (path: string, who: Client = server.people.admin, method = 'GET') =>
    fetch(server.url + path, {
      method,
      headers: { cookie: who.cookie, accept: 'text/html', 'hx-request': 'true', origin: server.url },
    })
  const runOf = (html: string) => html.match(/hx-get="([^"]+\/runs\/[^"]+)"/)?.[1] ?? ''

  test('asks for it until it is there, and shows what it would have shown at once', async () => {
    const page = await (await ask('/reporting/sales-by-client')).text()
    expect(page).toContain('Reading the documents')
    const run = runOf(page)
    const { operations } = server.people
    expect((await ask(run, operations)).status).toBe(404)
    let shown = page
    await until(async () => {
      shown = await (await ask(run)).text()
      return !shown.includes('Reading the documents')
    }, 'the report')
    expect(shown).toContain('R\u00a0115,00')
    expect((await ask(run)).status).toBe(404)
  })

  test('cancelled, it says so and offers to read it again', async () => {
    const run = runOf(await (await ask('/reporting/sales-by-item')).text())
    const cancelled = await (await ask(`${run}/cancel`, server.people.admin, 'POST')).text()
    expect(cancelled).toContain('The report was cancelled.')
    expect(cancelled).toContain('href="/reporting/sales-by-item"')
    expect((await ask(run)).status).toBe(404)
  })

  test('is made as a file, with how far it is, and is taken once by whoever asked', async () => {
    getFileRuns(server.services).patiencems = 0
    const begun = await (await ask('/reporting/sales-by-client/files?format=csv')).text()
    expect(begun).toContain('Making the file')
    const run = begun.match(/hx-get="([^"]+\/files\/[^"]+)"/)?.[1] ?? ''
    expect((await ask(run, server.people.operations)).status).toBe(404)
    let shown = begun
    await until(async () => {
      shown = await (await ask(run)).text()
      return shown.includes('Download the file')
    }, 'the file')
    expect(shown).toContain(`href="${run}/file"`)
    const file = await ask(`${run}/file`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await file.text()).toContain('115')
    expect((await ask(`${run}/file`)).status).toBe(404)
    expect(readdirSync(join(server.services.config.data, 'outgoing'))).toEqual([])
  })

  test.each(['pdf', 'xlsx', 'csv', 'json'])('a file that comes at once is led to: %s', async (format) => {
    getFileRuns(server.services).patiencems = 60_000
    const answer = await ask(`/reporting/sales-by-client/files?format=${format}`)
    const to = answer.headers.get('hx-redirect') ?? ''
    expect(to).toContain('/reporting/sales-by-client/files/')
    expect((await (await ask(to)).bytes()).length).toBeGreaterThan(50)
  })

  test('a file that is cancelled leaves nothing behind', async () => {
    getFileRuns(server.services).patiencems = 0
    const begun = await (await ask('/reporting/sales-by-client/files?format=pdf')).text()
    const run = begun.match(/hx-get="([^"]+\/files\/[^"]+)"/)?.[1] ?? ''
    const cancelled = await (await ask(`${run}/cancel`, server.people.admin, 'POST')).text()
    expect(cancelled).toContain('No file was made')
    expect((await ask(run)).status).toBe(404)
    await until(
      async () => readdirSync(join(server.services.config.data, 'outgoing')).length === 0,
      'no file',
    )
  })

  test('prints each value in its column, whatever the columns are called', () => {
    const columns: ReportColumn[] = [
      { key: 'detail', head: 'Code', kind: 'text' },
      { key: 'first', head: 'First', kind: 'count', sums: true },
      { key: 'column0', head: 'Unit', kind: 'text' },
    ]
    const organisation = { name: 'Yard', lines: [], vatnumber: '', image: '' }
    const rows = [{ detail: 'PLATE', first: 4, column0: 'each' }]
    const data = {
      ...{ organisation, title: 'Prices', about: '', filter: '', printed: '', columns, rows, total: 1 },
      sums: { first: 4 },
    } as unknown as Parameters<typeof report.content>[0]
    const { rows: printed } = report.content(data)
    expect((printed?.report ?? []).map((texts) => Object.values(texts))).toEqual([
      ['PLATE', '4', 'each'],
      ['Sum', '4', ''],
    ])
  })

  test('comes as a PDF with its days, its rows and their sum', async () => {
    const file = await ask('/reporting/sales-by-client/file?format=pdf&start=2020-01-01&end=2030-01-01')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const { text } = await readPdf(await file.bytes())
    for (const words of ['Sales by client', '1 Jan 2020 to 1 Jan 2030', 'Without VAT', 'R 100,00', 'Sum'])
      expect(text.replaceAll('\u00a0', ' ')).toContain(words)
  })
})

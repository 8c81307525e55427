import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { accountClaims, type Claim } from '#server/access/claims.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { readUnbilled, sumUnbilled } from '#server/domains/sales/billing/unbilled.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Answer, startTestServer, type TestServer } from '#tests/support/server.ts'
import { formatRand } from '#views/format.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, pdf } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

async function expectProblem(answer: Promise<Answer>, status: number, words = '') {
  const { status: got, text, body } = await answer
  expect(got, text).toBe(status)
  expect(body.message).toContain(words)
}

type Row = { name: string; state: string; message: string; invoiceid: string | null }
type Batch = { id: string; over: number; running: boolean; rows: Row[] }

const readBatch = (id: string): Promise<Batch> => expectOk(admin().get(`/api/billing/batches/${id}`))

async function finished(id: string): Promise<Batch> {
  for (;;) {
    const batch = await readBatch(id)
    if (!batch.running) return batch
    await Bun.sleep(5)
  }
}

const lineOf = (jobid: string) =>
  server.services.tenants.read(
    server.accountid,
    (db) => prepared<{ id: string }>(db, 'SELECT id FROM materials WHERE jobid = ?').get([jobid])?.id,
  )

const start = async (path: string, body: object = {}) => {
  const { id } = await expectOk(admin().post(path, body))
  return finished(id)
}

describe('what is to be invoiced', () => {
  test('is complete and without a draft, with value and margin, until it is invoiced', async () => {
    const job = await completeJob(office, [{ linerate: 250, costrate: 100 }])
    const found = async () =>
      (await expectOk(admin().get('/api/billing'))).find(({ id }: { id: string }) => id === job)
    expect(await found()).toMatchObject({ value: 250, margin: 150, age: 0 })
    const draft = await expectOk(admin().post('/api/invoices', { jobid: job }))
    expect(await found()).toBeUndefined()
    await expectOk(admin().delete(`/api/invoices/${draft.id}`))
    expect(await found()).toMatchObject({ value: 250 })
  })

  test('has no amount of a job for whoever sees none on jobs', async () => {
    const job = await completeJob(office, [{ linerate: 250, costrate: 100 }])
    const read = (claims: readonly Claim[]) =>
      server.services.tenants.read(server.accountid, (db) => {
        const { userid } = server.people.admin
        const viewer = viewerFor(db, { userid, roles: ['systemadmin'], claims: new Set(claims) })
        return readUnbilled(db, viewer, {}).filter(({ id }) => id === job)
      })
    const [shown] = await read(accountClaims)
    expect(shown).toMatchObject({ value: 25_000, margin: 15_000 })
    const hidden = await read(accountClaims.filter((claim) => claim !== 'jobs.money'))
    expect(hidden).toHaveLength(1)
    expect(hidden[0]).not.toHaveProperty('value')
    expect(hidden[0]).not.toHaveProperty('margin')
    expect(sumUnbilled(hidden)).toMatchObject({ count: 1, value: undefined, margin: undefined })
  })
})

describe('a batch', () => {
  test('makes a draft of each job, names what it refuses, and is taken back once', async () => {
    const jobs = [
      await completeJob(office, [{ linerate: 10 }]),
      await completeJob(office, []),
      await completeJob(office, [{ linerate: 30 }]),
    ]
    const batch = await start('/api/billing/drafts', { ids: jobs })
    expect(batch.rows.map(({ state }) => state)).toEqual(['done', 'refused', 'done'])
    expect(batch.rows[1]?.message).toContain('Nothing that can be charged has been used')
    const [first, , third] = batch.rows
    await expectOk(admin().patch(`/api/invoices/${third?.invoiceid}`, { reference: 'PO 7' }))
    const undone = await start(`/api/billing/batches/${batch.id}/undo`)
    expect(undone.rows.map(({ state }) => state)).toEqual(['undone', 'refused', 'kept'])
    expect((await admin().get(`/api/invoices/${first?.invoiceid}`)).status).toBe(404)
    await expectProblem(admin().post(`/api/billing/batches/${batch.id}/undo`), 400, 'taken back already')
  })

  test('issues each draft whole, with numbers without a gap, past one that is refused', async () => {
    const jobs = []
    for (let n = 0; n < 5; n++) jobs.push(await completeJob(office, [{ linerate: 100 + n }]))
    const drafts = (await start('/api/billing/drafts', { ids: jobs })).rows.map(({ invoiceid }) => invoiceid)
    await expectOk(admin().delete(`/api/invoices/${drafts[2]}`))
    await expectProblem(admin().post('/api/billing/issue', { ids: drafts }), 404)
    const ids = drafts.filter((id) => id !== drafts[2])
    await expectOk(admin().post(`/api/invoices/${ids[1]}/issue`))
    const batch = await start('/api/billing/issue', { ids })
    expect(batch.rows.map(({ state }) => state)).toEqual(['done', 'refused', 'done', 'done'])
    expect(batch.rows[1]?.message).toContain('is issued and changes no more')
    const series = server.services.tenants.read(server.accountid, (db) =>
      prepared<{ series: number; bytes: number }>(
        db,
        `SELECT i.series, length(p.bytes) AS bytes FROM invoices i LEFT JOIN invoice_pdfs p ON p.invoiceid = i.id
          WHERE i.state <> 'draft' ORDER BY i.series`,
      ).all(),
    )
    expect(series.map(({ series }) => series)).toEqual(series.map((_, at) => at + 1))
    expect(series.every(({ bytes }) => bytes > 1000)).toBe(true)
    const original = await pdf(server, admin(), `/render/invoice/${ids[0]}`)
    expect(original.status).toBe(200)
  })

  test('prints what it stores while others issue, change jobs and have theirs issued', async () => {
    const jobs: string[] = []
    for (let n = 0; n < 26; n++) jobs.push(await completeJob(office, [{ linerate: 1000 + n }]))
    const all = (await start('/api/billing/drafts', { ids: jobs })).rows.map(
      ({ invoiceid }) => invoiceid ?? '',
    )
    const [apart, also, ...ids] = all as [string, string, ...string[]]
    const line = lineOf(jobs.at(-1) ?? '')
    const { id } = await expectOk(admin().post('/api/billing/issue', { ids }))
    await Promise.all([
      expectOk(admin().post(`/api/invoices/${apart}/issue`)),
      admin().patch(`/api/materials/${line}`, { linerate: 4321 }),
      expectOk(admin().post(`/api/invoices/${also}/issue`)),
    ])
    const batch = await finished(id)
    expect(batch.rows.map(({ state }) => state)).toEqual(ids.map(() => 'done'))
    const issued = await Promise.all(all.map((id) => expectOk(admin().get(`/api/invoices/${id}`))))
    const series = issued.map(({ number }) => Number(number.replace(/\D/g, ''))).toSorted((a, b) => a - b)
    expect(series).toEqual(series.map((_, at) => (series[0] as number) + at))
    for (const { id, number, total } of issued) {
      const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${id}`)).bytes)
      expect(text).toContain(number)
      expect(text).toContain(formatRand(Math.round(total * 100)).replace(/\u00a0/g, ' '))
    }
  })

  test('takes all that is complete of a client, and is seen by whoever made it', async () => {
    const client = office.clients[1]
    await completeJob(office, [{ linerate: 10 }], { client })
    await completeJob(office, [{ linerate: 20 }], { client })
    const batch = await start('/api/billing/drafts', { client })
    expect(batch.rows.map(({ state }) => state)).toEqual(['done', 'done'])
    await expectProblem(admin().post('/api/billing/drafts', { client }), 400, 'Nothing of this client')
    await expectProblem(admin().post('/api/billing/drafts', {}), 400, 'Choose at least one job')
    const html = await (
      await fetch(`${server.url}/billing/batches/${batch.id}`, {
        headers: { authorization: `Bearer ${admin().token}` },
      })
    ).text()
    expect(html).toContain('2 drafts')
  })
})

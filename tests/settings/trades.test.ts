import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { prepared } from '#db/sqlite.ts'
import { trades } from '#db/trades/index.ts'
import type { TenantDb } from '#db/types.ts'
import { prepareTenantFile } from '#server/access/accounts.ts'
import { readDocumentTexts } from '#server/documents/texts.ts'
import { beginWithTrade } from '#server/domains/settings/trades/begin-with-trade.ts'
import { readLabels } from '#server/resources.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const count = (db: TenantDb, from: string) =>
  prepared<{ n: number }>(db, `SELECT count(*) AS n FROM ${from}`).get()?.n

async function begin(name: string) {
  const { tenants } = server.services
  const id = randomUUIDv7()
  await prepareTenantFile(tenants, id, 'Karoo')
  const trade = trades[name]!
  const url = await tenants.write(id, { userid: null, name: 'Setup' }, (tx) =>
    beginWithTrade(tx, '', 'Karoo', trade),
  )
  return { url, trade, read: <T>(run: (db: TenantDb) => T) => tenants.read(id, run) }
}

describe.each(Object.keys(trades))('the trade %s', (name) => {
  test('makes all that its file names, by the rules', async () => {
    const { url, trade, read } = await begin(name)
    expect(url).toMatch(/^\/jobs\/[\w-]+\/progress\?open=j1$/)
    const made = read((db) => ({
      items: count(db, 'inventory WHERE rate > 0 AND category IS NOT NULL'),
      steps: count(db, 'steps'),
      lines: count(db, 'materials WHERE linerate > 0 AND estimated > 0 AND consumed = 0'),
      boards: count(db, 'boards WHERE organisation IS NOT NULL'),
      categorised: count(db, 'job_categories'),
    }))
    expect(made).toEqual({
      items: trade.items.length,
      steps: trade.jobcategories.flatMap(({ steps }) => steps).length,
      lines: trade.job.lines.length,
      boards: 1,
      categorised: 1,
    })
    const labels = read(readLabels)
    expect([1, 2, 3, 4].map((lane) => labels[`jobs.lane${lane}`])).toEqual(
      trade.lanes ?? ['Draft', 'Review', 'Approve', 'Complete'],
    )
    const intro = read((db) => readDocumentTexts(db, 'estimate')).intro
    expect(intro).toBe(trade.documents.estimate?.intro ?? '')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { listJobLines } from '#db/queries/work/materials.ts'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { invoices, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { trades } from '#db/trades/index.ts'
import type { TenantDb } from '#db/types.ts'
import { prepareTenantFile } from '#server/access/accounts.ts'
import { readDocumentTexts } from '#server/documents/texts.ts'
import { addDraft } from '#server/domains/sales/invoices/save-draft.ts'
import { beginWithTrade } from '#server/domains/settings/trades/begin-with-trade.ts'
import { moveToEnd } from '#server/domains/work/jobs/move-job.ts'
import { readCards } from '#server/domains/work/jobs/present-cards.ts'
import { removeSampleJob } from '#server/domains/work/jobs/remove-sample.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { addTimeEntry } from '#server/domains/work/timesheet/save-entry.ts'
import { insert } from '#server/records.ts'
import { readLabels } from '#server/resources.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { viewerWith } from '#tests/work/steps-support.ts'

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
  const write = <T>(run: (tx: Tx) => T) => tenants.write(id, { userid: null, name: 'Setup' }, run)
  return { url, trade, write, read: <T>(run: (db: TenantDb) => T) => tenants.read(id, run) }
}

test('the first job is a sample: marked as such, and taken away by one press with all that belongs to it', async () => {
  const { read, write } = await begin('plumbing')
  const sample = read(findSampleJob)
  expect(sample).toMatchObject({ reference: 'J1' })
  const id = sample?.id ?? ''
  const shown = read((db) => [...readCards(db, [id]).values()].map(({ card }) => card.sample))
  expect(shown).toEqual([true])
  const removed = await write((tx) => {
    const viewer = viewerWith(tx)
    const [line] = listJobLines(tx.db, id).filter(({ line }) => line.inventoryclass !== null)
    moveToEnd(tx, viewer, id, 4, true)
    changeLines(tx, [{ id: line!.line.id, consumed: line!.line.estimated }], () => undefined)
    addDraft(tx, viewer, id, {})
    const { id: workerid } = insert(tx, workers, { name: 'Sipho' })
    addTimeEntry(tx, viewer, { jobid: id, workerid, minutes: 60 })
    return removeSampleJob(tx, viewer)
  })
  expect(removed).toEqual({ reference: 'J1', warning: undefined })
  expect(
    read((db) => ({
      sample: findSampleJob(db),
      jobs: count(db, 'jobs WHERE status < 98'),
      drafts: count(db, 'invoices'),
      time: count(db, 'time_entries WHERE archived = 0'),
      stock: count(db, 'stock_onhand WHERE quantity <> 0'),
    })),
  ).toEqual({ sample: null, jobs: 0, drafts: 0, time: 0, stock: 0 })
})

test('what carries a number of the business is no sample any more', async () => {
  const { read, write } = await begin('joinery')
  const id = read(findSampleJob)?.id
  await write((tx) => {
    const row = { jobid: id, kind: 'invoice', state: 'issued', number: 'INV1' }
    const { id: organisation } = prepared<{ id: string }>(tx.db, 'SELECT id FROM organisations').get() ?? {}
    insert(tx, invoices, { ...row, organisation } as never)
  })
  expect(read(findSampleJob)).toBeNull()
  const problem = await write((tx) => removeSampleJob(tx, viewerWith(tx))).catch((error) => error)
  expect(problem.more.code).toBe('nosample')
})

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

  test('keeps nothing in stock that lies on no shelf', () => {
    const { items, itemcategories } = trades[name]!
    const shelved = new Set(itemcategories.flatMap((one) => (one.nonpickable ? [] : [one.name])))
    const worked = items.filter(({ unit, name }) => /^(hour|km|hectare)$/.test(unit) || /click/i.test(name))
    expect(worked.filter(({ category }) => shelved.has(category))).toEqual([])
  })
})

import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import {
  type Caller,
  demoFolder,
  joblane,
  openData,
  removeTemporaryFolders,
  serveFolder,
  signedIn,
} from './support.ts'

// It starts the program twice, beside whatever else the machine does.
setDefaultTimeout(120_000)

afterAll(removeTemporaryFolders)

const MANY = 80
const KILL_AFTER = 8

async function completeJobs(call: Caller): Promise<string[]> {
  const boards = await call('GET', '/api/boards')
  const boardid = boards.body.data[0].id
  const { id: client } = (await call('POST', '/api/clients', { name: 'Batch' })).body.data
  const ids: string[] = []
  for (let n = 0; n < MANY; n++) {
    const job = await call('POST', '/api/jobs', {
      boardid,
      client,
      status: 4,
      description: `Batch ${n}`,
    })
    if (job.status !== 200) throw new Error(JSON.stringify(job.body))
    const id = job.body.data.id
    const line = { jobid: id, role: 2, description: 'Work', estimated: 1, consumed: 1, linerate: 100 + n }
    await call('POST', '/api/materials/many', [line])
    ids.push(id)
  }
  return ids
}

const readBatch = async (call: Caller, id: string) =>
  (await call('GET', `/api/billing/batches/${id}`)).body.data

async function finished(call: Caller, id: string) {
  for (let batch = await readBatch(call, id); ; batch = await readBatch(call, id)) {
    if (!batch.running) return batch
    await Bun.sleep(10)
  }
}

type Issued = { id: string; organisation: string; series: number; bytes: number | null; done: number }

function readIssued(folder: string): Issued[] {
  const data = openData(folder)
  const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
  const rows = data.tenants.read(account.id, (db) =>
    prepared<Issued>(
      db,
      `SELECT i.id, i.organisation, i.series, length(p.bytes) AS bytes,
        EXISTS (SELECT 1 FROM invoice_batch_rows r WHERE r.invoiceid = i.id AND r.state = 'done') AS done
      FROM invoices i LEFT JOIN invoice_pdfs p ON p.invoiceid = i.id
      WHERE i.kind = 'invoice' AND i.state <> 'draft' ORDER BY i.organisation, i.series`,
    ).all(),
  )
  data.close()
  return rows
}

function expectWhole(rows: readonly Issued[], batchids: readonly string[], count: number) {
  for (const mine of Map.groupBy(rows, ({ organisation }) => organisation).values())
    expect(mine.map(({ series }) => series)).toEqual(mine.map((_, at) => (mine[0]?.series ?? 0) + at))
  const ours = rows.filter(({ id }) => batchids.includes(id))
  expect(ours.filter(({ bytes, done }) => !bytes || !done)).toEqual([])
  expect(ours.length).toBe(count)
}

test('kill -9 in the middle of a batch leaves each invoice whole or a draft, and the batch goes on', async () => {
  const folder = await demoFolder()
  const program = await serveFolder(folder)
  const call = await signedIn(program)
  const drafts = await call('POST', '/api/billing/drafts', { ids: await completeJobs(call) })
  expect(drafts.status, JSON.stringify(drafts.body)).toBe(200)
  const ids = (await finished(call, drafts.body.data.id)).rows.map(
    ({ invoiceid }: { invoiceid: string }) => invoiceid,
  )
  expect(ids).toHaveLength(MANY)
  const { id } = (await call('POST', '/api/billing/issue', { ids })).body.data
  let acked = 0
  while (acked < KILL_AFTER) acked = (await readBatch(call, id)).over
  await program.kill()

  const after = readIssued(folder)
  const issued = after.filter((row) => ids.includes(row.id)).length
  expect(issued).toBeGreaterThanOrEqual(acked)
  expect(issued).toBeLessThan(MANY)
  expectWhole(after, ids, issued)

  const again = await serveFolder(folder)
  const recall = await signedIn(again)
  expect(await readBatch(recall, id)).toMatchObject({ running: false, over: issued })
  await recall('POST', `/api/billing/batches/${id}/resume`)
  const batch = await finished(recall, id)
  expect(batch.rows.filter(({ state }: { state: string }) => state !== 'done')).toEqual([])
  await again.stop()
  expectWhole(readIssued(folder), ids, MANY)
  expect(await joblane(['check', '--data', folder])).toMatchObject({ status: 0 })
})

/** A change as somebody asks for it; `mark` stands in it, so that it can be looked for. */
export type Write = { method: 'POST' | 'PATCH'; path: string; body: object; key: string; mark: string }

/** What the answer to the last write was. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
export type Data = any

export type Records = { board: string; jobs: string[]; items: string[]; client: string; location: string }

export type Writes = Generator<Write, void, Data>

/** What one of several people does until the program ends: the first invoices, the others move, note, count and add. */
export function* generateWrites(records: Records, writer: number, run: number): Writes {
  for (let n = 0; ; n++) {
    const mark = `${run}-${writer}-${n}`
    if (writer === 0) yield* invoice(records, mark)
    else yield change(records, mark, run * 31 + writer * 7 + n)
  }
}

const write = (mark: string, step: string, path: string, body: object): Write => ({
  method: step === 'complete' ? 'PATCH' : 'POST',
  path,
  body,
  key: `${mark}-${step}`,
  mark,
})

function* invoice({ board, client, location }: Records, mark: string): Writes {
  const job = yield write(mark, 'job', '/api/jobs', { boardid: board, client, location, description: mark })
  const line = { jobid: job.id, role: 1, description: mark, estimated: 1, consumed: 1, linerate: '12,50' }
  yield write(mark, 'line', '/api/materials', line)
  yield write(mark, 'complete', `/api/jobs/${job.id}`, { status: 4, confirmed: true })
  const draft = yield write(mark, 'draft', '/api/invoices', { jobid: job.id })
  yield write(mark, 'issue', `/api/invoices/${draft.id}/issue`, {})
}

function change({ jobs, items }: Records, mark: string, n: number): Write {
  const jobid = jobs[n % jobs.length] as string
  const inventoryid = items[n % items.length]
  const [step, path, body] = [
    ['move', '/api/jobs/reorder', { jobid, lane: 1 + (n % 2), afterid: null }],
    ['note', `/api/jobs/${jobid}/notes`, { message: mark }],
    ['stock', '/api/inventory/inbound', { inventoryid, quantity: 1 + (n % 3), note: mark }],
    ['client', '/api/clients', { name: mark }],
  ][n % 4] as [string, string, object]
  return write(mark, step, path, body)
}

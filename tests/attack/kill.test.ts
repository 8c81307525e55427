import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '#tests/support/eventually.ts'
import { demoFolder, removeTemporaryFolders, serveFolder, signedIn } from '#tests/tasks/support.ts'
import { killRuns } from './kill.ts'

/** Notes that are issued at once. */
const MANY = 12

let folder: string
beforeAll(async () => {
  folder = await demoFolder()
})
afterAll(removeTemporaryFolders)

// Before the other, which checks the folder when it is done.
test('a program that is killed while it issues many leaves numbers without gaps, each note whole or a draft', async () => {
  let program = await serveFolder(folder)
  try {
    let call = await signedIn(program)
    const boards = (await call('GET', '/api/boards')).body.data as { id: string }[]
    const goods = []
    for (const { id } of boards) {
      const { data } = (await call('GET', `/api/delivery/${id}/unallocated`)).body
      goods.push(...data.map((one: { materialid: string; left: number }) => ({ ...one, boardid: id })))
    }
    const ids: string[] = []
    for (const { materialid, left, boardid } of goods.slice(0, MANY)) {
      const lines = [{ materialid, quantity: left }]
      ids.push((await call('POST', '/api/delivery', { boardid, lines })).body.data.id)
    }
    expect(ids).toHaveLength(MANY)
    const { id } = (await call('POST', '/api/delivery/many', { ids, status: 'issued' })).body.data
    const issuedSoFar = async () => {
      const { rows } = (await call('GET', `/api/delivery/many/${id}`)).body.data
      return rows.filter(({ state }: { state: string }) => state === 'done').length
    }
    await until(async () => (await issuedSoFar()) >= 2, 'two notes')
    await program.kill()
    program = await serveFolder(folder)
    call = await signedIn(program)
    const notes = []
    for (const id of ids) notes.push((await call('GET', `/api/delivery/${id}`)).body.data)
    const drafts = notes.filter(({ state }) => state === 'draft')
    expect(drafts.every(({ number }) => number === null)).toBe(true)
    const issued = notes.filter(({ state }) => state === 'issued')
    expect(issued.length).toBeGreaterThanOrEqual(2)
    const numbers = issued.map(({ number }) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b)
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, at) => first + at))
    // The next takes the number that follows: none was lost.
    const [left] = drafts
    if (left) {
      const next = (await call('PATCH', `/api/delivery/${left.id}`, { status: 'issued' })).body.data
      expect(Number(/\d+$/.exec(next.number)?.[0])).toBe((numbers.at(-1) ?? 0) + 1)
    }
  } finally {
    await program.kill()
  }
}, 240_000)

test('repeats whose invoices are issued while the program is killed issue each once, without a gap', async () => {
  let program = await serveFolder(folder)
  try {
    let call = await signedIn(program)
    const made = async (path: string, body: object) => (await call('POST', path, body)).body.data
    const [board] = (await call('GET', '/api/boards')).body.data as { id: string }[]
    const start = Temporal.Now.plainDateISO('Africa/Johannesburg').toString()
    const category = { name: 'Daily retainer', jobcategory: true, frequency: 'daily' }
    const { id: categoryid } = await made('/api/categories', category)
    const [client] = (await call('GET', '/api/clients?take=1')).body.data as { id: string }[]
    const templates: string[] = []
    for (let n = 0; n < MANY; n++) {
      const about = { boardid: board?.id, client: client?.id, categories: [categoryid], start }
      const body = { ...about, template: true, description: `Retainer ${n}` }
      const { id } = await made('/api/jobs', body)
      await made('/api/materials', { jobid: id, role: 2, description: 'Care', estimated: 1, linerate: 100 })
      await made(`/api/jobs/repeats/${id}/invoice`, { invoice: 'issue' })
      templates.push(id)
    }
    type Latest = { state: string; invoiceid: string; number: string }[]
    const latest = async (): Promise<Latest> => {
      const found: Latest = []
      for (const id of templates)
        found.push(...(await call('GET', `/api/jobs/repeats/${id}/invoice`)).body.data.latest)
      return found
    }
    const done = async () => (await latest()).filter(({ state }) => state === 'done').length
    // The program makes what is due by itself, too: some may be there already.
    await made('/api/jobs/scheduled', { boardid: board?.id })
    await until(async () => (await done()) >= 1, 'one invoice')
    await program.kill()
    program = await serveFolder(folder)
    call = await signedIn(program)
    await until(async () => (await done()) === MANY, 'all invoices')
    const rows = await latest()
    expect(new Set(rows.map(({ invoiceid }) => invoiceid)).size).toBe(MANY)
    const numbers = rows.map(({ number }) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b)
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, at) => first + at))
    expect(await made('/api/jobs/scheduled', { boardid: board?.id })).toEqual([])
  } finally {
    await program.kill()
  }
}, 240_000)

test('ten times kill -9 under load lose nothing that was acknowledged, and write nothing twice', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { faults, acked, replayed, issued } = await killRuns(folder, { runs: 10, seed })
  expect(faults, `SEED=${seed}`).toEqual([])
  expect(acked).toBeGreaterThan(50)
  expect(replayed).toBeGreaterThan(10)
  expect(issued).toBeGreaterThan(0)
}, 120_000)

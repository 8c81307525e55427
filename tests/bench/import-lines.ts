import { prepared } from '#db/sqlite.ts'
import { importPages } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { figureAlone, type Row } from './table.ts'

const JOBS = 12_000
const LINES = 60_000
const STATUSES = ['Archived', 'Complete', 'Approve']

/** A colleague saves in the same account while sixty thousand lines, which book stock, come in and go again. */
export async function benchImportLines(): Promise<Row[]> {
  const server = await startTestServer()
  const pages = importPages(server)
  await expectOk(server.people.admin.post('/api/boards', { name: 'Orders' }))
  await pages.importList('clients', 'Code,Name\nA1,Ann\n')
  await pages.importList(
    'inventory',
    listOf('Code,Name,Class', 500, (n) => `I${n},Bolt ${n},Merchandise`),
  )
  await pages.importList('jobs', listOf('Reference,Board,Client,Status', JOBS, jobRow))
  const csv = listOf('Job,Item,Estimated,Consumed,Rate', LINES, (n) => `X${n % JOBS},I${n % 500},4,4,10`)
  const { url } = await pages.upload('materials', csv)
  const steps: [what: string, run: () => Promise<unknown>, lines: number][] = [
    ['60 000 job lines are tried', () => pages.dryRun(url), 0],
    ['60 000 job lines come in', () => pages.run(url), LINES],
    ['60 000 job lines are taken back', () => pages.undo(url), 0],
  ]
  const rows: Row[] = []
  for (const [what, run, lines] of steps) {
    const [longest, saves] = await longestSave(server, run)
    const there = await countLines(server)
    if (there !== lines) throw new Error(`${what}: ${there} lines are there, not ${lines}.`)
    rows.push(figureAlone(`${what}: the longest of ${saves} saves of a colleague`, longest, 'at most 100 ms'))
  }
  await server.stop()
  return rows
}

const countLines = (server: TestServer) =>
  server.services.tenants.read(
    server.accountid,
    (db) => prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM materials WHERE NOT archived').get()?.n,
  )

const listOf = (head: string, many: number, line: (n: number) => string) =>
  [head, ...Array.from({ length: many }, (_, n) => line(n))].join('\n')

const jobRow = (n: number) => `X${n},Orders,A1,${STATUSES[n % STATUSES.length]}`

async function longestSave(server: TestServer, work: () => Promise<unknown>): Promise<[number, number]> {
  let over = false
  let saves = 0
  let longest = 0
  const saving = async () => {
    for (; !over; saves++) {
      const start = performance.now()
      await expectOk(server.people.agent.post('/api/clients', { name: `Client ${Date.now()} ${saves}` }))
      longest = Math.max(longest, performance.now() - start)
      await Bun.sleep(10)
    }
  }
  const colleague = saving()
  await work()
  over = true
  await colleague
  return [longest, saves]
}

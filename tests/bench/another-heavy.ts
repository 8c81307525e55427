import { join } from 'node:path'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { attacker, under } from './another-account.ts'
import type { Asked } from './asker.ts'
import { fillEveryTable, type ManyIds } from './hold-data.ts'
import type { Row } from './table.ts'

const AT_ONCE = 20

type Heavy = Pick<Asked, 'method' | 'body' | 'file'> & { what: string; path: string }

/** What takes an account the most, each asked for twenty times at once by one person of an account that is full. */
function heavy({ jobs, invoices, workers }: ManyIds): Heavy[] {
  const get = (what: string, path: string): Heavy => ({ what, path, method: 'GET' })
  const post = (what: string, path: string, body: object): Heavy => ({
    ...{ what, path, method: 'POST' },
    body: JSON.stringify(body),
  })
  const lines = (head: string, line: (n: number) => string, many: number) =>
    head + Array.from({ length: many }, (_, n) => line(n)).join('')
  return [
    post('batch issue of 500', '/api/billing/issue', { ids: invoices?.slice(0, 500) }),
    {
      ...{ what: 'a price list of 2 000 rows', path: '/import/supplierprices', method: 'POST' },
      file: {
        ...{ name: 'prices.csv', fields: {} },
        text: lines('Supplier,Code,Price\n', (n) => `Steelco,S${n},${n}.50\n`, 2_000),
      },
    },
    get('what to make', '/api/planning/production'),
    get('the forecast', '/api/planning/forecast'),
    get('materials of planning', '/jobs/sentinel-board/planning/materials'),
    get('proposals of orders', '/jobs/sentinel-board/planning/ordering'),
    get('worth of stock', '/admin/stock/worth'),
    get('a report as PDF', '/reporting/stock-worth/file?format=pdf'),
    {
      ...{ what: 'a bank file of 2 000 lines', path: '/api/billing/bank', method: 'POST' },
      file: {
        ...{ name: 'bank.csv', fields: { account: 'Cheque' } },
        text: lines('Date,Description,Amount\n', (n) => `2026-11-02,Paid ${n},${n % 900}.00\n`, 1_990),
      },
    },
    get('the archive of everything', '/account/backup/archive'),
    post('many lines of a job', '/api/jobs/bulk', { ids: jobs?.slice(0, 500), assignee: workers?.[0] }),
    get('the jobs of a board as a file', '/jobs/export?format=xlsx'),
  ]
}

/** The p99 of another account under each, against the same while nobody else asks. */
export async function benchAnotherHeavy(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const ids = await fillEveryTable(server)
    for (let n = 0; n < 20; n++) await server.other.post('/api/clients', { name: `Client ${n}` })
    const rows: Row[] = []
    for (const one of heavy(ids).filter(({ what }) => what.includes(process.env.HEAVY ?? '')))
      rows.push(...(await underOne(server, one)))
    return rows
  } finally {
    await server.stop()
  }
}

async function underOne(server: TestServer, { what, path, ...asked }: Heavy): Promise<Row[]> {
  const { token } = server.people.admin
  const headers = {
    authorization: `Bearer ${token}`,
    ...(asked.body ? { 'content-type': 'application/json' } : {}),
  }
  // More than an argument may hold.
  const sent = join(server.folder, 'asked.json')
  await Bun.write(sent, JSON.stringify({ ...asked, url: server.url + path, headers }))
  const begun: ReturnType<typeof attacker>[] = []
  const rows = await under(server, `${what}, ${AT_ONCE} at once`, () => {
    begun.push(attacker('asker.ts', sent, String(AT_ONCE)))
    return begun.slice(-1)
  })
  const counts = await Promise.all(begun.map(({ stdout }) => new Response(stdout).text()))
  const ratios = rows.map(({ ratio }) => ratio.toFixed(2)).join(' and ')
  console.error(`${what}: ${ratios}, answered ${counts.map((one) => one.trim()).join(' ')}`)
  return rows
}

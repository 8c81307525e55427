import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillYears, type Grown } from './growth-data.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

/** `GROWTH=1000,100000 bun bench Growth` measures other sizes. */
const sizes = (process.env.GROWTH ?? '1000,100000,1000000').split(',').map(Number)
const ROUNDS = 9

/** Each list, search, count and dashboard after a change by somebody else, against the same with the fewest records. */
export async function benchGrowth(): Promise<Row[]> {
  const bySize = new Map<number, Map<string, number>>()
  for (const n of sizes) bySize.set(n, await measure(n))
  const [least = 0, ...more] = sizes
  return more.flatMap((n) =>
    [...(bySize.get(n) ?? [])].map(([what, ours]) =>
      row({
        what: `${what}: ${n} records against ${least}`,
        ours,
        reference: bySize.get(least)?.get(what) ?? Number.NaN,
        unit: 'ms',
        reach: 'at most 1.5',
      }),
    ),
  )
}

/** By what each is called. */
export const readsOf = ({ slug, boardid, client, item, job }: Grown): Record<string, string> => ({
  'board page': `/jobs/${slug}/progress`,
  dashboard: '/',
  'open jobs': '/api/jobs?take=50',
  'open jobs, searched': '/api/jobs?take=50&search=gate%20weld',
  'jobs by stage, page': '/jobs',
  'invoiced jobs, page': '/jobs?stage=invoiced',
  'all jobs': '/api/jobs?archived=true&take=50',
  'all jobs of a board': `/api/jobs?archived=true&boardid=${boardid}&take=50`,
  'all jobs, searched': '/api/jobs?archived=true&search=gate%20weld',
  'all jobs, searched, none found': '/api/jobs?archived=true&search=zzzz',
  'all jobs of a client': `/api/jobs?archived=true&client=${client}`,
  'past jobs, page': `/jobs/${slug}/history`,
  'past jobs, searched, page': `/jobs/${slug}/history?search=gate`,
  'past jobs of a category, page': `/jobs/${slug}/history?category=none`,
  'past jobs of a month, page': `/jobs/${slug}/history?start=2026-10-01&end=2026-10-31`,
  'aging, page': `/jobs/${slug}/aging`,
  'past jobs, call': '/api/jobs/past',
  'past jobs, searched, call': '/api/jobs/past/weld',
  'recent jobs': '/api/jobs/recent',
  'jobs by status': '/api/jobs/stats/status',
  'jobs by age': '/api/jobs/stats/ages',
  'jobs by category': '/api/jobs/stats/category',
  'jobs by assignee': '/api/jobs/stats/assignee',
  'a job': `/api/jobs/${job}`,
  'history of a job with a tenth of all': `/api/jobs/${job}/history`,
  'invoices, page': '/invoices',
  'invoices, call': '/api/invoices?take=50',
  'paid invoices, page': '/invoices?state=paid',
  'overdue invoices, page': '/invoices?state=overdue',
  'invoices of a client, page': `/invoices?client=${client}`,
  'invoices, searched, page': '/invoices?search=gate',
  'payments, page': '/invoices/payments',
  'notifications, page': '/notifications/all',
  'notifications unread, call': '/api/communication/notifications?unread=true',
  'unread count': '/api/communication/notifications/unread',
  'stock, page': '/admin/stock',
  'stock of an item, page': `/inventory/${item}/stock`,
  'items, page': '/admin/inventory',
  'items, searched, two words': '/api/inventory?search=gate%20weld',
  'items, searched, one letter': '/api/inventory?search=g',
  'clients, page': '/clients',
  'clients, searched': '/api/clients?search=gate',
  'a client, page': `/clients/${client}/overview`,
  'locations, page': '/admin/locations',
  'suppliers, page': '/suppliers',
  'equipment, page': '/equipment/list',
  'search over everything': '/api/search?q=gate%20weld',
})

async function measure(n: number): Promise<Map<string, number>> {
  const server = await startTestServer()
  try {
    const grown = await fillYears(server, n)
    const found = new Map<string, number>()
    for (const [what, path] of Object.entries(readsOf(grown))) found.set(what, await timeOf(server, path))
    return found
  } finally {
    await server.stop()
  }
}

/** Median milliseconds, each after a change by somebody else, so that nothing is kept. */
async function timeOf({ url, people: { admin, agent } }: TestServer, path: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn <= ROUNDS; turn++) {
    await agent.patch('/api/users/myself', { firstname: `Agent ${turn}` })
    const began = performance.now()
    const answer = await fetch(url + path, { headers: { cookie: admin.cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.status} ${path}`)
    if (turn > 0) times.push(performance.now() - began)
  }
  return median(times)
}

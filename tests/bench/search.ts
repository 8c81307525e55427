import { boards } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { claims } from '#server/access/claims.ts'
import { findRecords } from '#server/domains/platform/search/find-records.ts'
import { openTestTenant } from '#tests/stock/support.ts'
import { median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

const JOBS = 100_000
const CLIENTS = 20_000
const ITEMS = 10_000
const ROUNDS = 40
const REACH = 'at most 30 ms'
const words = 'gate marina weld steel sign banner pump valve gutter fence paint roof sheet door window frame'
const board = 'bench-board'

/** By the whole rights of an owner: one that few records hold, one that thousands do, two of those, parts, numbers, and what stands nowhere. */
const typed = [
  'quokka',
  'gate',
  'gate weld',
  'gate weld steel',
  'ga',
  'g',
  '043697',
  '12',
  'R 1234',
  'gatte weldd',
]

/** What a person waits for at each letter, against one query of the index that ranks by itself. */
export async function benchSearch(): Promise<Row[]> {
  const tenant = openTestTenant()
  await tenant.write(fill)
  const rows = tenant.read((db) => [
    ...['gate', 'gate weld', '043697'].map((search) =>
      row({
        what: `a search over 130 000 records for «${search}» against one bare query of the index`,
        ours: median(times(() => findRecords(db, jobsOf(board), search, 5))),
        reference: median(times(() => bare(db, search))),
        unit: 'ms',
        reach: 'at most 3',
      }),
    ),
    figureAlone(
      'the same for «gate» by whoever sees none of the jobs',
      median(times(() => findRecords(db, jobsOf('another'), 'gate', 5))),
      REACH,
    ),
    ...typed.flatMap((search) => {
      const taken = times(() => findRecords(db, owner, search, 5))
      return [
        figureAlone(`the same for «${search}» by the owner, median of ${ROUNDS}`, median(taken), REACH),
        figureAlone(`and the longest of them`, Math.max(...taken), REACH),
      ]
    }),
  ])
  tenant.close()
  return rows
}

const jobsOf = (boardid: string) => ({
  boards: new Map([[boardid, 'work' as const]]),
  locations: null,
  everything: false,
  claims: new Set(['jobs.read', 'clients.read', 'inventory.read', 'invoices.read', 'equipment.read']),
  admin: false,
})

const owner = { ...jobsOf(board), everything: true, claims: new Set(Object.keys(claims)), admin: true }

function fill({ db, now }: Tx): void {
  const known = words.split(' ')
  const rare = (at: number) => (at % 20_000 === 0 ? ' quokka' : '')
  const word = (at: number, of: number) => known[(at * 7 + of * 13 + Math.floor(at / 16) * of) % known.length]
  db.insert(boards)
    .values({ id: board, name: 'Bench', slug: 'bench', createdutc: now, updatedutc: now })
    .run()
  const job = prepared(
    db,
    'INSERT INTO jobs (id, createdutc, updatedutc, created, boardid, reference, description) VALUES (?, ?2, ?2, ?2, ?, ?, ?)',
  )
  for (let at = 0; at < JOBS; at++)
    job.run([
      `j${at}`,
      now,
      board,
      `J${String(at).padStart(6, '0')}`,
      `${word(at, 1)} the ${word(at, 2)}${rare(at)}`,
    ])
  const client = prepared(db, 'INSERT INTO clients (id, createdutc, updatedutc, name) VALUES (?, ?2, ?2, ?)')
  for (let at = 0; at < CLIENTS; at++) client.run([`c${at}`, now, `${word(at, 1)} & Sons ${at}`])
  const item = prepared(
    db,
    'INSERT INTO inventory (id, createdutc, updatedutc, code, make) VALUES (?, ?2, ?2, ?, ?)',
  )
  for (let at = 0; at < ITEMS; at++) item.run([`i${at}`, now, `IT-${at}`, `${word(at, 2)} ${word(at, 5)}`])
}

const bare = (db: TenantDb, search: string) =>
  prepared(db, 'SELECT rowid FROM search_index WHERE search_index MATCH ? ORDER BY rank LIMIT 20').all([
    search
      .split(' ')
      .map((term) => `"${term}"`)
      .join(' '),
  ])

/** In milliseconds, after a first that fills what is kept. */
function times(run: () => unknown): number[] {
  run()
  return Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
}

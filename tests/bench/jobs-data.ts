import { randomUUIDv7 } from 'bun'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import {
  boards,
  categories,
  clients,
  job_categories,
  jobs,
  locations,
  materials,
  notes,
  workers,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TestServer } from '#tests/support/server.ts'

export type BenchBoard = { boardid: string; slug: string; ids: string[] }

const by = { userid: null, name: 'Bench' }
const CLIENTS = 60

/** A board with cards of every shape: client, location, assignee, two categories, four lines, a note. */
export function fillBoard(
  server: Pick<TestServer, 'services' | 'accountid'>,
  slug: string,
  cards: number,
  archived: number,
): Promise<BenchBoard> {
  return server.services.tenants.write(server.accountid, by, (tx) => {
    const board = { boardid: randomUUIDv7(), slug, ids: Array.from({ length: cards }, () => randomUUIDv7()) }
    const refs = fillCatalogue(tx, board)
    for (const [i, id] of board.ids.entries()) addCard(tx, board, refs, id, i)
    addArchived(tx, board, archived)
    completeLanes(tx.db)
    tx.invalidateCaches()
    return board
  })
}

type Refs = { clients: string[]; locations: string[]; workers: string[]; categories: string[] }
const ids = (n: number) => Array.from({ length: n }, () => randomUUIDv7())

function fillCatalogue({ db, now }: Tx, { boardid, slug }: BenchBoard): Refs {
  const instants = { createdutc: now, updatedutc: now }
  const refs = { clients: ids(CLIENTS), locations: ids(CLIENTS), workers: ids(9), categories: ids(8) }
  db.insert(boards)
    .values({ id: boardid, name: slug, slug, ...instants })
    .run()
  db.insert(clients)
    .values(refs.clients.map((id, i) => ({ id, name: `Client & Sons ${i}`, ...instants })))
    .run()
  db.insert(locations)
    .values(refs.locations.map((id, i) => ({ id, name: `Yard ${i}`, client: refs.clients[i], ...instants })))
    .run()
  db.insert(workers)
    .values(refs.workers.map((id, i) => ({ id, name: `Worker Number ${i}`, ...instants })))
    .run()
  db.insert(categories)
    .values(
      refs.categories.map((id, i) => ({
        id,
        name: `Category ${i}`,
        jobcategory: true,
        colour: '#336699',
        ...instants,
      })),
    )
    .run()
  return refs
}

function addCard({ db, now, seq }: Tx, board: BenchBoard, refs: Refs, id: string, i: number) {
  const instants = { createdutc: now, updatedutc: now }
  const of = (list: string[]) => list[i % list.length] as string
  const [client, location] = [of(refs.clients), of(refs.locations)]
  db.insert(jobs)
    .values({
      ...{ id, client, location, seq, boardid: board.boardid, assignee: of(refs.workers), created: now },
      reference: `${board.slug.toUpperCase()}${i}`,
      description: `Replace the <main> valve and test the pump ${i}`,
      status: (i % 4) + 1,
      critical: i % 7 === 0,
      finish: `2026-12-${String((i % 28) + 1).padStart(2, '0')}`,
      ...instants,
    })
    .run()
  db.insert(job_categories)
    .values([0, 1].map((k) => ({ jobid: id, categoryid: refs.categories[(i + k) % 8] as string })))
    .run()
  db.insert(notes)
    .values({ id: randomUUIDv7(), jobid: id, name: 'Bench', message: 'A note', date: now })
    .run()
  db.insert(materials)
    .values(
      [0, 1, 2, 3].map((rank) => ({
        ...{ id: randomUUIDv7(), jobid: id, role: 2, rank, description: 'Valve', ...instants },
        linerate: (1_250_000 + i) as never,
        estimated: 2_000_000 as never,
        consumed: 1_000_000 as never,
      })),
    )
    .run()
}

/** Jobs long done, as they pile up over the years. */
function addArchived({ db, now }: Tx, { boardid, slug }: BenchBoard, count: number) {
  prepared(
    db,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO jobs (id, boardid, reference, description, status, statusbefore, created, createdutc, updatedutc)
     SELECT printf('00000000-0000-4000-8000-%012d', i) || ?, ?, ? || '-OLD' || i, 'Done long ago', 6, 5, ?, ?, ? FROM n`,
  ).run([count, slug, boardid, slug, now, now, now])
}

import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { csvHead, csvLine } from '#server/export/csv.ts'
import { xlsxStream } from '#server/export/xlsx.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { inProcess } from './jobs.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

const ROWS = 70_000
const ROUNDS = 3

/** Processor time of a whole list as a file, against one bare query of the same columns with the same writer. */
export async function benchExports(): Promise<Row[]> {
  const server = await startTestServer()
  const board = await fillBoard(server, 'bench', 100, ROWS)
  await fillJobs(server, board)
  await fillClients(server)
  const lists = [
    ['past jobs', `/jobs/${board.slug}/history/export`, pastJobs(board)],
    ['clients', '/clients/export', clients],
  ] as const
  const rows: Row[] = []
  for (const [what, path, query] of lists)
    for (const format of ['csv', 'xlsx'] as const) {
      const export_ = inProcess(server, `${path}?format=${format}`)
      const times = { ours: [] as number[], bare: [] as number[] }
      for (let round = -1; round < ROUNDS; round++) {
        const [ours, bare] = [
          await processorMs(async () => void (await (await export_()).arrayBuffer())),
          await processorMs(() =>
            server.services.tenants.read(server.accountid, (db) => writeBare(db, query, format)),
          ),
        ]
        if (round < 0) continue
        times.ours.push(ours)
        times.bare.push(bare)
      }
      rows.push(
        row({
          what: `70 000 ${what} as ${format.toUpperCase()}: processor time against a bare query with the same writer`,
          ...{ ours: median(times.ours), reference: median(times.bare) },
          ...{ unit: 'ms', reach: 'at most 2.0' },
        }),
      )
    }
  await server.stop()
  return rows
}

type BareQuery = { sql: string; row: (found: Record<string, unknown>) => ExportRow }

const pastJobs = ({ boardid }: BenchBoard): BareQuery => ({
  sql: `SELECT j.reference, j.description, c.name AS client, w.name AS assignee, j.status, j.created, j.finish, j.completed,
      (SELECT group_concat(g.name, ', ') FROM job_categories AS k JOIN categories AS g ON g.id = k.categoryid
        WHERE k.jobid = j.id) AS categories,
      (SELECT sum(m.linerate * m.estimated) FROM materials AS m WHERE m.jobid = j.id AND NOT m.archived) AS quoted
    FROM jobs AS j LEFT JOIN clients AS c ON c.id = j.client LEFT JOIN workers AS w ON w.id = j.assignee
    WHERE j.boardid = '${boardid}' AND j.status IN (5, 6) ORDER BY j.completed DESC`,
  row: (one) => [
    ...[one.reference, one.description, one.client, one.assignee, one.categories].map(
      (text) => text as string,
    ),
    ...['Archived', ''],
    ...[one.created, one.finish, one.completed].map(dayCell),
    Number(one.quoted ?? 0),
  ],
})

const CLIENT_FIELDS = ['name', 'code', 'contactname', 'contactnumber', 'contactemail', 'addressline1', 'city']
const clients: BareQuery = {
  sql: 'SELECT c.* FROM clients AS c WHERE NOT c.archived ORDER BY c.name COLLATE NOCASE',
  row: (one) => Object.values(one) as string[],
}

async function writeBare(db: TenantDb, { sql, row }: BareQuery, format: 'csv' | 'xlsx') {
  const found = prepared<Record<string, unknown>>(db, sql).all()
  const columns: ExportColumn[] = row(found[0] ?? {}).map((_, at) => ({ head: `Column ${at}` }))
  if (format === 'csv')
    return new TextEncoder().encode(csvHead(columns) + found.map((one) => csvLine(row(one))).join(''))
  return new Response(await xlsxStream('List', columns, found.map(row))).arrayBuffer()
}

/** As jobs of years are: a client, somebody who did it, a category, two lines. */
const fillJobs = (server: TestServer, { boardid }: BenchBoard) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'bench' }, ({ db, now }) => {
    const old = `FROM jobs AS j WHERE j.boardid = '${boardid}' AND j.status = 6`
    const idsOf = (table: string) =>
      JSON.stringify(
        prepared<{ id: string }>(db, `SELECT id FROM ${table} LIMIT 9`)
          .all()
          .map(({ id }) => id),
      )
    const oneOf = 'SELECT value FROM json_each(?) WHERE key = CAST(substr(jobs.reference, -2) AS INTEGER) % 9'
    prepared(
      db,
      `UPDATE jobs SET completed = '2024-03-01', finish = '2024-03-02', client = (${oneOf}), assignee = (${oneOf})
       WHERE boardid = ? AND status = 6`,
    ).run([idsOf('clients'), idsOf('workers'), boardid])
    prepared(
      db,
      `INSERT INTO job_categories (jobid, categoryid)
       SELECT j.id, (SELECT id FROM categories WHERE jobcategory ORDER BY id LIMIT 1) ${old}`,
    ).run([])
    for (const line of ['first', 'second'])
      prepared(
        db,
        `INSERT INTO materials (id, jobid, role, rank, description, linerate, estimated, consumed, createdutc, updatedutc)
         SELECT j.id || '-${line}', j.id, 2, 0, 'Valve', 1250000, 2000000, 1000000, ?, ? ${old}`,
      ).run([now, now])
  })

const fillClients = (server: TestServer) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'bench' }, ({ db, now }) => {
    prepared(
      db,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO clients (id, ${CLIENT_FIELDS.join(', ')}, createdutc, updatedutc)
       SELECT printf('00000000-0000-4000-9000-%012d', i), 'Kliënt ' || i || ' & Seuns', 'C' || i, 'Nomsa ' || i,
         '012 345 6789', 'n' || i || '@client.test', i || ' Long Street', 'Kaapstad', ?, ? FROM n`,
    ).run([ROWS, now, now])
  })

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import type { ExportColumn, ExportRow } from '#server/export/cells.ts'
import { exportQuery, exportReply } from '#server/export/exported.ts'
import { object, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { AgingPage } from '#views/work/jobs/aging.tsx'
import {
  type AgedJob,
  type AgingQuery,
  agingClients,
  chooseAged,
  groupByAge,
  narrowAged,
  readAgedJobs,
} from './aging.ts'
import { boardAt, boardLabels, boardTabRights } from './board-props.ts'
import { agingQuery } from './input.ts'
import { jobLinks } from './job-links.ts'
import { atNewAddress } from './pages-moved.tsx'
import { statusKey } from './status.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })
const Query = object(agingQuery)
const ExportQuery = object({ ...agingQuery, ...exportQuery })

const presentAged = (db: TenantDb, viewer: Viewer, boardid: string, jobs: readonly AgedJob[]) => {
  const { labels } = boardLabels(db)
  const linkOf = jobLinks(db)
  const money = viewer.claims.has('jobs.money')
  return jobs.map(({ quotedcents, clientname, ...job }) => ({
    ...job,
    client: clientname ?? '',
    lane: labels[statusKey(job.status)] ?? '',
    href: linkOf(boardid, job.reference),
    quotedcents: money ? quotedcents : undefined,
  }))
}

export const agingPages: Route[] = [
  page(
    'GET /:jobs/:board/aging',
    {
      claim: 'jobs.read',
      params: OnBoard,
      query: Query,
      summary: 'Jobs on the lanes of a board by their age, since they were created or came to their lane.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const all = readAgedJobs(db, viewer, board.id)
        const narrowed = narrowAged(all, c.query)
        const chosen = chooseAged(narrowed, c.query)
        const { skip = 0, take = 50 } = c.query
        return view(
          <AgingPage
            board={board}
            segment={c.params.jobs}
            lanes={groupByAge(db, narrowed, c.query)}
            rows={presentAged(db, viewer, board.id, chosen.slice(skip, skip + take))}
            total={chosen.length}
            clients={agingClients(all)}
            query={c.query}
            url={c.url.pathname + c.url.search}
            money={viewer.claims.has('jobs.money')}
            canexport={c.can('records.export')}
            tabs={boardTabRights(c)}
          />,
          { title: `${board.name} aging`, page: `board.${board.slug}` },
        )
      }),
  ),

  page(
    'GET /:jobs/:board/aging/export',
    {
      claim: 'jobs.read',
      params: OnBoard,
      query: ExportQuery,
      summary: 'The ages of a board’s jobs as a file.',
    },
    (c) => {
      const { format, ...asked } = c.query
      const found = c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        return board && { board, rows: agedRows(db, viewer, board.id, asked) }
      })
      if (!found) throw notFound('board')
      const money = c.can('jobs.money')
      return exportReply(c, format, {
        title: `${found.board.name} aging`,
        columns: money ? [...columns, { head: 'Quoted', kind: 'money' }] : columns,
        batches: oneBatch(found.rows),
      })
    },
  ),
]

async function* oneBatch(rows: ExportRow[]) {
  yield rows
}

const columns: ExportColumn[] = [
  { head: 'Reference' },
  { head: 'Description' },
  { head: 'Client' },
  { head: 'Lane' },
  { head: 'Days since created', kind: 'number' },
  { head: 'Days since the last move', kind: 'number' },
]

const agedRows = (db: TenantDb, viewer: Viewer, boardid: string, query: AgingQuery): ExportRow[] => {
  const jobs = chooseAged(narrowAged(readAgedJobs(db, viewer, boardid), query), query)
  return presentAged(db, viewer, boardid, jobs).map((job) => [
    ...[job.reference, job.description, job.client, job.lane, job.age, job.lanedays],
    ...(job.quotedcents === undefined ? [] : [toDecimal(job.quotedcents, 'cents')]),
  ])
}

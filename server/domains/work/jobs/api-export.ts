import { hasMoreJobs } from '#db/queries/many-records.ts'
import { cardRows, listCategoriesByJob } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { byIds, type ExportFormat, exportQuery, exportReply, listPages } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { stageNames } from '#views/ui/job-stages.ts'
import { boardAt, boardLabels } from './board-props.ts'
import { jobFields } from './fields.ts'
import { allJobsQuery, pastJobQuery, someIds } from './input.ts'
import { findJobs, type JobQuery } from './list-jobs.ts'
import { pastJobsOnBoard } from './past-jobs.ts'
import { statusKey } from './status.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

const columns: ExportColumn[] = [
  { head: 'Reference' },
  { head: jobFields.description.label },
  { head: jobFields.client.label },
  { head: jobFields.assignee.label },
  { head: 'Category' },
  { head: 'Status' },
  { head: 'Stage' },
  { head: 'Created', kind: 'date' },
  { head: jobFields.finish.label, kind: 'date' },
  { head: 'Completed', kind: 'date' },
]

/** Of the jobs that are known to be visible, in the order of their ids. */
function exportRows(db: TenantDb, ids: readonly string[], { labels, zone, money }: RowOptions): ExportRow[] {
  const rows = new Map(cardRows(db, ids).map((row) => [row.id, row]))
  const categories = Map.groupBy(listCategoriesByJob(db, ids), ({ jobid }) => jobid)
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => [
      ...[row.reference, row.description, row.clientname, row.assigneename],
      categories
        .get(row.id)
        ?.map(({ name }) => name)
        .join(', '),
      labels[statusKey(row.status)],
      row.stage ? stageNames[row.stage] : '',
      ...[dayCell(todayIn(zone, new Date(row.created))), dayCell(row.finish), dayCell(row.completed)],
      ...(money ? [toDecimal(row.quotedcents, 'cents')] : []),
    ])
}

type RowOptions = { labels: Record<string, string>; zone: string; money: boolean }

/** As its list is asked, so that what is seen is what goes out. */
const ExportQuery = object({ ...allJobsQuery, ids: t.Optional(someIds()), ...exportQuery })
const PastExportQuery = object({ ...pastJobQuery, ...exportQuery })

const MANY_JOBS = 200

const isLongExport = (c: Context) => c.request.method === 'GET' && c.read((db) => hasMoreJobs(db, MANY_JOBS))

export const jobListExport: Route = page(
  'GET /jobs/export',
  {
    claim: 'jobs.read',
    query: ExportQuery,
    long: isLongExport,
    summary: 'The list of open jobs as a file.',
  },
  (c) => {
    const { format, ...asked } = c.query
    return exportJobs(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.jobs')),
      query: { sort: '-created', ...asked },
    })
  },
)

export const pastJobsExport: Route = page(
  'GET /:jobs/:board/history/export',
  {
    claim: 'jobs.read',
    params: OnBoard,
    query: PastExportQuery,
    long: isLongExport,
    summary: 'The past jobs of a board as a file.',
  },
  (c) => {
    const { format, ...asked } = c.query
    const found = c.read((db, viewer) => {
      const board = boardAt(db, viewer, c.params.jobs, c.params.board)
      return board && { title: `${board.name} history`, query: pastJobsOnBoard(db, board.id, asked) }
    })
    if (!found) throw notFound('board')
    return exportJobs(c, format, found)
  },
)

type JobExport = { title: string; query: JobQuery }

function exportJobs(c: Context, format: ExportFormat, { title, query }: JobExport) {
  const { labels, zone } = c.read((db) => ({ labels: boardLabels(db).labels, zone: readZone(db) }))
  const money = c.can('jobs.money')
  return exportReply(c, format, {
    title,
    columns: money ? [...columns, { head: 'Quoted', kind: 'money' }] : columns,
    batches: exportBatches(c, { ...query, uncounted: true, exact: true }, { labels, zone, money }),
  })
}

/** To skip what was read costs more than to read it: ids come in large pages, and the jobs by their ids. */
const MARKS = 10_000

async function* exportBatches(c: Context, query: JobQuery, options: RowOptions) {
  const find = (db: TenantDb, part: { skip: number; take: number }, viewer: Viewer) =>
    findJobs(db, viewer, { ...query, ...part }).marks
  for await (const marks of listPages(c, find, ({ id }) => id, MARKS)) {
    const ids = marks.map(({ id }) => id)
    yield* byIds(c, ids, (db, some) => exportRows(db, some, options))
  }
}

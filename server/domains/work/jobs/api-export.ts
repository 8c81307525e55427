import { notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object, type Static, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { stageNames } from '#views/ui/job-stages.ts'
import { completeSince } from './board-lanes.ts'
import { boardAt, boardLabels } from './board-props.ts'
import { cachedCards } from './cached-cards.ts'
import { jobFields } from './fields.ts'
import { jobListQuery } from './input.ts'
import { findJobs, type JobQuery } from './list-jobs.ts'
import { statusKey } from './status.ts'
import type { JobCard } from './types.ts'

const PAST = '5,6'
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

const exportRow = (card: JobCard, status: string, zone: string): ExportRow => [
  ...[card.reference, card.description, card.client?.name, card.assigneename],
  card.categories.map(({ name }) => name).join(', '),
  status,
  card.stage ? stageNames[card.stage] : '',
  ...[dayCell(todayIn(zone, new Date(card.created))), dayCell(card.finish), dayCell(card.completed)],
]

/** As its list is asked, so that what is seen is what goes out. */
const ExportQuery = object({ ...jobListQuery, ...exportQuery })

export const jobListExport: Route = page(
  'GET /jobs/export',
  { claim: 'jobs.read', query: ExportQuery, summary: 'The list of open jobs as a file.' },
  (c) => exportJobs(c, { title: c.read((db) => pageTitle(db, 'pages.jobs')), query: { sort: '-created' } }),
)

export const pastJobsExport: Route = page(
  'GET /:jobs/:board/history/export',
  {
    claim: 'jobs.read',
    params: OnBoard,
    query: ExportQuery,
    summary: 'The past jobs of a board as a file.',
  },
  (c) => {
    const found = c.read((db, viewer) => {
      const board = boardAt(db, viewer, c.params.jobs, c.params.board)
      return board && { board, completedbefore: completeSince(db, board.id) }
    })
    if (!found) throw notFound('board')
    const { board, completedbefore } = found
    return exportJobs(c, {
      title: `${board.name} history`,
      query: { sort: '-completed' },
      fixed: { boardid: board.id, status: PAST, completedbefore },
    })
  },
)

type JobExport = {
  title: string
  /** Where the person asks for nothing else. */
  query: JobQuery
  fixed?: JobQuery
}

function exportJobs(c: Context<unknown, Static<typeof ExportQuery>>, { title, query, fixed }: JobExport) {
  const { format, ...asked } = c.query
  const { labels, zone } = c.read((db) => ({ labels: boardLabels(db).labels, zone: readZone(db) }))
  const money = c.can('jobs.money')
  return exportReply(c, format, {
    title,
    columns: money ? [...columns, { head: 'Quoted', kind: 'money' }] : columns,
    batches: byPages(
      c,
      (db, part, viewer) =>
        cachedCards(db, findJobs(db, viewer, { ...query, ...asked, ...part, ...fixed }).marks),
      ({ card }) => card.id,
      ({ card }) => [
        ...exportRow(card, labels[statusKey(card.status)] ?? '', zone),
        ...(money ? [Number(card.quoted)] : []),
      ],
    ),
  })
}

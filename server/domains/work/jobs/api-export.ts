import { notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { listQuery, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { completeSince } from './board-lanes.ts'
import { boardAt, boardWords } from './board-props.ts'
import { cachedCards } from './cached-cards.ts'
import { jobFields } from './fields.ts'
import { findJobs } from './list-jobs.ts'
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
  { head: 'Created', kind: 'date' },
  { head: jobFields.finish.label, kind: 'date' },
  { head: 'Completed', kind: 'date' },
]

const exportRow = (card: JobCard, status: string, zone: string): ExportRow => [
  ...[card.reference, card.description, card.client?.name, card.assigneename],
  card.categories.map(({ name }) => name).join(', '),
  status,
  ...[dayCell(todayIn(zone, new Date(card.created))), dayCell(card.finish), dayCell(card.completed)],
]

export const jobsExport: Route = page(
  'GET /:jobs/:board/history/export',
  { claim: 'jobs.read', params: OnBoard, query: object({ ...listQuery, ...exportQuery }) },
  (c) => {
    const { format, ...query } = c.query
    const { board, completedbefore, labels, zone } = c.read((db, viewer) => {
      const board = boardAt(db, viewer, c.params.jobs, c.params.board)
      return {
        board,
        completedbefore: board && completeSince(db, board.id),
        labels: boardWords(db).labels,
        zone: readZone(db),
      }
    })
    if (!board) throw notFound('board')
    const money = c.can('jobs.money')
    return exportReply(c, format, {
      title: `${board.name} history`,
      columns: money ? [...columns, { head: 'Quoted', kind: 'money' }] : columns,
      batches: byPages(
        c,
        (db, part, viewer) => {
          const asked = {
            sort: '-completed',
            ...query,
            ...part,
            boardid: board.id,
            status: PAST,
            completedbefore,
          }
          return cachedCards(db, findJobs(db, viewer, asked).marks)
        },
        ({ card }) => card.id,
        ({ card }) => [
          ...exportRow(card, labels[statusKey(card.status)] ?? '', zone),
          ...(money ? [Number(card.quoted)] : []),
        ],
      ),
    })
  },
)

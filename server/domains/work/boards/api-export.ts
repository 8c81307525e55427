import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { BoardPage } from './input.ts'
import { visibleBoards } from './present.ts'

export const boardsExport: Route = page(
  'GET /customise/boards/export',
  {
    summary: 'A file of boards.',
    claim: 'boards.manage',
    query: object({ ...BoardPage.properties, ...exportQuery }),
  },
  (c) => {
    const { format, archived } = c.query
    const { labels, boards } = c.read((db, viewer) => ({
      labels: readLabels(db),
      boards: visibleBoards(db, viewer, archived),
    }))
    return exportReply(c, format, {
      title: labels['pages.customise.boards'] ?? 'Boards',
      columns: ['Name', 'Organisation', 'Address', 'Archived'].map((head) => ({ head })),
      batches: singleBatch(
        boards.map(({ name, organisation, slug, archived }) => [
          ...[name, organisation?.name, `/${jobsSegment(labels)}/${slug}/progress`, archived],
        ]),
      ),
    })
  },
)

import { listAssertions } from '#db/queries/work/assertions.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { presentAssertion } from './save-assertion.ts'

export const assertionsExport: Route = page(
  'GET /customise/assertions/export',
  { summary: 'A file of the rules of lanes.', claim: 'settings.manage', query: object(exportQuery) },
  (c) => {
    const { title, assertions } = c.read((db) => ({
      title: pageTitle(db, 'pages.customise.assertions'),
      assertions: listAssertions(db).map((row) => presentAssertion(db, row)),
    }))
    return exportReply(c, c.query.format, {
      title,
      columns: ['A job needs', 'Before', 'Board', 'Without it', 'Off'].map((head) => ({ head })),
      batches: singleBatch(
        assertions.map(({ needs, lanename, board, blocks, archived }) => [
          ...[needs, lanename, board?.name ?? 'Every board', blocks ? 'Refused' : 'Asked once', archived],
        ]),
      ),
    })
  },
)

import { listImports } from '#db/queries/settings/imports.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { findImportList } from '#server/import/index.ts'
import { clockIn, readZone } from '#server/zone.ts'

export const importsExport: Route = page(
  'GET /import/export',
  { summary: 'A file of imports.', claim: 'records.import', query: object(exportQuery) },
  (c) => {
    const zone = c.read(readZone)
    return exportReply(c, c.query.format, {
      title: 'Past imports',
      columns: [
        { head: 'File' },
        { head: 'List' },
        ...['Rows', 'New', 'Changed', 'As before'].map((head) => ({ head, kind: 'number' as const })),
        { head: 'By' },
        { head: 'When', kind: 'time' },
        { head: 'Taken back', kind: 'time' },
      ],
      batches: byPages(
        c,
        (db, part) => listImports(db, part).rows,
        ({ id }) => id,
        ({ filename, noun, rows, added, changed, there, user, doneutc, undoneutc }) => [
          ...[filename, findImportList(noun)?.plural ?? noun, rows, added, changed, there, user],
          ...[clockIn(doneutc, zone), undoneutc && clockIn(undoneutc, zone)],
        ],
      ),
    })
  },
)

import { integer, object, t } from '#server/http/fields.ts'
import { dataReply, fragment } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { RecentNotes } from '#views/work/notes/recent.tsx'
import { findRecentNotes } from './recent-notes.ts'

export const notesRoutes: Route[] = [
  api(
    'GET /api/notes/recent',
    {
      claim: 'jobs.read',
      query: object({ number: t.Optional(integer(1, 100)) }),
      summary: 'The newest notes on the jobs that the person sees, 8 unless told.',
    },
    (c) =>
      c.read((db, viewer) => {
        const found = findRecentNotes(db, viewer, c.query.number)
        return dataReply(
          found.map(({ href, ...note }) => note),
          { total: found.length },
        )
      }),
  ),

  page('GET /notes/recent', { claim: 'jobs.read', summary: 'The latest notes.' }, (c) =>
    c.read((db, viewer) => fragment(<RecentNotes notes={findRecentNotes(db, viewer)} zone={readZone(db)} />)),
  ),
]

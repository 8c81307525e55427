import { withOffsiteFile } from '#db/offsite.ts'
import { writePlaceState } from '#db/queries/offsite.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { Copies } from '#views/platform/copies/copies.tsx'
import { readCopies } from './read-copies.ts'

const claim = 'platform.manage'
const LABEL = 'pages.backoffice.copies'

/** By the program’s thread, within seconds. */
function ask(c: Context, set: 'askedutc' | 'drilldueutc') {
  const { data, replicateto } = c.services.config
  if (!replicateto) throw invalid({}, 'Off-site copies are turned off: start with --replicate-to first.')
  withOffsiteFile(data, (db) => writePlaceState(db, { [set]: c.now().toISOString() }))
}

export const copiesPages: Route[] = [
  page('GET /backoffice/copies', { claim, summary: 'How the off-site copies stand.' }, (c) => {
    const title = c.read((db) => pageTitle(db, LABEL))
    return view(
      <Copies title={title} now={c.now().toISOString()} {...readCopies(c.platform, c.services.config)} />,
      { title, page: LABEL },
    )
  }),

  page('POST /backoffice/copies/now', { claim, summary: 'Copies what changed at once.' }, (c) => {
    ask(c, 'askedutc')
    return saved('What changed is copied within seconds', 'copies')
  }),

  page('POST /backoffice/copies/drill', { claim, summary: 'Restores a random account to try.' }, (c) => {
    ask(c, 'drilldueutc')
    return saved('A random account is fetched and checked within seconds', 'copies')
  }),
]

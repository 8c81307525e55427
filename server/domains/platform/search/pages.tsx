import type { SearchKindName } from '#db/queries/search/kinds.ts'
import type { Match } from '#db/queries/search/matches.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { menuFor } from '#server/menu.ts'
import { readLabels } from '#server/resources.ts'
import { SearchPage, SearchResults } from '#views/platform/search.tsx'
import { type FoundGroup, findRecords } from './find-records.ts'

/** In the list under the box, and on the page. */
const FEW = 5
const MANY = 25

const paths: Record<Exclude<SearchKindName, 'job'>, (match: Match) => string> = {
  client: ({ id }) => `/clients/${id}/overview`,
  item: ({ id }) => `/admin/inventory/${id}/overview`,
  location: ({ id }) => `/admin/lc/${id}`,
  supplier: ({ id }) => `/suppliers/${id}/overview`,
  invoice: ({ id }) => `/invoices/${id}`,
  equipment: ({ id }) => `/equipment/list/${id}`,
  file: ({ id }) => `/api/documents/download/${id}`,
}

const groupLabels: Record<SearchKindName, string> = {
  job: 'Jobs',
  client: 'Clients',
  item: 'Items',
  location: 'Locations',
  supplier: 'Suppliers',
  invoice: 'Invoices',
  equipment: 'Equipment',
  file: 'Files',
}

/** Those of jobs on an archived board have no address. */
function hrefs(db: TenantDb, kind: SearchKindName): (match: Match) => string | undefined {
  if (kind !== 'job') return paths[kind]
  const linkOf = jobLinks(db)
  return ({ boardid, title }) => linkOf(boardid ?? '', title)
}

const present = (db: TenantDb, groups: FoundGroup[]) =>
  groups.map(({ kind, matches }) => {
    const href = hrefs(db, kind)
    return {
      label: groupLabels[kind],
      links: matches.map((match) => ({
        name: match.title,
        note: match.words.replaceAll(/\n+/g, ' · ').replace(/^ · | · $/g, ''),
        href: href(match),
      })),
    }
  })

/** Pages of the menu whose name holds the words. */
function findPages(c: Context, db: TenantDb, viewer: Viewer, search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const owneronly = c.person.platformowner && !c.services.config.singleaccount
  const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
  const links = menuFor(c.can, readLabels(db), boards, { path: '/search' }, owneronly)
    .flatMap((group) => group.links)
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const seen = new Map(links.map(({ label, href }) => [href, { name: label, note: '', href }]))
  return seen.size > 0 && words.length > 0
    ? [{ label: 'Pages', links: [...seen.values()].slice(0, FEW) }]
    : []
}

export const searchPages: Route[] = [
  page(
    'GET /search',
    {
      claim: 'seat',
      query: object({ search: t.Optional(text(200)) }),
      summary: 'What the words name, of all that the person may see.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { search = '' } = c.query
        const found = (take: number) => [
          ...findPages(c, db, viewer, search),
          ...present(db, findRecords(db, viewer, search, take)),
        ]
        const whole = () =>
          view(<SearchPage search={search} groups={found(MANY)} />, { title: 'Search', page: 'pages.search' })
        return c.htmx ? fragment(<SearchResults search={search} groups={found(FEW)} />, { whole }) : whole()
      }),
  ),
]

import type { SearchKindName } from '#db/queries/search/kinds.ts'
import { leftOutTerms } from '#db/queries/search-patterns.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { menuActions, menuFor } from '#server/menu.ts'
import { readLabels } from '#server/resources.ts'
import { SearchPage, SearchResults } from '#views/platform/search.tsx'
import { type FoundGroup, findRecords } from './find-records.ts'
import { matchDetail, matchLinks } from './match-links.ts'

/** In the list under the box, and on the page. */
const FEW = 5
const MANY = 25

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

const present = (db: TenantDb, groups: FoundGroup[]) =>
  groups.map(({ kind, matches }) => {
    const href = matchLinks(db, kind)
    return {
      label: groupLabels[kind],
      links: matches.map((match) => ({
        name: match.title,
        note: matchDetail(match),
        href: href(match),
      })),
    }
  })

function findPages(c: Context, db: TenantDb, viewer: Viewer, search: string, take: number) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const owneronly = c.person.platformowner && !c.services.config.singleaccount
  const labels = readLabels(db)
  const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
  const writable = boards.filter(({ id }) => hasPermission(viewer, id, 'work'))
  const pages = menuFor(c.can, labels, boards, { path: '/search' }, owneronly).flatMap(({ links }) => links)
  const actions = owneronly ? [] : menuActions(c.can, labels, writable)
  return [linksOf('Pages', pages, words, take), linksOf('Do', actions, words, take)].filter(
    ({ links }) => links.length > 0,
  )
}

function linksOf(
  label: string,
  all: readonly { label: string; href: string }[],
  words: readonly string[],
  take: number,
) {
  const found = all.filter((link) => words.every((word) => link.label.toLowerCase().includes(word)))
  const seen = new Map(found.map(({ label: name, href }) => [href, { name, note: '', href }]))
  return { label, links: [...seen.values()].slice(0, take) }
}

export const searchPages: Route[] = [
  page(
    'GET /search',
    {
      claim: 'seat',
      // The call asks by `q`; an address that somebody typed may too.
      query: object({ search: t.Optional(text(200)), q: t.Optional(text(200)) }),
      summary: 'What the words name, of all that the person may see.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { q = '', search = q } = c.query
        const leftout = leftOutTerms(search)
        const found = (take: number) => [
          ...findPages(c, db, viewer, search, take),
          ...present(db, findRecords(db, viewer, search, take)),
        ]
        const whole = () =>
          view(<SearchPage search={search} leftout={leftout} groups={found(MANY)} />, {
            title: 'Search',
            page: 'pages.search',
          })
        return c.htmx
          ? fragment(<SearchResults search={search} leftout={leftout} groups={found(FEW)} />, { whole })
          : whole()
      }),
  ),
]

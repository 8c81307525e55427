import type { SearchKindName } from '#db/queries/search/kinds.ts'
import { leftOutTerms } from '#db/queries/search-patterns.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { SearchPage, SearchResults } from '#views/platform/search.tsx'
import { withQuery } from '#views/ui/links.ts'
import { findPlaces } from './find-places.ts'
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
  worker: 'Workers',
  purchaseorder: 'Purchase orders',
  supplierinvoice: 'Supplier invoices',
  delivery: 'Delivery notes',
}

const presentRecords = (db: TenantDb, groups: FoundGroup[]) =>
  groups.map(({ kind, matches, rank }) => {
    const href = matchLinks(db, kind)
    return {
      label: groupLabels[kind],
      rank,
      links: matches.map((match) => ({ name: match.title, note: matchDetail(match), href: href(match) })),
    }
  })

const presentPlaces = (groups: ReturnType<typeof findPlaces>) =>
  groups.map(({ label, places, rank }) => ({
    label,
    rank,
    links: places.map((place) => ({ name: place.label, note: '', href: place.href })),
  }))

/** Whoever rings for the first time is looked for too. */
function offerClient(c: Context, search: string, groups: readonly { label: string }[]) {
  const name = search.trim()
  const isKnown = groups.some(({ label }) => label === groupLabels.client)
  if (!/\p{L}/u.test(name) || isKnown || !c.can('clients.write')) return
  return { name: `New client “${name}”`, href: withQuery('/clients/new', { name: name.slice(0, 120) }) }
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
        const found = (take: number) =>
          [
            ...presentPlaces(findPlaces(c, db, viewer, search, take)),
            ...presentRecords(db, findRecords(db, viewer, search, take)),
          ].toSorted((a, b) => a.rank - b.rank)
        const shown = (take: number) => {
          const groups = found(take)
          return { search, leftout, groups, create: offerClient(c, search, groups) }
        }
        const whole = () =>
          view(<SearchPage {...shown(MANY)} />, {
            title: 'Search',
            page: 'pages.search',
          })
        return c.htmx ? fragment(<SearchResults {...shown(FEW)} />, { whole }) : whole()
      }),
  ),
]

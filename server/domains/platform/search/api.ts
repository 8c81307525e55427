import type { SearchKindName } from '#db/queries/search/kinds.ts'
import { integer, object, t, text } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { findableKinds, findRecords } from './find-records.ts'
import { matchDetail, matchLinks } from './match-links.ts'

const FEW = 5

const kindNames = findableKinds.join('|')

const SearchQuery = object({
  q: t.Optional(text(200)),
  kinds: t.Optional(
    t.String({
      pattern: `^((${kindNames})(,(${kindNames}))*)?$`,
      maxLength: 200,
      error: `must be names of ${findableKinds.join(', ')}, with commas`,
    }),
  ),
  take: t.Optional(integer(1, 25)),
})

export const searchApi: Route[] = [
  api(
    'GET /api/search',
    {
      claim: 'seat',
      fornarrowkeys: true,
      query: SearchQuery,
      summary: 'What the words of `q` name, of all that I see; `take` of each kind, of all or of `kinds`.',
    },
    (c) => {
      const { q = '', kinds, take = FEW } = c.query
      const wanted = kinds ? (kinds.split(',') as SearchKindName[]) : findableKinds
      return c.read((db, viewer) =>
        listData(
          findRecords(db, viewer, q, take, wanted).flatMap(({ kind, matches }) => {
            const link = matchLinks(db, kind)
            return matches.map((match) => ({
              kind,
              id: match.id,
              title: match.title,
              detail: matchDetail(match),
              url: link(match) ?? null,
            }))
          }),
        ),
      )
    },
  ),
]

import { foldTerm } from '#db/queries/search-patterns.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import type { Context } from '#server/http/context.ts'
import { menuFor } from '#server/menu.ts'
import { menuPages } from '#server/menu-pages.ts'
import { readLabels } from '#server/resources.ts'
import { menuActions } from './menu-actions.ts'
import { pageWords } from './page-words.ts'
import { byRank, rankMatch } from './rank-match.ts'

/** After a word of the name; where it is only begun, before what only holds what was typed. */
const BY_OTHER_WORD = 4.5
const BY_OTHER_WORDS = 5

const wordsByHref = new Map(
  menuPages.flatMap(({ entries }) => entries).map(({ href, page }) => [href, pageWords[page] ?? '']),
)

type Place = { label: string; href: string; words: string }
type FoundPlaces = { label: string; places: Place[]; rank: number }

/** Pages of the menu and what may be done on them, by their names and by what people call them. */
export function findPlaces(
  c: Context,
  db: TenantDb,
  viewer: Viewer,
  search: string,
  take: number,
): FoundPlaces[] {
  const terms = foldTerm(search).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  const owneronly = c.person.platformowner && !c.services.config.singleaccount
  const labels = readLabels(db)
  const boards = menuBoards(db).filter(({ id }) => viewer.boards.has(id))
  const writable = boards.filter(({ id }) => hasPermission(viewer, id, 'work'))
  const pages = menuFor(c.can, labels, boards, { path: '/search' }, owneronly)
    .flatMap(({ links }) => links)
    .map(({ label, href }) => ({
      label,
      href,
      words: wordsByHref.get(href) ?? 'board boards card cards lanes kanban',
    }))
  const actions = owneronly ? [] : menuActions(c.can, labels, writable, viewer.admin)
  return [
    { label: 'Pages', all: pages },
    { label: 'Do', all: actions },
  ].flatMap(({ label, all }) => {
    const meant = all.filter(isMeant(terms)).filter(isFirst)
    const found = byRank(meant, ({ label, words }) =>
      Math.min(hasWords(words, terms) ? BY_OTHER_WORD : BY_OTHER_WORDS, rankMatch(search, label, '')),
    )
    const [best] = found
    return best ? [{ label, places: found.map(({ value }) => value).slice(0, take), rank: best.rank }] : []
  })
}

const isFirst = ({ href }: Place, at: number, all: readonly Place[]) =>
  all.findIndex((other) => other.href === href) === at

const hasWords = (words: string, terms: readonly string[]) => {
  const whole = words.split(' ')
  return terms.every((term) => whole.includes(term))
}

/** Each term stands in the name, or begins a word that people use for it. */
const isMeant = (terms: readonly string[]) => (place: Place) => {
  const name = foldTerm(place.label)
  const words = place.words.split(' ')
  return terms.every((term) => name.includes(term) || words.some((word) => word.startsWith(term)))
}

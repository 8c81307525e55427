import { findItemsOfCategory } from '#db/queries/search/items-of-category.ts'
import { findJobsOfClients } from '#db/queries/search/jobs-of-clients.ts'
import type { SearchKindName } from '#db/queries/search/kinds.ts'
import {
  findHolding,
  findInvoicesOfTotal,
  findMatches,
  type Match,
  type SearchScope,
} from '#db/queries/search/matches.ts'
import { splitSearchTerms } from '#db/queries/search-patterns.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { canSeeJobAt, jobScope, type Viewer } from '#server/access/viewer.ts'
import { ownerClaims } from '#server/domains/work/attachments/attachment-owner.ts'
import { parseCents } from '#server/money/decimal.ts'
import { byRank, type Ranked, rankMatch } from './rank-match.ts'

const claims: Record<SearchKindName, Claim> = {
  job: 'jobs.read',
  client: 'clients.read',
  item: 'inventory.read',
  location: 'locations.read',
  supplier: 'suppliers.read',
  invoice: 'invoices.read',
  equipment: 'equipment.read',
  file: 'documents.read',
  worker: 'workers.read',
  delivery: 'delivery.read',
  purchaseorder: 'purchase.read',
  supplierinvoice: 'supplierinvoices.read',
}

export const findableKinds = Object.keys(claims) as SearchKindName[]

export type FoundGroup = { kind: SearchKindName; matches: Match[]; rank: number }

/** So many of each kind are compared, however few are asked for. */
const COMPARED = 25

/** What a person may open, by kind, that with the best match first; no count of what else there is. */
export function findRecords(
  db: TenantDb,
  viewer: Viewer,
  search: string,
  take: number,
  wanted: readonly SearchKindName[] = findableKinds,
): FoundGroup[] {
  const amount = parseAmount(search)
  if (splitSearchTerms(search).length === 0 && amount === undefined) return []
  const scope = searchScope(viewer)
  const holding = findHolding(db, search)
  const named = new Map<SearchKindName, Match[]>()
  // Clients are looked for once, though jobs go by their names too.
  const find = (kind: SearchKindName) => {
    const found = named.get(kind) ?? findMatches(db, kind, search, scope, Math.max(take, COMPARED), holding)
    named.set(kind, found)
    return found
  }
  return wanted
    .filter((kind) => viewer.claims.has(claims[kind]))
    .flatMap((kind) => {
      if (kind === 'invoice' && amount !== undefined) {
        const matches = findInvoicesOfTotal(db, amount, scope, take).filter(isSeen(viewer))
        if (matches.length > 0) return [{ kind, matches, rank: 0 }]
      }
      const seen = find(kind).filter(isSeen(viewer))
      const found = kind === 'item' ? withItemsOfCategory(db, search, take, seen) : seen
      const own = byRank(found, ({ title, words }) => rankMatch(search, title, words)).slice(0, take)
      const ranked = kind === 'job' ? withJobsOfClients(db, viewer, search, take, own, find) : own
      const [best] = ranked
      return best ? [{ kind, matches: ranked.map(({ value }) => value), rank: best.rank }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
}

/** An item goes by what kind of thing it is too: a plumber's hour by "labour". */
function withItemsOfCategory(db: TenantDb, search: string, take: number, named: Match[]): Match[] {
  if (named.length >= take || splitSearchTerms(search).length === 0) return named
  const known = new Set(named.map(({ id }) => id))
  return [...named, ...findItemsOfCategory(db, search, take).filter(({ id }) => !known.has(id))]
}

/** A job is found by its client's name too, after those whose own words hold what was typed. */
function withJobsOfClients(
  db: TenantDb,
  viewer: Viewer,
  search: string,
  take: number,
  own: Ranked<Match>[],
  find: (kind: SearchKindName) => Match[],
): Ranked<Match>[] {
  if (own.length >= take || splitSearchTerms(search).length === 0) return own
  const known = new Set(own.map(({ value }) => value.id))
  const others = findJobsOfClients(db, search, searchScope(viewer), take, find('client'))
    .filter(isSeen(viewer))
    .filter(({ id }) => !known.has(id))
  return [...own, ...byRank(others, ({ words }) => rankMatch(search, '', words))].slice(0, take)
}

/** In cents, of what is written as money: with an R before it, or with cents. */
export function parseAmount(search: string): number | undefined {
  const bare = search.replaceAll(/\s/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
  const [, rand, whole, cents] = /^(r?)(\d{1,12})(?:[.,](\d{2}))?$/i.exec(bare) ?? []
  if (whole === undefined || (!rand && cents === undefined)) return
  return parseCents(`${whole}.${cents ?? '00'}`)
}

/** The query narrows by the same boards and locations; this is what decides. */
const isSeen =
  (viewer: Viewer) =>
  ({ boardid, location }: Match) =>
    boardid === null || canSeeJobAt(viewer, boardid, location)

const searchScope = (viewer: Viewer): SearchScope => ({
  ...jobScope(viewer),
  owners: Object.entries(ownerClaims).flatMap(([owner, claim]) => (viewer.claims.has(claim) ? owner : [])),
})

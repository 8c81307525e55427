import { readReferenceVersion } from '#db/queries/position.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import { listShownOnCards } from '#db/queries/work/shown-on-cards.ts'
import { isWriting } from '#db/transact.ts'
import type { TenantDb } from '#db/types.ts'
import { Lru } from '#server/cache.ts'
import { asciiJson } from './ascii.ts'
import { readCards, withoutMoney } from './present-cards.ts'
import type { JobCard } from './types.ts'

/** Good while the job's `seq` stands and what it shows of other records. */
export type CachedCard = {
  seq: number
  /** The catalogue's change number at which what it shows was looked at last. */
  at: number
  /** Names, colours and times of other records, by their ids. */
  shows: ReadonlyMap<string, string | undefined>
  /** With all amounts, for the server's own use: never sent to whoever has no `jobs.money`. */
  card: JobCard
  /** Its JSON without and with amounts, in ASCII and with `<` escaped, so that it can also stand in a page. */
  json: string
  moneyjson: string
  html?: { today: string } & Partial<Record<'plain' | 'money' | 'plainfirst' | 'moneyfirst', string>>
}

/** Cards of all accounts together: some 40 MB. */
export const MAX_CACHED_CARDS = 20_000
const ACCOUNTS = 400

// By the open file itself: a card can never answer for another account. Whole accounts are forgotten.
const cache = new Lru<TenantDb, Map<string, CachedCard>>(MAX_CACHED_CARDS, ({ size }) =>
  Math.max(size, MAX_CACHED_CARDS / ACCOUNTS),
)

export function cachedCards(db: TenantDb, marks: readonly JobMark[]): CachedCard[] {
  if (marks.length === 0) return []
  const cards = (!isWriting(db) && cache.get(db)) || new Map<string, CachedCard>()
  const at = readReferenceVersion(db)
  keepUnchanged(db, cards, marks, at)
  const stale = marks.filter(({ id, seq }) => {
    const card = cards.get(id)
    return card === undefined || card.seq !== seq || card.at !== at
  })
  if (stale.length > 0) refresh(db, cards, stale, at)
  return marks.flatMap(({ id }) => cards.get(id) ?? [])
}

export const cardsJson = (cards: readonly CachedCard[], money: boolean): string =>
  `[${(money ? cards.map(({ moneyjson }) => moneyjson) : cards.map(({ json }) => json)).join()}]`

export const cachedCount = () => cache.weight

/** A name or a right has changed somewhere in the account: the cards that show nothing of it are good still. */
function keepUnchanged(db: TenantDb, cards: Map<string, CachedCard>, marks: readonly JobMark[], at: number) {
  const old = marks.flatMap(({ id }) => cards.get(id) ?? []).filter((card) => card.at !== at)
  if (old.length === 0) return
  const now = listShownOnCards(db, [...new Set(old.flatMap(({ shows }) => [...shows.keys()]))])
  for (const card of old) if (shows(card, now)) card.at = at
}

const shows = (card: CachedCard, now: ReadonlyMap<string, string>) =>
  [...card.shows].every(([id, shown]) => now.get(id) === shown)

const referredIds = ({ card, items }: { card: JobCard; items: readonly string[] }): string[] => [
  ...[card.client, card.location, card.assignee, ...card.categories].flatMap((one) => one?.id ?? []),
  ...items,
]

function refresh(db: TenantDb, cards: Map<string, CachedCard>, stale: readonly JobMark[], at: number) {
  const ids = stale.map(({ id }) => id)
  const read = [...readCards(db, ids).values()].map((one) => ({ ...one, ids: referredIds(one) }))
  const shown = listShownOnCards(db, [...new Set(read.flatMap(({ ids }) => ids))])
  for (const { card, ids } of read) {
    const shows = new Map(ids.map((id) => [id, shown.get(id)]))
    cards.set(card.id, cachedCard(card, at, shows))
  }
  if (!isWriting(db)) cache.set(db, cards)
}

const cachedCard = (card: JobCard, at: number, shows: CachedCard['shows']): CachedCard => ({
  seq: card.seq,
  at,
  shows,
  card,
  json: fragment(withoutMoney(card)),
  moneyjson: fragment(card),
})

const fragment = (card: JobCard) => asciiJson(JSON.stringify(card))

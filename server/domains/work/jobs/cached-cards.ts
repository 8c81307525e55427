import { readPosition } from '#db/queries/position.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import { isWriting } from '#db/transact.ts'
import type { TenantDb } from '#db/types.ts'
import { Lru } from '#server/cache.ts'
import { asciiJson } from './ascii.ts'
import { readCards, withoutMoney } from './present-cards.ts'
import type { JobCard } from './types.ts'

/** Good while the job's `seq` and the catalogue's stand. */
export type CachedCard = {
  seq: number
  at: number
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
  const at = readPosition(db).referenceVersion
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

function refresh(db: TenantDb, cards: Map<string, CachedCard>, stale: readonly JobMark[], at: number) {
  const ids = stale.map(({ id }) => id)
  for (const { card } of readCards(db, ids).values()) cards.set(card.id, cachedCard(card, at))
  if (!isWriting(db)) cache.set(db, cards)
}

const cachedCard = (card: JobCard, at: number): CachedCard => ({
  seq: card.seq,
  at,
  card,
  json: fragment(withoutMoney(card)),
  moneyjson: fragment(card),
})

const fragment = (card: JobCard) => asciiJson(JSON.stringify(card))

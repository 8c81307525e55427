import { readPosition } from '#db/queries/position.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { asciiJson } from './ascii.ts'
import { readCards, withoutMoney } from './present-cards.ts'
import type { JobCard } from './types.ts'

/** One card as it was made last, good while the job's `seq` and the catalogue's stand. */
export type KeptCard = {
  seq: number
  at: number
  /** With all amounts, for the server's own use: never sent to whoever has no `jobs.money`. */
  card: JobCard
  /** Its JSON without and with amounts, in ASCII and with `<` escaped, so that it can also stand in a page. */
  json: string
  moneyjson: string
  /** Its markup on the board without and with amounts, as of a calendar date. */
  slots?: { today: string; plain?: string; money?: string }
}

/** How many cards are kept of all accounts together: some 40 MB. */
export const LIMIT = 20_000
/** As many as files may be open: the cards of a closed one are of no use. */
const ACCOUNTS = 400

// By the open file itself, least recently used first: a card can never answer for another account.
const kept = new Map<TenantDb, Map<string, KeptCard>>()
let count = 0

/**
 * The cards of some jobs in their order. Only those that changed since are read, all in one batch.
 * Only for reads: what a write sees may still be undone under the same `seq`.
 */
export function keptCards(db: TenantDb, marks: readonly JobMark[]): KeptCard[] {
  if (marks.length === 0) return []
  const cards = cardsOf(db)
  const at = readPosition(db).referenceVersion
  const stale = marks.filter(({ id, seq }) => {
    const card = cards.get(id)
    return card === undefined || card.seq !== seq || card.at !== at
  })
  if (stale.length > 0) refresh(db, cards, stale, at)
  return marks.flatMap(({ id }) => cards.get(id) ?? [])
}

/** The JSON array of some cards, put together from what is kept. */
export const cardsJson = (cards: readonly KeptCard[], money: boolean): string =>
  `[${(money ? cards.map(({ moneyjson }) => moneyjson) : cards.map(({ json }) => json)).join()}]`

/** How many cards are kept, for the test of the bound. */
export const keptCount = () => count

function cardsOf(db: TenantDb): Map<string, KeptCard> {
  const cards = kept.get(db) ?? new Map<string, KeptCard>()
  kept.delete(db)
  kept.set(db, cards)
  return cards
}

function refresh(db: TenantDb, cards: Map<string, KeptCard>, stale: readonly JobMark[], at: number) {
  makeRoom(cards, stale.length)
  const ids = stale.map(({ id }) => id)
  const before = cards.size
  for (const { card } of readCards(db, ids).values()) cards.set(card.id, keep(card, at))
  count += cards.size - before
}

const keep = (card: JobCard, at: number): KeptCard => ({
  seq: card.seq,
  at,
  card,
  json: fragment(withoutMoney(card)),
  moneyjson: fragment(card),
})

const fragment = (card: JobCard) => asciiJson(JSON.stringify(card))

/** Whole accounts go, the one that was not asked for longest first. */
function makeRoom(mine: Map<string, KeptCard>, more: number) {
  for (const [db, cards] of kept) {
    if (count + more <= LIMIT && kept.size <= ACCOUNTS) return
    if (cards === mine) continue
    kept.delete(db)
    count -= cards.size
  }
  if (count + more <= LIMIT) return
  count -= mine.size
  mine.clear()
}

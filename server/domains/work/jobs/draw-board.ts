import type { ReactElement } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { Lru } from '#server/cache.ts'
import { boardMarkup } from '#views/work/jobs/board-markup.tsx'
import type { BoardTabRights } from '#views/work/jobs/board-tabs.tsx'
import { cardHtml } from '#views/work/jobs/card-html.tsx'
import { asciiHtml } from './ascii.ts'
import { type CachedCard, cardsJson } from './cached-cards.ts'
import { withoutMoney } from './present-cards.ts'

const LIMIT_CHARACTERS = 4_000_000
const drawn = new Lru<string, readonly string[]>(
  LIMIT_CHARACTERS,
  (parts, key) => key.length + parts.join('').length,
)

type Board = {
  props: BoardProps
  /** In the order of the cards in `props`. */
  cached: readonly CachedCard[]
  query: string
  tabs: BoardTabRights
  canexport: boolean
  drawOnce: (view: ReactElement) => string
}

export function drawBoard({ props, cached, ...board }: Board): string {
  const byId = new Map(cached.map((one) => [one.card.id, one]))
  return boardMarkup({
    ...board,
    props,
    cardsjson: cardsJson(cached, props.can.money),
    drawCard: ({ id }, isFirst) => drawCard(byId.get(id) as CachedCard, props, isFirst),
    keep(key, make) {
      const known = drawn.get(key)
      if (known) return known
      const parts = make()
      drawn.set(key, parts)
      return parts
    },
  })
}

function drawCard(cached: CachedCard, { today, can }: BoardProps, isFirst: boolean): string {
  const key = `${can.money ? 'money' : 'plain'}${isFirst ? 'first' : ''}` as const
  if (cached.html?.today !== today) cached.html = { today }
  const card = can.money ? cached.card : withoutMoney(cached.card)
  cached.html[key] ??= asciiHtml(cardHtml(card, today, isFirst))
  return cached.html[key]
}

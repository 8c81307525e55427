import { isLane, laneStatuses } from '#db/job-status.ts'
import { scaled } from '#islands/lib/figures.ts'
import type { JobCard, JobPosition, LaneFigures } from '#server/domains/work/jobs/types.ts'

/** Cards of a lane that are not loaded; cents. */
export type Unloaded = { count: number; cents: number }

/** Of each lane the cards from its top that are loaded, and `ends`, which stand after them and after those that are not. */
export type BoardState = {
  cards: ReadonlyMap<string, JobCard>
  lanes: ReadonlyMap<number, readonly string[]>
  unloaded: ReadonlyMap<number, Unloaded>
  ends: ReadonlySet<string>
}

export type LanePosition = { lane: number; afterid: string | null }

const nothing: Unloaded = { count: 0, cents: 0 }

export const findUnloaded = ({ unloaded }: Pick<BoardState, 'unloaded'>, lane: number): Unloaded =>
  unloaded.get(lane) ?? nothing

/** Digit by digit, so that no float is added. */
export const quotedCents = (cards: readonly { quoted?: number }[]): number =>
  cards.reduce((sum, { quoted = 0 }) => sum + scaled(quoted, 2), 0)

export function countUnloaded(cards: readonly JobCard[], figures: readonly LaneFigures[]) {
  return new Map(
    figures.map(({ status, count, quoted = 0 }) => {
      const loaded = cards.filter((card) => card.status === status)
      const cents = scaled(quoted, 2) - quotedCents(loaded)
      return [status, { count: Math.max(0, count - loaded.length), cents }] as const
    }),
  )
}

export function createBoardState(
  cards: readonly JobCard[],
  figures: readonly LaneFigures[] = [],
): BoardState {
  const onboard = cards.filter(({ status }) => isLane(status))
  const groups = Map.groupBy(onboard, ({ status }) => status)
  return {
    cards: new Map(onboard.map((card) => [card.id, card])),
    lanes: new Map(laneStatuses.map((lane) => [lane, (groups.get(lane) ?? []).map(({ id }) => id)])),
    unloaded: countUnloaded(onboard, figures),
    ends: new Set(),
  }
}

/** What follows the loaded cards of a lane. */
export function addLoaded(
  state: BoardState,
  lane: number,
  cards: readonly JobCard[],
  figures: LaneFigures,
): BoardState {
  const isNew = ({ id }: JobCard) => !state.cards.has(id) || state.ends.has(id)
  const added = cards.filter((card) => card.status === lane && isNew(card))
  const ids = added.map(({ id }) => id)
  const ends = new Set([...state.ends].filter((id) => !ids.includes(id)))
  const held = (state.lanes.get(lane) ?? []).filter((id) => !ids.includes(id))
  const order = [...held.filter((id) => !ends.has(id)), ...ids, ...held.filter((id) => ends.has(id))]
  const all = new Map(state.cards)
  for (const card of added) all.set(card.id, card)
  const loaded = order.flatMap((id) => all.get(id) ?? [])
  const unloaded = new Map([...state.unloaded, ...countUnloaded(loaded, [figures])])
  return { cards: all, lanes: new Map(state.lanes).set(lane, order), unloaded, ends }
}

/** The last of a lane's cards above those that are not loaded. */
export const lastLoaded = ({ lanes, ends }: BoardState, lane: number): string | undefined =>
  lanes.get(lane)?.findLast((id) => !ends.has(id))

export function findPosition(state: BoardState, id: string): LanePosition | null {
  const lane = state.cards.get(id)?.status
  if (lane === undefined) return null
  const ids = state.lanes.get(lane) ?? []
  return { lane, afterid: ids[ids.indexOf(id) - 1] ?? null }
}

export const laneEnd = (state: BoardState, lane: number): LanePosition => ({
  lane,
  afterid: findUnloaded(state, lane).count > 0 ? BELOW : (state.lanes.get(lane)?.at(-1) ?? null),
})

/** After a card that is not loaded. */
const BELOW = ''

/** Moves a card. After a card that is not in the lane means the lane's end: nearer to what was meant than its top. */
export function moveCard(state: BoardState, id: string, { lane, afterid }: LanePosition): BoardState {
  const card = state.cards.get(id)
  if (!card) return state
  const without = withoutCard(state.lanes, id)
  const ids = without.get(lane) ?? []
  const found = afterid === null ? 0 : ids.indexOf(afterid) + 1
  const isGone = afterid !== null && found === 0
  const at = isGone ? ids.length : found
  const isEnd = (isGone && findUnloaded(state, lane).count > 0) || state.ends.has(afterid ?? '')
  return {
    ...state,
    ends: isEnd ? new Set(state.ends).add(id) : withoutId(state.ends, id),
    cards: card.status === lane ? state.cards : new Map(state.cards).set(id, { ...card, status: lane }),
    lanes: new Map(without).set(lane, ids.toSpliced(at, 0, id)),
  }
}

export function applyServerPosition(state: BoardState, at: Omit<JobPosition, 'boardid'>): BoardState {
  const { id, status, afterid, version, seq, warnings } = at
  const moved = moveCard(state, id, { lane: status, afterid })
  const card = moved.cards.get(id)
  if (!card || card.seq > seq) return moved
  return { ...moved, cards: new Map(moved.cards).set(id, { ...card, version, seq, warnings }) }
}

/** Takes a newer reading of cards over, in the place where they stand; an older one than is held is left out. */
export function updateCards(state: BoardState, cards: readonly JobCard[]): BoardState {
  const newer = cards.filter((card) => {
    const held = state.cards.get(card.id)
    return held && held.seq <= card.seq && held.version <= card.version
  })
  if (newer.length === 0) return state
  const next = new Map(state.cards)
  for (const card of newer)
    next.set(card.id, { ...card, status: state.cards.get(card.id)?.status ?? card.status })
  return { ...state, cards: next }
}

export function removeCard(state: BoardState, id: string): BoardState {
  if (!state.cards.has(id)) return state
  const cards = new Map(state.cards)
  cards.delete(id)
  return { ...state, cards, lanes: withoutCard(state.lanes, id), ends: withoutId(state.ends, id) }
}

/** Where somebody else has put a card: below the loaded ones it is only counted. */
export function applyOthersPosition(state: BoardState, at: Omit<JobPosition, 'boardid'>): BoardState {
  const { count, cents } = findUnloaded(state, at.status)
  const card = state.cards.get(at.id)
  const isLoaded = at.afterid === null || state.lanes.get(at.status)?.includes(at.afterid)
  if (isLoaded || count === 0 || !card) return applyServerPosition(state, at)
  const more = { count: count + 1, cents: cents + quotedCents([card]) }
  const without = removeCard(state, at.id)
  return { ...without, unloaded: new Map(state.unloaded).set(at.status, more) }
}

export function addCard(state: BoardState, card: JobCard, at: LanePosition): BoardState {
  const known = { ...state, cards: new Map(state.cards).set(card.id, card) }
  return moveCard(known, card.id, at)
}

/** The true predecessor in the whole lane (domain fact 4.12). `visible` is without the dragged one. */
export function dropPosition(
  state: BoardState,
  lane: number,
  visible: readonly string[],
  index: number,
  id: string,
): LanePosition {
  const before = visible[index - 1]
  if (before) return { lane, afterid: before }
  const whole = (state.lanes.get(lane) ?? []).filter((one) => one !== id)
  const next = visible[index]
  return { lane, afterid: next ? (whole[whole.indexOf(next) - 1] ?? null) : null }
}

const withoutId = (ids: ReadonlySet<string>, id: string) =>
  ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : ids

const withoutCard = (lanes: BoardState['lanes'], id: string) =>
  new Map([...lanes].map(([lane, ids]) => [lane, ids.includes(id) ? ids.filter((one) => one !== id) : ids]))

import type { JobCard, JobPosition } from '#server/domains/work/jobs/types.ts'

export type BoardState = {
  cards: ReadonlyMap<string, JobCard>
  lanes: ReadonlyMap<number, readonly string[]>
}

export type LanePosition = { lane: number; afterid: string | null }

export const isBoardLane = (status: number) => status >= 1 && status <= 4

export function createBoardState(cards: readonly JobCard[]): BoardState {
  const onboard = cards.filter(({ status }) => isBoardLane(status))
  const groups = Map.groupBy(onboard, ({ status }) => status)
  return {
    cards: new Map(onboard.map((card) => [card.id, card])),
    lanes: new Map([1, 2, 3, 4].map((lane) => [lane, (groups.get(lane) ?? []).map(({ id }) => id)])),
  }
}

export function findPosition(state: BoardState, id: string): LanePosition | null {
  const lane = state.cards.get(id)?.status
  if (lane === undefined) return null
  const ids = state.lanes.get(lane) ?? []
  return { lane, afterid: ids[ids.indexOf(id) - 1] ?? null }
}

export const laneEnd = (state: BoardState, lane: number): LanePosition => ({
  lane,
  afterid: state.lanes.get(lane)?.at(-1) ?? null,
})

/** Moves a card. After a card that is not in the lane means the lane's end: nearer to what was meant than its top. */
export function moveCard(state: BoardState, id: string, { lane, afterid }: LanePosition): BoardState {
  const card = state.cards.get(id)
  if (!card) return state
  const without = withoutCard(state.lanes, id)
  const ids = without.get(lane) ?? []
  const found = afterid === null ? 0 : ids.indexOf(afterid) + 1
  const at = afterid !== null && found === 0 ? ids.length : found
  return {
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
  return { cards, lanes: withoutCard(state.lanes, id) }
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

const withoutCard = (lanes: BoardState['lanes'], id: string) =>
  new Map([...lanes].map(([lane, ids]) => [lane, ids.includes(id) ? ids.filter((one) => one !== id) : ids]))

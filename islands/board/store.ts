import type { JobCard, JobChangedEvent, JobMovedEvent, JobPosition } from '#server/domains/work/jobs/types.ts'
import { createMoves, type Move, type MoveResult, type MoveWarning } from './moves.ts'
import {
  addCard,
  applyServerPosition,
  type BoardState,
  boardStateOf,
  isLane,
  type LanePosition,
  laneEnd,
  moveCard,
  positionOf,
  removeCard,
  updateCards,
} from './state.ts'

/** What the store asks of the outside; the browser gives the server, a test gives what it likes. */
export type BoardEffects = {
  send: (move: Move, version: number, confirmed: boolean) => Promise<MoveResult>
  fetchBoard: () => Promise<JobCard[]>
  /** Those of some cards that are still there to be seen. */
  fetchCards: (ids: readonly string[]) => Promise<JobCard[]>
  confirm: (move: Move, warnings: readonly MoveWarning[]) => Promise<boolean>
  onMoved: (move: Move, place: JobPosition) => void
  onRefused: (move: Move, message: string) => void
  onLost: (error: unknown) => void
}

/** The board as the page brought it, read when the tenant stood at `seq`. */
export type BoardSnapshot = { boardid: string; cards: readonly JobCard[]; seq: number }

export type BoardStore = ReturnType<typeof createBoardStore>

// Several changes at once (a colleague tidying up, an import) are one round of asking.
const gatherms = 120
const manycards = 50

/**
 * What the server has told (`base`), with this browser's own pending moves laid over it: a move that is refused
 * needs no undoing, it only falls away. While a card is held in the hand, what others do waits.
 */
export function createBoardStore({ boardid, cards, seq: asof }: BoardSnapshot, world: BoardEffects) {
  let base = boardStateOf(cards)
  let view: BoardState | undefined = base
  let held: (() => void)[] | undefined
  /** By job, the change number of its last move: an older one is an echo, a newer one ends the undo of mine. */
  const lastmoves = new Map<string, number>()
  const due = new Set<string>()
  /** Counts what was told: a board that was asked for before it shows the past. */
  let told = 0
  let gathering: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const moves = createMoves({
    send: (move, confirmed) => world.send(move, base.cards.get(move.id)?.version ?? 0, confirmed),
    confirm: world.confirm,
    onChange: changed,
    onMoved(move, at) {
      told++
      base = applyServerPosition(base, at)
      lastmoves.set(at.id, at.seq)
      world.onMoved(move, at)
    },
    onRefused(move, message, at) {
      if (at) takePlace(at)
      else want('', true)
      if (message) world.onRefused(move, message)
    },
  })

  function changed(): void {
    view = undefined
    for (const listener of listeners) listener()
  }

  const get = () => (view ??= moves.pending().reduce((state, { id, to }) => moveCard(state, id, to), base))

  function set(next: BoardState): void {
    base = next
    changed()
  }

  /** Runs what others did, now or once the hand is empty. */
  function receive(act: () => void): void {
    if (held) held.push(act)
    else act()
  }

  function move(id: string, to: LanePosition, undoes?: true): void {
    const from = positionOf(get(), id)
    if (!from || (from.lane === to.lane && from.afterid === to.afterid)) return
    moves.enqueue({ id, to, from, undoes })
  }

  /** The way back, unless somebody else has moved the card since. Returns whether it goes. */
  function undo({ id, from }: Move, seq: number): boolean {
    const isMine = lastmoves.get(id) === seq && base.cards.has(id)
    if (isMine) move(id, from, true)
    return isMine
  }

  /** Its answer tells more than its echo, and a lost race is told by the refusal. */
  const isUnderWay = (id: string) => moves.pending().some((move) => move.id === id)

  function hearMoved(event: JobMovedEvent, seq: number): void {
    if (isUnderWay(event.id) || (lastmoves.get(event.id) ?? asof) >= seq) return
    lastmoves.set(event.id, seq)
    takePlace({ ...event, seq })
  }

  /** What was settled somewhere else; a card that comes in from another board brings its place with the board. */
  function takePlace(at: JobPosition): void {
    const isHere = at.boardid === boardid && isLane(at.status)
    if (isHere && !base.cards.has(at.id)) want(at.id, true)
    else set(isHere ? applyServerPosition(base, at) : removeCard(base, at.id))
  }

  function hearChanged({ id, status, boardid: board }: JobChangedEvent, seq: number): void {
    if (isUnderWay(id)) return
    const card = base.cards.get(id)
    if (board !== boardid || !isLane(status)) return void (card && set(removeCard(base, id)))
    if (!card || card.seq < seq) want(id, !card || card.status !== status)
  }

  /** Asks for a card again soon; for the whole board when its place is not known or much has changed. */
  function want(id: string, whole = false): void {
    due.add(whole ? '' : id)
    clearTimeout(gathering)
    gathering = setTimeout(() => {
      const ids = [...due]
      due.clear()
      void (due.size > manycards || ids.includes('') ? reload() : refetch(ids)).catch(world.onLost)
    }, gatherms)
  }

  async function refetch(ids: readonly string[]): Promise<void> {
    const cards = await world.fetchCards(ids)
    receive(() => {
      const here = new Set(cards.filter(({ status }) => isLane(status)).map(({ id }) => id))
      for (const id of ids) if (!here.has(id)) set(removeCard(base, id))
      set(updateCards(base, cards))
      if (cards.some((card) => base.cards.get(card.id)?.status !== card.status)) want('', true)
    })
  }

  async function reload(): Promise<void> {
    const asked = told
    const cards = await world.fetchBoard()
    receive(() => {
      set(boardStateOf(cards))
      if (asked !== told) want('', true)
    })
  }

  return {
    get,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    move,
    undo,
    reload,
    /** Takes over a card as the server answered it to this browser; one that is new to its lane goes to the end. */
    take(card: JobCard) {
      const held = base.cards.get(card.id)
      if (card.boardid !== boardid || !isLane(card.status)) set(removeCard(base, card.id))
      else if (held?.status === card.status) set(updateCards(base, [card]))
      else set(addCard(removeCard(base, card.id), card, laneEnd(base, card.status)))
      if (held?.status !== card.status) lastmoves.set(card.id, card.seq)
    },
    hold() {
      held ??= []
    },
    release() {
      const waiting = held ?? []
      held = undefined
      for (const act of waiting) act()
    },
    hear(event: string, args: readonly unknown[], seq: number) {
      if (event === 'JobMoved' || event === 'JobChanged') told++
      if (event === 'JobMoved') receive(() => hearMoved(args[0] as JobMovedEvent, seq))
      if (event === 'JobChanged') receive(() => hearChanged(args[0] as JobChangedEvent, seq))
      if (event === 'Reload') void reload().catch(world.onLost)
    },
    idle: moves.idle,
  }
}

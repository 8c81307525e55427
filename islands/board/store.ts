import { isLane } from '#db/job-status.ts'
import type {
  BoardLanes,
  JobCard,
  JobChangedEvent,
  JobMovedEvent,
  JobPosition,
  LaneFigures,
  MovedJob,
} from '#server/domains/work/jobs/types.ts'
import { type Filter, isFiltering, noFilter } from './filter.ts'
import { type CardMove, createMoves, type MoveResult, type MoveWarning } from './moves.ts'
import { RefreshQueue } from './refresh-queue.ts'
import {
  addCard,
  addLoaded,
  applyOthersPosition,
  applyServerPosition,
  type BoardState,
  createBoardState,
  findPosition,
  findUnloaded,
  type LanePosition,
  laneEnd,
  lastLoaded,
  moveCard,
  removeCard,
  updateCards,
} from './state.ts'

/** What is asked of the server; without a filter, all. */
export type LanesQuery = { filter?: Filter; take?: number; lane?: number; after?: string }

export type BoardEffects = {
  send: (move: CardMove, version: number, confirmed: boolean) => Promise<MoveResult>
  fetchLanes: (asked: LanesQuery) => Promise<BoardLanes>
  fetchCards: (ids: readonly string[]) => Promise<JobCard[]>
  confirm: (move: CardMove, warnings: readonly MoveWarning[]) => Promise<boolean>
  onMoved: (move: CardMove, position: JobPosition) => void
  onRefused: (move: CardMove, message: string) => void
  onLost: (error: unknown) => void
}

export type BoardSnapshot = {
  boardid: string
  cards: readonly JobCard[]
  seq: number
  /** Without them the cards are all. */
  figures?: readonly LaneFigures[]
  total?: number
  inhistory?: number
  filtered?: boolean
  filter?: Filter
}

/** What the server said of the whole board; `filtered`: its cards are those that match the filter. */
type BoardCounts = { total: number; inhistory: number; filtered: boolean }

const LEAST_ASKED = 50
const MAX_ASKED = 1_000

/** Pending moves lie over the server's state: a move that is refused needs no undoing, it only falls away. */
export class BoardStore {
  readonly #boardid: string
  readonly #seq: number
  readonly #effects: BoardEffects
  readonly #moves: ReturnType<typeof createMoves>
  readonly #refresh = new RefreshQueue((ids) => void this.#refetch(ids))
  readonly #listeners = new Set<() => void>()
  /** By job, the change number of its last move: an older one is an echo, a newer one ends the undo of mine. */
  readonly #lastmoves = new Map<string, number>()
  #server: BoardState
  #whole: BoardCounts
  #filter: Filter = noFilter
  #loading = new Map<number, Promise<void>>()
  #asked = 0
  #view: BoardState | undefined
  #deferred: (() => void)[] | undefined
  /** Counts moves and changes: a board that was asked for before one of them shows the past. */
  #events = 0

  constructor({ boardid, cards, seq, ...given }: BoardSnapshot, effects: BoardEffects) {
    this.#boardid = boardid
    this.#seq = seq
    this.#effects = effects
    this.#server = createBoardState(cards, given.figures)
    const { total = cards.length, inhistory = 0, filtered = false } = given
    this.#whole = { total, inhistory, filtered }
    this.#filter = given.filter ?? noFilter
    this.#moves = createMoves({
      send: (move, confirmed) => effects.send(move, this.#versionOf(move.id), confirmed),
      confirm: effects.confirm,
      onChange: () => this.#changed(),
      onMoved: (move, position) => this.#onMoved(move, position),
      onRefused: (move, message, position) => this.#onRefused(move, message, position),
    })
  }

  readonly get = (): BoardState => {
    const pending = this.#moves.pending()
    this.#view ??= pending.reduce((state, { id, to }) => moveCard(state, id, to), this.#server)
    return this.#view
  }

  readonly whole = (): BoardCounts =>
    this.#whole.filtered || this.isPartial()
      ? this.#whole
      : { ...this.#whole, total: this.#server.cards.size }

  /** A board that is loaded whole is filtered where it stands. */
  filter(filter: Filter): void {
    this.#filter = filter
    if (this.#whole.filtered || (isFiltering(filter) && this.isPartial())) void this.#refetch('board')
  }

  isPartial(): boolean {
    return [...this.#server.unloaded.values()].some(({ count }) => count > 0)
  }

  loadMore(lane: number): Promise<void> {
    const running = this.#loading.get(lane)
    if (running || findUnloaded(this.#server, lane).count === 0) return running ?? Promise.resolve()
    const loading = this.#loadMore(lane)
      .catch((error) => this.#effects.onLost(error))
      .finally(() => this.#loading.delete(lane))
    this.#loading.set(lane, loading)
    return loading
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  move(id: string, to: LanePosition, undoes?: true): void {
    const from = findPosition(this.get(), id)
    if (!from || (from.lane === to.lane && from.afterid === to.afterid)) return
    this.#moves.enqueue({ id, to, from, undoes })
  }

  /** The way back, unless somebody else has moved the card since. Returns whether it goes. */
  undo({ id, from }: CardMove, seq: number): boolean {
    const isMine = this.#lastmoves.get(id) === seq && this.#server.cards.has(id)
    if (isMine) this.move(id, from, true)
    return isMine
  }

  readonly take = (card: JobCard): void => {
    this.#events++
    const before = this.#server.cards.get(card.id)
    const without = () => removeCard(this.#server, card.id)
    if (!this.#isHere(card)) this.#set(without())
    else if (before?.status === card.status) this.#set(updateCards(this.#server, [card]))
    else this.#set(addCard(without(), card, laneEnd(this.#server, card.status)))
    if (before?.status !== card.status) this.#lastmoves.set(card.id, card.seq)
  }

  hold(): void {
    this.#deferred ??= []
  }

  release(): void {
    const waiting = this.#deferred ?? []
    this.#deferred = undefined
    for (const act of waiting) act()
  }

  readonly onHubEvent = (event: string, args: readonly unknown[], seq: number): void => {
    if (event === 'JobMoved' || event === 'JobChanged') this.#events++
    if (event === 'JobMoved') this.#afterDrag(() => this.#onOthersMove(args[0] as JobMovedEvent, seq))
    if (event === 'JobChanged') this.#afterDrag(() => this.#onOthersChange(args[0] as JobChangedEvent, seq))
    if (event === 'Reload') void this.#refetch('board')
  }

  #versionOf(id: string): number {
    return this.#server.cards.get(id)?.version ?? 0
  }

  #isHere({ boardid, status }: { boardid: string; status: number }): boolean {
    return boardid === this.#boardid && isLane(status)
  }

  /** The answer to a move says more than its echo, and a lost race comes with the refusal. */
  #isPending(id: string): boolean {
    return this.#moves.pending().some((move) => move.id === id)
  }

  #set(next: BoardState): void {
    this.#server = next
    this.#changed()
  }

  #changed(): void {
    this.#view = undefined
    for (const listener of this.#listeners) listener()
  }

  #afterDrag(act: () => void): void {
    if (this.#deferred) this.#deferred.push(act)
    else act()
  }

  #onMoved(move: CardMove, { card, ...position }: MovedJob): void {
    this.#events++
    this.#server = applyServerPosition(this.#server, position)
    if (card) this.#server = updateCards(this.#server, [card])
    this.#lastmoves.set(position.id, position.seq)
    this.#effects.onMoved(move, position)
  }

  #onRefused(move: CardMove, message: string, position: JobPosition | undefined): void {
    if (position) this.#takePosition(position)
    else this.#refresh.addBoard()
    if (message) this.#effects.onRefused(move, message)
  }

  #onOthersMove(event: JobMovedEvent, seq: number): void {
    if (this.#isPending(event.id) || (this.#lastmoves.get(event.id) ?? this.#seq) >= seq) return
    this.#lastmoves.set(event.id, seq)
    const before = this.#server.cards.get(event.id)?.status
    this.#takePosition({ ...event, seq })
    // Another lane brings another stage, and perhaps its steps.
    if (before !== event.status && this.#server.cards.has(event.id)) this.#refresh.add(event.id)
  }

  #onOthersChange({ id, status, boardid }: JobChangedEvent, seq: number): void {
    if (this.#isPending(id)) return
    const card = this.#server.cards.get(id)
    if (!this.#isHere({ boardid, status })) return void (card && this.#set(removeCard(this.#server, id)))
    if (card && card.seq >= seq) return
    if (card?.status === status) this.#refresh.add(id)
    else this.#refresh.addBoard()
  }

  /** A card that comes in from another board brings its position with the whole board. */
  #takePosition(position: JobPosition): void {
    const isHere = this.#isHere(position)
    if (isHere && !this.#server.cards.has(position.id)) this.#refresh.addBoard()
    else
      this.#set(isHere ? applyOthersPosition(this.#server, position) : removeCard(this.#server, position.id))
  }

  async #refetch(ids: readonly string[] | 'board'): Promise<void> {
    try {
      await (ids === 'board' ? this.#refetchBoard() : this.#refetchCards(ids))
    } catch (error) {
      this.#effects.onLost(error)
    }
  }

  async #refetchBoard(): Promise<void> {
    const before = this.#events
    const asked = ++this.#asked
    const lengths = [...this.#server.lanes.values()].map(({ length }) => length)
    const narrowed = isFiltering(this.#filter) && (this.#whole.filtered || this.isPartial())
    const { cards, lanes, ...whole } = await this.#effects.fetchLanes({
      filter: narrowed ? this.#filter : undefined,
      take: Math.min(MAX_ASKED, Math.max(LEAST_ASKED, ...lengths)),
    })
    this.#afterDrag(() => {
      if (asked !== this.#asked) return
      this.#whole = whole
      this.#set(createBoardState(cards, lanes))
      if (before !== this.#events) this.#refresh.addBoard()
    })
  }

  async #loadMore(lane: number): Promise<void> {
    const [before, asked] = [this.#events, this.#asked]
    const filter = this.#whole.filtered ? this.#filter : undefined
    const answer = await this.#effects.fetchLanes({ filter, lane, after: lastLoaded(this.#server, lane) })
    const figures = answer.lanes.find(({ status }) => status === lane)
    if (!figures || asked !== this.#asked) return
    this.#afterDrag(() => {
      this.#set(addLoaded(this.#server, lane, answer.cards, figures))
      // The card that was asked after may have left the lane meanwhile.
      if (before !== this.#events || answer.cards.length === 0) this.#refresh.addBoard()
    })
  }

  async #refetchCards(ids: readonly string[]): Promise<void> {
    const cards = await this.#effects.fetchCards(ids)
    this.#afterDrag(() => {
      const here = new Set(cards.filter(({ status }) => isLane(status)).map(({ id }) => id))
      for (const id of ids) if (!here.has(id)) this.#set(removeCard(this.#server, id))
      this.#set(updateCards(this.#server, cards))
      if (cards.some((card) => this.#server.cards.get(card.id)?.status !== card.status))
        this.#refresh.addBoard()
    })
  }
}

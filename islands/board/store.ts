import type { JobCard, JobChangedEvent, JobMovedEvent, JobPosition } from '#server/domains/work/jobs/types.ts'
import { type CardMove, createMoves, type MoveResult, type MoveWarning } from './moves.ts'
import { RefreshQueue } from './refresh-queue.ts'
import {
  addCard,
  applyServerPosition,
  type BoardState,
  createBoardState,
  findPosition,
  isBoardLane,
  type LanePosition,
  laneEnd,
  moveCard,
  removeCard,
  updateCards,
} from './state.ts'

export type BoardEffects = {
  send: (move: CardMove, version: number, confirmed: boolean) => Promise<MoveResult>
  fetchBoard: () => Promise<JobCard[]>
  fetchCards: (ids: readonly string[]) => Promise<JobCard[]>
  confirm: (move: CardMove, warnings: readonly MoveWarning[]) => Promise<boolean>
  onMoved: (move: CardMove, position: JobPosition) => void
  onRefused: (move: CardMove, message: string) => void
  onLost: (error: unknown) => void
}

type BoardSnapshot = { boardid: string; cards: readonly JobCard[]; seq: number }

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
  #view: BoardState | undefined
  #deferred: (() => void)[] | undefined
  /** Counts moves and changes: a board that was asked for before one of them shows the past. */
  #events = 0

  constructor({ boardid, cards, seq }: BoardSnapshot, effects: BoardEffects) {
    this.#boardid = boardid
    this.#seq = seq
    this.#effects = effects
    this.#server = createBoardState(cards)
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
    return boardid === this.#boardid && isBoardLane(status)
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

  #onMoved(move: CardMove, position: JobPosition): void {
    this.#events++
    this.#server = applyServerPosition(this.#server, position)
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
    this.#takePosition({ ...event, seq })
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
      this.#set(isHere ? applyServerPosition(this.#server, position) : removeCard(this.#server, position.id))
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
    const cards = await this.#effects.fetchBoard()
    this.#afterDrag(() => {
      this.#set(createBoardState(cards))
      if (before !== this.#events) this.#refresh.addBoard()
    })
  }

  async #refetchCards(ids: readonly string[]): Promise<void> {
    const cards = await this.#effects.fetchCards(ids)
    this.#afterDrag(() => {
      const here = new Set(cards.filter(({ status }) => isBoardLane(status)).map(({ id }) => id))
      for (const id of ids) if (!here.has(id)) this.#set(removeCard(this.#server, id))
      this.#set(updateCards(this.#server, cards))
      if (cards.some((card) => this.#server.cards.get(card.id)?.status !== card.status))
        this.#refresh.addBoard()
    })
  }
}

import type { JobPosition } from '#server/domains/work/jobs/types.ts'
import type { LanePosition } from './state.ts'

/** One move that a person made here. `from` is where the card was, for the way back. */
export type Move = { id: string; to: LanePosition; from: LanePosition; undoes?: true }

export type MoveWarning = { code: string; message: string }

/** What became of a move that was sent. A refusal says where the card is now when somebody else was first. */
export type MoveResult =
  | { kind: 'moved'; place: JobPosition }
  | { kind: 'warnings'; warnings: readonly MoveWarning[] }
  | { kind: 'refused'; message: string; place?: JobPosition }

type MovesOptions = {
  /** Sends one move with the version that is known now. Never rejects. */
  send: (move: Move, confirmed: boolean) => Promise<MoveResult>
  /** Asks once whether to go on in spite of warnings. */
  confirm: (move: Move, warnings: readonly MoveWarning[]) => Promise<boolean>
  onChange: () => void
  onMoved: (move: Move, place: JobPosition) => void
  /** The message is empty when the person would rather not, having read the warnings. */
  onRefused: (move: Move, message: string, place?: JobPosition) => void
}

/**
 * The moves of this browser, sent one at a time in the order they were made (domain fact 4.13). Those still under
 * way are `pending`: the board shows them over what the server has told.
 */
export function createMoves(options: MovesOptions) {
  let pending: readonly Move[] = []
  let running: Promise<void> | undefined

  function enqueue(move: Move): void {
    change([...pending, move])
    running ??= run().finally(() => {
      running = undefined
    })
  }

  function change(next: readonly Move[]): void {
    pending = next
    options.onChange()
  }

  async function run(): Promise<void> {
    for (let move = pending[0]; move; move = pending[0]) {
      const outcome = await settle(move)
      pending = pending.slice(1)
      if (outcome?.kind === 'moved') options.onMoved(move, outcome.place)
      else options.onRefused(move, outcome?.message ?? '', outcome?.place)
      options.onChange()
    }
  }

  /** Nothing: the person was asked and would rather not. */
  async function settle(move: Move): Promise<Exclude<MoveResult, { kind: 'warnings' }> | undefined> {
    const first = await options.send(move, false)
    if (first.kind !== 'warnings') return first
    if (!(await options.confirm(move, first.warnings))) return
    const second = await options.send(move, true)
    return second.kind === 'warnings' ? undefined : second
  }

  return { enqueue, pending: () => pending, idle: () => running ?? Promise.resolve() }
}

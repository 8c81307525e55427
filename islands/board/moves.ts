import type { JobPosition, MovedJob } from '#server/domains/work/jobs/types.ts'
import type { LanePosition } from './state.ts'

export type CardMove = { id: string; to: LanePosition; from: LanePosition; undoes?: true }

export type MoveWarning = { code: string; message: string }

export type MoveResult =
  | { kind: 'moved'; position: MovedJob }
  | { kind: 'warnings'; warnings: readonly MoveWarning[] }
  | { kind: 'refused'; message: string; position?: JobPosition }

type MovesOptions = {
  send: (move: CardMove, confirmed: boolean) => Promise<MoveResult>
  confirm: (move: CardMove, warnings: readonly MoveWarning[]) => Promise<boolean>
  onChange: () => void
  onMoved: (move: CardMove, position: MovedJob) => void
  /** The message is empty when the person would rather not, having read the warnings. */
  onRefused: (move: CardMove, message: string, position?: JobPosition) => void
}

/** One at a time in the order they were made (domain fact 4.13). */
export function createMoves(options: MovesOptions) {
  let pending: readonly CardMove[] = []
  let running: Promise<void> | undefined

  function enqueue(move: CardMove): void {
    change([...pending, move])
    running ??= run().finally(() => {
      running = undefined
    })
  }

  function change(next: readonly CardMove[]): void {
    pending = next
    options.onChange()
  }

  async function run(): Promise<void> {
    for (let move = pending[0]; move; move = pending[0]) {
      const result = await sendOrAsk(move)
      pending = pending.slice(1)
      if (result?.kind === 'moved') options.onMoved(move, result.position)
      else options.onRefused(move, result?.message ?? '', result?.position)
      options.onChange()
    }
  }

  /** Nothing: the person was asked and would rather not. */
  async function sendOrAsk(move: CardMove): Promise<Exclude<MoveResult, { kind: 'warnings' }> | undefined> {
    const first = await options.send(move, false)
    if (first.kind !== 'warnings') return first
    if (!(await options.confirm(move, first.warnings))) return
    const second = await options.send(move, true)
    return second.kind === 'warnings' ? undefined : second
  }

  return { enqueue, pending: () => pending, idle: () => running ?? Promise.resolve() }
}

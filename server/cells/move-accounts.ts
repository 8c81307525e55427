import { Problem } from '#server/errors.ts'
import { describeError, logUnexpected } from '#server/log.ts'
import type { ProposedMove } from './balance-cells.ts'

type MovesDone = {
  moved: ProposedMove[]
  failed?: ProposedMove & { why: string }
  untried: ProposedMove[]
}

/** One after another; the first that fails ends it, since the others go to the same few cells. */
export async function moveInTurn(
  moves: readonly ProposedMove[],
  move: (one: ProposedMove) => Promise<unknown>,
): Promise<MovesDone> {
  const moved: ProposedMove[] = []
  for (const [at, one] of moves.entries())
    try {
      await move(one)
      moved.push(one)
    } catch (error) {
      if (!(error instanceof Problem)) logUnexpected('a move of an account', error)
      return { moved, failed: { ...one, why: describeError(error) }, untried: moves.slice(at + 1) }
    }
  return { moved, untried: [] }
}

const quoteName = ({ name }: ProposedMove) => `"${name}"`

export const describeMoves = ({ moved, failed, untried }: MovesDone): string =>
  [
    ...moved.map((one) => `${quoteName(one)} was moved to ${one.to}.`),
    ...(failed ? [`${quoteName(failed)} was not moved to ${failed.to}: ${failed.why}`] : []),
    ...(untried.length > 0 ? [`Not tried: ${untried.map(quoteName).join(', ')}.`] : []),
  ].join(' ')

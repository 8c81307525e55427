import { existsSync, readFileSync } from 'node:fs'
import { type TenantFileRef, tryInThread, type WriteResult, writeInThread } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import type { Told } from './ask-reader.ts'
import type { Choices } from './choices.ts'
import type { Trial } from './drafts.ts'
import type { ImportProblem } from './problem.ts'
import { readList } from './read-list.ts'
import { type Undone, undoImport } from './undo-import.ts'
import { Refused } from './write.ts'
import { isPlain, type Ready, tryList, writeList } from './write-list.ts'
import type { Options } from './writing.ts'

/** A list on its way in: the file that holds it, and what is to be done with it. */
export type Bringing = {
  kind: 'trial' | 'import'
  path: string
  id: string
  noun: string
  filename: string
  sheet?: string
  choices: Choices
  match: Options['match']
}
/** Nothing when the list is in; what a trial found, when it was one or when the import was refused. */
export type Brought = { trial?: Trial }

/**
 * Reads a list and tries it, or writes it in one transaction: in a thread, since a hundred thousand rows take seconds.
 * A trial of what stands alone looks beside everybody else; whatever else asks for its turn first.
 */
export async function bringList(
  { path, sheet, kind, ...list }: Bringing,
  ref: TenantFileRef,
  turn: () => Promise<TenantFileRef>,
  progress: Told,
): Promise<WriteResult<Brought>> {
  if (!existsSync(path)) throw new Problem(404, 'The file is no longer here. Choose it again.')
  const { noun, filename, choices } = list
  const { records, rows, problems } = await readList(noun, filename, readFileSync(path), choices, {
    sheet,
    progress: (done, total) => progress(done, total, false),
  })
  const ready: Ready = { ...list, records, rows }
  const told = (_noun: string, done: number) => progress(done, rows, true)
  const trial = (of: TenantFileRef, only: 'reading' | 'writing') => {
    const found = tryInThread(of, only, (tx) => tryList(tx, ready, told))
    const all = [...problems, ...found.problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    return { value: { trial: { counts: found.counts, rows, ...cut(all) } }, events: [] }
  }
  const only = isPlain(noun) ? 'reading' : 'writing'
  if (kind === 'trial' || problems.length) return trial(only === 'reading' ? ref : await turn(), only)
  const mine = await turn()
  try {
    const { events } = writeInThread(mine, (tx) => writeList(tx, ready, told))
    return { value: {}, events }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // Somebody changed the account since the trial: it is told as a trial would tell it.
    return trial(mine, only)
  }
}

/** Takes an import back, in a thread as well. @throws what `undoImport` throws */
export const undoInThread = (ref: TenantFileRef, id: string): WriteResult<Undone> =>
  writeInThread(ref, (tx) => undoImport(tx, id))

const MOST_KEPT = 2_000

const cut = (problems: ImportProblem[]) => ({
  problems: problems.slice(0, MOST_KEPT),
  more: Math.max(0, problems.length - MOST_KEPT),
})

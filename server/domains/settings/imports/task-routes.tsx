import { importById } from '#db/queries/settings/imports.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, redirect, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { isRunning } from '#server/import/index.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { ProgressPart } from '#views/settings/imports/progress.tsx'
import { allowedList, findDone, findStagedImport } from './find-staged-import.ts'
import { ByStagedImport, importActor } from './input.ts'
import { getImports } from './running-imports.ts'
import { importUrl, undoWords } from './staged-import-pages.tsx'

const RECENT_MS = 10 * MINUTE_MS

/** Then its page shows how far it is. */
const MANY_ROWS = 20_000
const PATIENCE_MS = 20_000
const LATER: unique symbol = Symbol('later')

export const importTaskRoutes: Route[] = [
  page(
    'POST /import/:list/:id/cancel',
    { claim: 'records.import', params: ByStagedImport, summary: 'Stops an import.' },
    (c) => {
      const staged = findStagedImport(c)
      getImports(c.services).queue.cancel(c.person.accountid, staged.id)
      return redirect(importUrl(staged.recordType, staged.id))
    },
  ),

  page(
    'GET /import/:list/:id/progress',
    { claim: 'records.import', params: ByStagedImport, summary: 'How far an import is.' },
    (c) => {
      allowedList(c, c.params.list)
      const task = getImports(c.services).queue.task(c.person.accountid, c.params.id)
      const url = importUrl(c.params.list, c.params.id)
      if (task && isRunning(task)) return fragment(<ProgressPart url={url} task={task} />)
      if (!c.read((db) => importById(db, c.params.id))) findStagedImport(c)
      return redirect(url)
    },
  ),

  page(
    'POST /import/:list/:id/undo',
    { claim: 'records.import', params: ByStagedImport, summary: 'Takes an import back.' },
    async (c) => {
      const done = findDone(c)
      const undone = await undoSoon(c, done)
      if (undone === LATER) return redirect(importUrl(c.params.list, done.id))
      return saved(`The import was taken back${undone ? `: ${undoWords(undone)}` : ''}`, 'imports')
    },
  ),
]

/** @returns LATER where its page tells what becomes of it, nothing where it was just done @throws what `undoImport` throws */
async function undoSoon(c: Context, { id, rows }: { id: string; rows: number }) {
  const { accountid } = c.person
  const { queue } = getImports(c.services)
  const undoing = queue.undo(accountid, importActor(c), id)
  if (rows > MANY_ROWS) return LATER
  try {
    return await Promise.race([undoing, Bun.sleep(PATIENCE_MS).then((): typeof LATER => LATER)])
  } catch (error) {
    queue.forget(accountid, id)
    if (!wasJustUndone(c, id, c.services.clock())) throw error
  }
}

/** By the same person, whose answer was lost: a thread stores none by an idempotency key. */
function wasJustUndone(c: Context, id: string, now: Date): boolean {
  const done = c.read((db) => importById(db, id))
  return done?.undoneby === c.person.name && (done.undoneutc ?? '') > addMs(now, -RECENT_MS)
}

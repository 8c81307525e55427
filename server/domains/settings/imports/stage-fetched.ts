import { randomUUIDv7 } from 'bun'
import { listAddedByImport } from '#db/queries/settings/imports.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { describeLeftOut, type StagedImport } from '#server/import/index.ts'
import { type LeftOut, leftOutWords } from '#views/ui/synced-list.tsx'
import { importActor } from './input.ts'
import { getImports } from './running-imports.ts'
import { inspectUpload } from './stage-upload.ts'

type Fetched = { list: string; source: NonNullable<StagedImport['source']>; csv: string }

/** As a file that the import reads: its columns are shown, tried and taken back as those of any other. */
export async function stageFetched(c: Context, { list, source, csv }: Fetched): Promise<StagedImport> {
  const { accountid } = c.person
  const bytes = new TextEncoder().encode(csv)
  const filename = `${source}.csv`
  const staged: StagedImport = {
    id: randomUUIDv7(),
    recordType: list,
    filename,
    source,
    // What was changed here is not overwritten unless somebody says so.
    match: 'skip',
    ...(await inspectUpload(c, list, filename, bytes)),
  }
  const { stagedImports } = getImports(c.services)
  stagedImports.removeExpired(accountid, c.now())
  await stagedImports.add(accountid, staged, bytes)
  return staged
}

type SyncedList = 'inventory' | 'accountcodes'
export type Synced = { added: ReturnType<typeof listAddedByImport>; leftout: LeftOut }

/**
 * All that is new and sound, at once: what the Sync menus do. It stands among the imports, and is taken back there.
 * `before`: rows that were left out before it.
 * @throws 400 saying what is wrong, where nothing came in
 */
export async function importFetched(
  c: Context,
  staged: StagedImport,
  list: SyncedList,
  before: LeftOut = { rows: 0, reasons: [] },
): Promise<Synced> {
  const { accountid } = c.person
  const { queue, stagedImports } = getImports(c.services)
  await queue.start(accountid, importActor(c), staged, 'importGood')
  const task = queue.task(accountid, staged.id)
  const answer = ({ rows, reasons }: LeftOut): Synced => ({
    added: c.read((db) => listAddedByImport(db, staged.id, list)),
    leftout: {
      rows: before.rows + rows,
      reasons: [...before.reasons, ...reasons],
      part: before.part,
      open: rows > 0 ? `/import/${list}/${staged.id}` : undefined,
    },
  })
  if (task?.phase === 'done') return answer(task.leftout ?? { rows: 0, reasons: [] })
  const tried = stagedImports.read(accountid, staged.id)?.dryRun
  if (!tried) throw nothingCame(task?.sentence ?? 'Please try again.')
  const leftout = describeLeftOut(tried.rows - tried.good, tried.problems)
  if (tried.counts.there < tried.good || tried.good === 0)
    throw nothingCame(
      sayLeftOut({
        rows: before.rows + leftout.rows,
        reasons: [...before.reasons, ...leftout.reasons],
        part: before.part,
      }),
    )
  // All that is sound is here already.
  queue.forget(accountid, staged.id)
  if (leftout.rows === 0) stagedImports.remove(accountid, staged.id)
  return answer(leftout)
}

const nothingCame = (why: string) => new Problem(400, `Nothing came in. ${why}`, { code: 'nothing' })

const sayLeftOut = ({ rows, reasons, part }: LeftOut) =>
  [
    ...(part ? [part] : []),
    ...(rows > 0 ? [leftOutWords(rows)] : []),
    ...reasons.map(({ sentence }) => sentence),
  ].join(' ')

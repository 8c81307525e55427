import { randomUUIDv7 } from 'bun'
import { listAddedByImport } from '#db/queries/settings/imports.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import type { StagedImport } from '#server/import/index.ts'
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

/** All that is new and sound, at once: what the Sync menus do. It stands among the imports, and is taken back there. */
export async function importFetched(c: Context, staged: StagedImport, list: 'inventory' | 'accountcodes') {
  const { accountid } = c.person
  const { queue } = getImports(c.services)
  await queue.start(accountid, importActor(c), staged, 'importGood')
  const task = queue.task(accountid, staged.id)
  const why =
    staged.source === 'Xero'
      ? 'Bring the list in from the page Xero, which shows why.'
      : (task?.sentence ?? 'Please try again.')
  if (task?.phase !== 'done') throw new Problem(400, `Nothing came in. ${why}`, { code: 'nothing' })
  return c.read((db) => listAddedByImport(db, staged.id, list))
}

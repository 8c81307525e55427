import { randomUUIDv7 } from 'bun'
import { readLastChoices } from '#db/queries/settings/imports.ts'
import { baseName } from '#server/domains/work/attachments/names.ts'
import { uploadedBytes } from '#server/domains/work/attachments/store-attachment.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import {
  type ColumnChoices,
  describeProblem,
  findImportList,
  inspectInWorker,
  type StagedImport,
  suggestChoices,
} from '#server/import/index.ts'
import { whileConnected } from '#server/while-connected.ts'
import { getImports } from './running-imports.ts'

export async function stageUpload(
  c: Context<{ list: string }, unknown, { file?: unknown }>,
): Promise<StagedImport> {
  const { list } = c.params
  const upload = c.body.file
  const bytes = await uploadedBytes(upload, c.services.config.maxuploadmb)
  const filename = baseName((upload as File).name ?? '').slice(0, 200) || 'list'
  const staged: StagedImport = {
    id: randomUUIDv7(),
    recordType: list,
    filename,
    match: findImportList(list)?.updates ? 'update' : 'skip',
    ...(await inspectUpload(c, list, filename, bytes)),
  }
  const { stagedImports } = getImports(c.services)
  stagedImports.removeExpired(c.person.accountid, c.now())
  await stagedImports.add(c.person.accountid, staged, bytes)
  return staged
}

/** @throws 400 of `file` */
export async function inspectUpload(
  c: Context,
  list: string,
  filename: string,
  bytes: Uint8Array,
  sheet?: string,
): Promise<Pick<StagedImport, 'inspection' | 'choices'>> {
  const inspected = await inspectInWorker(whileConnected(c), { file: filename, bytes, sheet })
  if (!inspected.ok) {
    const [first, second, ...more] = inspected.problems
    const others = second ? ` ${describeProblem(second)}` : ''
    throw invalid({
      file: `${describeProblem(first!)}${others}${more.length ? ` And ${more.length} more.` : ''}`,
    })
  }
  const { columns, empty } = inspected.value
  const before = c.read((db) => readLastChoices(db, list))
  const last = before ? (JSON.parse(before) as ColumnChoices) : undefined
  return { inspection: inspected.value, choices: suggestChoices(list, columns, { empty, last }) }
}

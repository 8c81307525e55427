import { conflict, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, redirect } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type ListRun, previewList, type StagedImport } from '#server/import/index.ts'
import { ImportPreview } from '#views/settings/imports/preview.tsx'
import { checkChoices, findStagedImport } from './find-staged-import.ts'
import { ByStagedImport, ColumnsForm, choicesIn, importActor, RunChoice, SheetChoice } from './input.ts'
import { getImports } from './running-imports.ts'
import { inspectUpload } from './stage-upload.ts'
import { importUrl } from './staged-import-pages.tsx'

type StagedContext = Context<{ list: string; id: string }>
type Body = Record<string, string | undefined>

export const stagedImportRoutes: Route[] = [
  page(
    'POST /import/:list/:id',
    {
      summary: 'Keeps the chosen columns, and starts the trial run (dry run).',
      claim: 'records.import',
      params: ByStagedImport,
      body: ColumnsForm,
    },
    async (c) => {
      const staged = findStagedImport(c)
      const choices = choicesIn(staged.recordType, c.body as Body)
      checkChoices(staged, choices)
      const match = (c.body.match as 'update' | 'skip' | undefined) ?? 'skip'
      const changed = { ...staged, choices, match, dryRun: undefined }
      await getImports(c.services).stagedImports.save(c.person.accountid, changed)
      return start(c, changed, 'dryRun')
    },
  ),

  page(
    'POST /import/:list/:id/preview',
    {
      claim: 'records.import',
      params: ByStagedImport,
      body: ColumnsForm,
      summary: 'Shows what an import would do.',
    },
    (c) => {
      const { recordType, filename, inspection } = findStagedImport(c)
      const choices = choicesIn(recordType, c.body as Body)
      return fragment(<ImportPreview {...previewList(recordType, filename, inspection, choices)} />)
    },
  ),

  page(
    'POST /import/:list/:id/sheet',
    {
      summary: 'Chooses the sheet of a workbook.',
      claim: 'records.import',
      params: ByStagedImport,
      body: SheetChoice,
    },
    async (c) => {
      const staged = findStagedImport(c)
      const bytes = getImports(c.services).stagedImports.bytes(c.person.accountid, staged.id)
      if (!bytes) throw notFound('file')
      if (!staged.inspection.sheets.includes(c.body.sheet))
        throw invalid({ sheet: 'The workbook has no such sheet.' })
      const found = await inspectUpload(c, staged.recordType, staged.filename, bytes, c.body.sheet)
      await getImports(c.services).stagedImports.save(c.person.accountid, {
        ...staged,
        ...found,
        dryRun: undefined,
      })
      return redirect(importUrl(staged.recordType, staged.id))
    },
  ),

  page(
    'POST /import/:list/:id/run',
    {
      claim: 'records.import',
      params: ByStagedImport,
      body: RunChoice,
      summary: 'Starts an import, of all rows or of those without problems.',
    },
    (c) => {
      const { rows } = c.body ?? {}
      const staged = findStagedImport(c)
      const { problems = [], good = 0 } = staged.dryRun ?? {}
      if (!staged.dryRun || (rows === 'good' ? good === 0 : problems.length))
        throw conflict(null, 'This list has problems, and nothing was imported. Mend them and begin again.')
      return start(c, staged, rows === 'good' ? 'importGood' : 'import')
    },
  ),
]

function start(c: StagedContext, staged: StagedImport, kind: ListRun['kind']) {
  void getImports(c.services).queue.start(c.person.accountid, importActor(c), staged, kind)
  return redirect(importUrl(staged.recordType, staged.id))
}

import { conflict, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, redirect } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type ImportDraft, previewList } from '#server/import/index.ts'
import { ImportPreview } from '#views/settings/imports/preview.tsx'
import { importUrl } from './draft-pages.tsx'
import { checkChoices, findDraft } from './find-draft.ts'
import { ByDraft, Columns, choicesIn, importActor, SheetChoice } from './input.ts'
import { getImports } from './running-imports.ts'
import { inspectUpload } from './upload-draft.ts'

type DraftContext = Context<{ list: string; id: string }>
type Body = Record<string, string | undefined>

export const importDraftRoutes: Route[] = [
  page('POST /import/:list/:id', { claim: 'records.import', params: ByDraft, body: Columns }, async (c) => {
    const draft = findDraft(c)
    const choices = choicesIn(draft.recordType, c.body as Body)
    checkChoices(draft, choices)
    const match = (c.body.match as 'update' | 'skip' | undefined) ?? 'skip'
    const changed = { ...draft, choices, match, dryRun: undefined }
    await getImports(c.services).drafts.save(c.person.accountid, changed)
    return start(c, changed, 'dryRun')
  }),

  page(
    'POST /import/:list/:id/preview',
    { claim: 'records.import', params: ByDraft, body: Columns, summary: 'Shows what an import would do.' },
    (c) => {
      const { recordType, filename, inspection } = findDraft(c)
      const choices = choicesIn(recordType, c.body as Body)
      return fragment(<ImportPreview {...previewList(recordType, filename, inspection, choices)} />)
    },
  ),

  page(
    'POST /import/:list/:id/sheet',
    { claim: 'records.import', params: ByDraft, body: SheetChoice },
    async (c) => {
      const draft = findDraft(c)
      const bytes = getImports(c.services).drafts.bytes(c.person.accountid, draft.id)
      if (!bytes) throw notFound('file')
      if (!draft.inspection.sheets.includes(c.body.sheet))
        throw invalid({ sheet: 'The workbook has no such sheet.' })
      const found = await inspectUpload(c, draft.recordType, draft.filename, bytes, c.body.sheet)
      await getImports(c.services).drafts.save(c.person.accountid, { ...draft, ...found, dryRun: undefined })
      return redirect(importUrl(draft.recordType, draft.id))
    },
  ),

  page(
    'POST /import/:list/:id/run',
    { claim: 'records.import', params: ByDraft, summary: 'Starts an import.' },
    (c) => {
      const draft = findDraft(c)
      if (!draft.dryRun || draft.dryRun.problems.length)
        throw conflict(
          null,
          'This list has problems, and nothing was imported. Mend them and choose it again.',
        )
      return start(c, draft, 'import')
    },
  ),
]

function start(c: DraftContext, draft: ImportDraft, kind: 'dryRun' | 'import') {
  getImports(c.services).queue.start(c.person.accountid, importActor(c), draft, kind)
  return redirect(importUrl(draft.recordType, draft.id))
}

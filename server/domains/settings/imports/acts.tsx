import { importById } from '#db/queries/settings/imports.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, redirect, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import type { Drafts } from '#server/import/drafts.ts'
import { type Importer, isUnderWay } from '#server/import/importer.ts'
import { after, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import { ImportPreview } from '#views/settings/imports/preview.tsx'
import { ProgressPart } from '#views/settings/imports/progress.tsx'
import { allowedList, checkChoices, findDone, findDraft } from './find-draft.ts'
import { ByDraft, Columns, choicesIn, Sheet } from './input.ts'
import { previewOf } from './preview.ts'
import { urlOf } from './shown.tsx'
import { looked } from './take-file.ts'

type OfDraft = Context<{ list: string; id: string }>
type Body = Record<string, string | undefined>

const by = ({ person }: Context) => ({ userid: person.userid, name: person.name })

const LATELY_MS = 10 * MINUTE_MS

/** What is done with a file on its way in, and with an import afterwards. */
export function importActs({ clock }: Services, drafts: Drafts, importer: Importer): Route[] {
  const start = (c: OfDraft, kind: 'trial' | 'import') => {
    const draft = findDraft(c, drafts)
    if (kind === 'import' && (!draft.trial || draft.trial.problems.length))
      throw conflict(null, 'This list has problems, and nothing was imported. Mend them and choose it again.')
    importer.start(c.person.accountid, by(c), draft, kind)
    return redirect(urlOf(draft))
  }

  /** Whoever took it back a moment ago and asks again did not get the answer: a thread keeps none by a key. */
  const justUndone = (c: OfDraft, id: string) => {
    const done = c.read((db) => importById(db, id))
    return done?.undoneby === c.person.name && (done.undoneutc ?? '') > after(clock(), -LATELY_MS)
  }

  return [
    page('POST /import/:list/:id', { claim: 'records.import', params: ByDraft, body: Columns }, async (c) => {
      const draft = findDraft(c, drafts)
      const choices = choicesIn(draft.noun, c.body as Body)
      checkChoices(draft, choices)
      const match = (c.body.match as 'update' | 'skip' | undefined) ?? 'skip'
      await drafts.save(c.person.accountid, { ...draft, choices, match, trial: undefined })
      return start(c, 'trial')
    }),

    page(
      'POST /import/:list/:id/preview',
      { claim: 'records.import', params: ByDraft, body: Columns },
      (c) => {
        const draft = findDraft(c, drafts)
        return fragment(<ImportPreview {...previewOf(draft, choicesIn(draft.noun, c.body as Body))} />)
      },
    ),

    page(
      'POST /import/:list/:id/sheet',
      { claim: 'records.import', params: ByDraft, body: Sheet },
      async (c) => {
        const draft = findDraft(c, drafts)
        const bytes = drafts.bytes(c.person.accountid, draft.id)
        if (!bytes) throw notFound('file')
        if (!draft.look.sheets.includes(c.body.sheet))
          throw invalid({ sheet: 'The workbook has no such sheet.' })
        const found = await looked(c, draft.noun, draft.filename, bytes, c.body.sheet)
        await drafts.save(c.person.accountid, { ...draft, ...found, trial: undefined })
        return redirect(urlOf(draft))
      },
    ),

    page('POST /import/:list/:id/run', { claim: 'records.import', params: ByDraft }, (c) =>
      start(c, 'import'),
    ),

    page('POST /import/:list/:id/cancel', { claim: 'records.import', params: ByDraft }, (c) => {
      const draft = findDraft(c, drafts)
      importer.cancel(c.person.accountid, draft.id)
      return redirect(urlOf(draft))
    }),

    page('GET /import/:list/:id/progress', { claim: 'records.import', params: ByDraft }, (c) => {
      allowedList(c, c.params.list)
      const task = importer.task(c.person.accountid, c.params.id)
      const url = urlOf({ noun: c.params.list, id: c.params.id })
      if (task && isUnderWay(task)) return fragment(<ProgressPart url={url} task={task} />)
      if (!c.read((db) => importById(db, c.params.id))) findDraft(c, drafts)
      return redirect(url)
    }),

    page('POST /import/:list/:id/undo', { claim: 'records.import', params: ByDraft }, async (c) => {
      const { id } = findDone(c)
      const undone = await importer.undo(c.person.accountid, by(c), id).catch((error) => {
        if (justUndone(c, id)) return
        throw error
      })
      if (!undone) return saved('The import was taken back', 'imports')
      const { removed, restored, kept } = undone
      const parts = [
        `${removed} removed`,
        restored && `${restored} as before`,
        kept && `${kept} kept as they were changed since`,
      ]
      return saved(`The import was taken back: ${parts.filter(Boolean).join(', ')}`, 'imports')
    }),
  ]
}

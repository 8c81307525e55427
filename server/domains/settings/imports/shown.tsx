import type { Context } from '#server/http/context.ts'
import { choiceOf } from '#server/import/choices.ts'
import type { Draft, Drafts } from '#server/import/drafts.ts'
import { type Importer, isUnderWay } from '#server/import/importer.ts'
import { labelOf } from '#server/import/labels.ts'
import { fieldsOf, isRequired, type List } from '#server/import/lists.ts'
import { nounOf } from '#server/import/nouns.ts'
import { zoneOf } from '#server/zone.ts'
import { ImportColumns } from '#views/settings/imports/columns.tsx'
import { ImportDonePage } from '#views/settings/imports/done.tsx'
import { ImportProgress } from '#views/settings/imports/progress.tsx'
import { ImportTrial } from '#views/settings/imports/trial.tsx'
import { findDone, findDraft } from './find-draft.ts'
import { previewOf } from './preview.ts'

type OfDraft = Context<{ list: string; id: string }, { step?: string }>

/** A file on its way in: what is done with it now, what its trial found, or which column is what. */
export function shownDraft(c: OfDraft, list: List, drafts: Drafts, importer: Importer) {
  const draft = findDraft(c, drafts)
  const task = importer.task(c.person.accountid, draft.id)
  const about = { name: c.params.list, list, filename: draft.filename, url: urlOf(draft) }
  if (task && isUnderWay(task)) return <ImportProgress {...about} task={task} />
  const failed = task?.phase === 'failed' ? task.sentence : undefined
  if (draft.trial && c.query.step !== 'columns')
    return <ImportTrial {...about} trial={draft.trial} match={draft.match} failed={failed} />
  return columnsOf(draft, about, failed)
}

export const urlOf = ({ noun, id }: Pick<Draft, 'noun' | 'id'>) => `/import/${noun}/${id}`

type About = { name: string; list: List; filename: string; url: string }

function columnsOf(draft: Draft, about: About, failed?: string) {
  const { noun, choices, look } = draft
  return (
    <ImportColumns
      {...about}
      failed={failed}
      fields={fieldsOf(noun).map((field) => {
        const kind = nounOf(noun).fields[field]
        return {
          name: field,
          label: labelOf(noun, field),
          required: isRequired(noun, field),
          joined: about.list.joined?.includes(field) ?? false,
          percent: kind === 'percent' || kind === 'discount',
          ...choiceOf(choices, field),
        }
      })}
      columns={look.columns}
      total={look.total}
      sheets={look.sheets}
      sheet={look.sheet}
      keyed={about.list.keyed}
      keycolumn={choices.key}
      empty={choices.empty}
      match={draft.match}
      preview={previewOf(draft, choices)}
    />
  )
}

/** An import that is done, or was taken back. */
export function shownImport(c: OfDraft, list: List) {
  const done = findDone(c)
  return (
    <ImportDonePage
      name={c.params.list}
      list={list}
      done={done}
      url={urlOf(done)}
      zone={c.read((db) => zoneOf(db))}
    />
  )
}

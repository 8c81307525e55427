import { warnImportedUnplanned } from '#server/domains/work/jobinputs/unplanned-products.ts'
import type { Context } from '#server/http/context.ts'
import {
  chosenColumn,
  type DryRunReport,
  describeLines,
  fieldLabel,
  getRecordType,
  type ImportList,
  importFields,
  isRequiredField,
  isRunning,
  previewList,
  type StagedImport,
  type UndoResult,
} from '#server/import/index.ts'
import { readZone } from '#server/zone.ts'
import { ImportColumns } from '#views/settings/imports/columns.tsx'
import { ImportDonePage } from '#views/settings/imports/done.tsx'
import { ImportDryRun } from '#views/settings/imports/dry-run.tsx'
import { ImportProgress } from '#views/settings/imports/progress.tsx'
import { findDone, findStagedImport } from './find-staged-import.ts'
import { getImports } from './running-imports.ts'

type StagedContext = Context<{ list: string; id: string }, { step?: string }>

export function stagedImportPage(c: StagedContext, list: ImportList) {
  const staged = findStagedImport(c)
  const task = getImports(c.services).queue.task(c.person.accountid, staged.id)
  const about = {
    name: c.params.list,
    list,
    filename: staged.filename,
    source: staged.source,
    url: importUrl(staged.recordType, staged.id),
  }
  if (task && isRunning(task)) return <ImportProgress {...about} task={task} />
  const failed = task?.phase === 'failed' ? task.sentence : undefined
  if (staged.dryRun && c.query.step !== 'columns')
    return <ImportDryRun {...about} dryRun={presentDryRun(staged.dryRun)} failed={failed} />
  return columnsPage(staged, about, failed)
}

const presentDryRun = (dryRun: DryRunReport) => ({
  ...dryRun,
  problems: dryRun.problems.map((one) => ({ ...one, lines: describeLines(one) })),
})

export const importUrl = (recordType: string, id: string) => `/import/${recordType}/${id}`

type About = Pick<StagedImport, 'filename' | 'source'> & { name: string; list: ImportList; url: string }

function columnsPage(staged: StagedImport, about: About, failed?: string) {
  const { recordType, filename, choices, inspection } = staged
  return (
    <ImportColumns
      {...about}
      failed={failed}
      fields={importFields(recordType).map((field) => {
        const kind = getRecordType(recordType).fields[field]
        return {
          name: field,
          label: fieldLabel(recordType, field),
          required: isRequiredField(recordType, field),
          joined: about.list.joined?.includes(field) ?? false,
          percent: kind === 'percent' || kind === 'discount',
          ...chosenColumn(choices, field),
        }
      })}
      columns={inspection.columns}
      total={inspection.total}
      sheets={inspection.sheets}
      sheet={inspection.sheet}
      keyed={about.list.keyed}
      keycolumn={choices.key}
      empty={choices.empty}
      match={staged.match}
      preview={previewList(recordType, filename, inspection, choices)}
    />
  )
}

export function undoWords({ removed, restored, skipped }: UndoResult): string {
  const parts = [
    `${removed} removed`,
    restored && `${restored} as before`,
    skipped && `${skipped} kept as they were changed since`,
  ]
  return parts.filter(Boolean).join(', ')
}

export function donePage(c: StagedContext, list: ImportList) {
  const done = findDone(c)
  const { queue, stagedImports } = getImports(c.services)
  const url = importUrl(done.noun, done.id)
  const task = queue.task(c.person.accountid, done.id)
  if (task?.kind === 'undo' && isRunning(task))
    return <ImportProgress list={list} filename={done.filename} url={url} task={task} />
  return (
    <ImportDonePage
      name={c.params.list}
      list={list}
      done={done}
      url={url}
      notundone={task?.kind === 'undo' ? task.sentence : undefined}
      undone={task?.undone && undoWords(task.undone)}
      canmend={stagedImports.hasRefusedRows(c.person.accountid, done.id)}
      warnings={
        done.noun === 'materials' && !done.undoneutc
          ? c.read((db) => warnImportedUnplanned(db, done.doneutc))
          : []
      }
      zone={c.read((db) => readZone(db))}
    />
  )
}

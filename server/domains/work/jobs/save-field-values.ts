import { type JobFieldValue, listJobFieldValues, putJobFieldValue } from '#db/queries/catalogue/fields.ts'
import { bumpEditedVersion } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { isDate } from '#server/dates.ts'
import { conflict, invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getEditableJob } from './find-job.ts'
import { readJob } from './read-job.ts'
import { touchJob } from './touch-job.ts'

/** Spec: 0 text, 1 date, 3 number, 4 yes or no. */
const types: Record<number, { fits(value: string): boolean; error: string; words?(value: string): string }> =
  {
    0: { fits: () => true, error: '' },
    1: { fits: isDate, error: 'This is not a date like 2026-11-21.' },
    3: { fits: (value) => /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(value), error: 'This is not a number.' },
    4: {
      fits: (value) => value === 'true' || value === 'false',
      error: 'This is neither yes nor no.',
      words: (value) => (value === 'true' ? 'yes' : value === 'false' ? 'no' : ''),
    },
  }

type Given = { id: string; value: string | number | boolean | null }

/** @throws 404 for the job, 409, 400 naming each field: nothing is written then */
export function saveFieldValues(
  tx: Tx,
  viewer: Viewer,
  jobid: string,
  given: readonly Given[],
  version?: number,
) {
  const job = getEditableJob(tx.db, viewer, jobid)
  if (version !== undefined && version < job.editedversion) throw conflict(readJob(tx.db, viewer, jobid))
  const fields = new Map(listJobFieldValues(tx.db, jobid).map((field) => [field.id, field]))
  const values = given.map(({ id, value }) => ({
    id,
    field: fields.get(id),
    text: normaliseText(fields.get(id), value),
  }))
  const wrong = values.flatMap(({ id, field, text }) => {
    const sentence = findFault(field, text)
    return sentence ? [[id, sentence]] : []
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
  const changed = values.filter(({ field, text }) => (field!.value ?? '') !== text)
  for (const { id, text } of changed) putJobFieldValue(tx.db, jobid, id, text)
  recordHistory(
    tx,
    'jobs',
    jobid,
    changed.map(({ field, text }) => historyChange(field!, text)),
  )
  if (changed.length === 0) return
  bumpEditedVersion(tx.db, jobid)
  touchJob(tx, jobid)
}

function normaliseText(field: JobFieldValue | undefined, value: Given['value']): string {
  const text = String(value ?? '').trim()
  return field?.typeid === 3 ? text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.') : text
}

function findFault(field: JobFieldValue | undefined, text: string): string | undefined {
  if (!field) return 'This job has no such field.'
  if (text === '') return field.compulsary ? `${field.label} is required.` : undefined
  const { fits, error } = types[field.typeid] ?? types[0]!
  return fits(text) ? undefined : error
}

function historyChange({ label, typeid, value }: JobFieldValue, text: string) {
  const format = types[typeid]?.words ?? ((one: string) => one)
  return { field: label, oldvalue: format(value ?? ''), newvalue: format(text) }
}

import { readSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'
import { changeSettings, checkSettingsVersion, settingsVersion } from '#server/settings.ts'
import { jobFields, type OptionalJobField, optionalJobFields } from './fields.ts'

const KEY = 'form.job'

/** A tick cannot be required. */
export const formFields = optionalJobFields.map((name) => ({
  name,
  label: jobFields[name].label,
  canrequire: jobFields[name].kind !== 'flag',
}))

type FieldState = 'shown' | 'required' | 'hidden'
export type JobForm = Record<OptionalJobField, FieldState>

export function readJobForm(db: TenantDb): JobForm {
  const stored = readSetting<Partial<JobForm>>(db, KEY) ?? {}
  return Object.fromEntries(formFields.map(({ name }) => [name, stored[name] ?? 'shown'])) as JobForm
}

export const jobForm = cachedByReferenceVersion(readJobForm)

export const jobFormVersion = (db: TenantDb) => settingsVersion(db, [KEY])

/** @throws 400 by field, `VersionConflict` when somebody else saved first */
export function saveJobForm(tx: Tx, change: Partial<JobForm>, version?: number) {
  for (const { name, canrequire } of formFields)
    if (change[name] === 'required' && !canrequire)
      throw invalid({ [name]: 'A tick says yes or no, so it cannot be required.' })
  checkSettingsVersion(tx.db, KEY, { version, now: readJobForm(tx.db), typed: change })
  const stored = readSetting<Partial<JobForm>>(tx.db, KEY) ?? {}
  changeSettings(tx, { [KEY]: { ...stored, ...change } }, { words: (_key, value) => describeJobForm(value) })
}

function describeJobForm(form: unknown): string {
  const states = (form ?? {}) as Partial<JobForm>
  return formFields
    .flatMap(({ name, label }) => {
      const state = states[name] ?? 'shown'
      return state === 'shown' ? [] : [`${label} ${state}`]
    })
    .join(', ')
}

/** Only the fields that the save names: an older job may lack what was required since. @throws 400 by field */
export function checkJobForm(
  db: TenantDb,
  job: Record<string, unknown> & { categories: readonly string[] },
  edited: readonly string[] = formFields.map(({ name }) => name),
) {
  const form = jobForm(db)
  if (!formFields.some(({ name }) => edited.includes(name))) return
  const missing = formFields.filter(
    ({ name }) =>
      form[name] === 'required' && (name === 'categories' ? job.categories.length === 0 : isEmpty(job[name])),
  )
  if (missing.length === 0) return
  throw invalid(
    Object.fromEntries(
      missing.map(({ name, label }) => [
        name,
        // Specification 1, section 8.
        name === 'client' ? 'no client selected' : `${label} is required.`,
      ]),
    ),
  )
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

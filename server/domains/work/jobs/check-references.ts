import { inArray } from 'drizzle-orm'
import { listJobCategoryIds } from '#db/queries/work/jobs.ts'
import {
  boards,
  categories,
  clients,
  divisions,
  type jobs,
  locations,
  organisations,
  workers,
} from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import type { NamesOf, ValuesOf } from '#server/record-fields.ts'
import { findName, getRecord } from '#server/records.ts'
import { readRichText, toRichText } from '#server/rich-text.ts'
import { findImpossibleHour } from '#views/ui/visit-time.ts'
import { jobFields } from './fields.ts'

type Row = typeof jobs.$inferSelect

/** `categories` replaces the whole list. */
export type JobValues = Partial<ValuesOf<typeof jobFields>> & { boardid?: string }

const tables = { clients, locations, divisions, organisations, workers }

const referred = {
  ...Object.fromEntries(
    Object.entries(jobFields).flatMap(([name, field]) =>
      field.kind === 'reference' ? [[name, tables[field.to]]] : [],
    ),
  ),
  boardid: boards,
} as Record<NamesOf<typeof jobFields, { kind: 'reference' }>, (typeof tables)[keyof typeof tables]> & {
  boardid: typeof boards
}
type Reference = keyof typeof referred

/** Only a new reference must be in use: a job keeps the client that was archived since. @throws 400 by field */
export function checkReferences(db: TenantDb, { categories: chosen, ...values }: JobValues, before?: Row) {
  for (const field of Object.keys(referred) as Reference[]) {
    const id = values[field]
    if (id && id !== before?.[field]) checkInUse(getRecord(db, referred[field], id, field), field)
  }
  if (chosen?.length) checkCategories(db, chosen, before ? listJobCategoryIds(db, before.id) : [])
  checkDays(values, before)
  checkHour(values, before)
  return withClientOfLocation(db, values, before)
}

/** Planned after its due date a job may be, which the scheduler tells; a due date before its start is a slip. */
function checkDays(values: JobValues, before?: Row) {
  const { start, finish, scheduledend } = { ...before, ...values }
  const isNew = (field: 'finish' | 'scheduledend') => (values[field] ?? null) !== (before?.[field] ?? null)
  if (start && finish && start > finish && values.finish !== undefined && isNew('finish'))
    throw invalid({ finish: 'A job cannot be due before the day it starts.' })
  if (!scheduledend) return
  if (!start) throw invalid({ scheduledend: 'Enter the day on which the job starts as well.' })
  if (scheduledend < start)
    throw invalid({ scheduledend: 'A job cannot be scheduled to end before the day it starts.' })
}

/** Words are free, an hour is one that a clock shows. */
function checkHour({ visittime = '' }: JobValues, before?: Row) {
  const hour = visittime !== before?.visittime && findImpossibleHour(visittime)
  if (hour)
    throw invalid({ visittime: `No clock shows ${hour}. Write it such as 14:30, or between 8 and 10.` })
}

const checkInUse = ({ archived }: { archived: boolean }, field: string) => {
  if (archived) throw invalid({ [field]: 'This record is archived: restore it first, or choose another.' })
}

function checkCategories(db: TenantDb, ids: string[], kept: readonly string[]) {
  const { id, name, archived, jobcategory } = categories
  const rows = db
    .select({ id, name, archived, jobcategory })
    .from(categories)
    .where(inArray(categories.id, ids))
    .all()
  if (rows.length < new Set(ids).size) throw invalid({ categories: 'A category could not be found.' })
  for (const row of rows) {
    if (kept.includes(row.id)) continue
    if (!row.jobcategory) throw invalid({ categories: `${row.name} is a category of items, not of jobs.` })
    checkInUse(row, 'categories')
  }
}

function withClientOfLocation(db: TenantDb, values: Omit<JobValues, 'categories'>, before?: Row) {
  const { client, location } = { ...before, ...values }
  if (!location || (values.location === undefined && values.client === undefined)) return values
  const owner = getRecord(db, locations, location, 'location').client
  if (!owner || owner === client) return values
  if (client) throw invalid({ location: 'This location belongs to another client.' })
  return { ...values, client: owner }
}

function categoryNames(db: TenantDb, ids: readonly string[]): string[] {
  const { id, name } = categories
  const rows = db.select({ id, name }).from(categories).where(inArray(id, ids)).all()
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return ids.map((id) => names.get(id) ?? '(unknown)')
}

export function formatJobValue(db: TenantDb, field: string, value: unknown): string {
  if (Array.isArray(value)) return categoryNames(db, value).join(', ')
  if (Object.hasOwn(referred, field)) return findName(db, referred[field as Reference], value)
  return formatPlainValue(field, field === 'feedback' ? readRichText(toRichText(String(value))) : value)
}

import { APPROVE, ARCHIVED, COMPLETE, DRAFT, INVOICED } from '#db/job-status.ts'
import { insertRow } from '#db/queries/settings/import.ts'
import { readSetting } from '#db/queries/settings.ts'
import { skipJobNumbers } from '#db/queries/work/jobs-references.ts'
import type { Tx } from '#db/tenants.ts'
import { makeFirstIteration } from '#server/domains/work/jobsteps/make-iteration.ts'
import type { AccountCache } from '#server/import/check/account-cache.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { readToday } from '#server/zone.ts'
import { findOrAddBoard, importerHolds } from './import-boards.ts'
import { newRowColumns, resolveNew, type WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

export type ImportedJob = { status: number; day: string }

export const importedJobs = ({ account }: WriteContext) =>
  account.cached('jobs', () => new Map<string, ImportedJob>())

/** Without a status a job is Complete when it has a day of completion, else Draft. */
export function writeJob(context: WriteContext, record: ImportRecord): WriteOutcome {
  const resolved = resolveNew(context, record)
  if (!resolved) return context.resolver.exists(record.row) ? 'there' : 'refused'
  const { board, category, created, status: given, ...values } = resolved
  const { tx, account } = context
  const status = Number(given ?? (values.completed ? COMPLETE : DRAFT))
  const boardid = findOrAddBoard(context, String(board ?? ''))
  if (!boardid) {
    context.report(record, 'board', 'This is no board that you may work on.')
    return 'refused'
  }
  const refusal = refusedStatus(context, status)
  if (refusal) {
    context.report(record, 'status', refusal)
    return 'refused'
  }
  const today = account.cached('today', () => readToday(tx.db))
  const day = workDay(values, created, today)
  if (status >= COMPLETE && day > today) {
    context.report(record, 'completed', 'A job cannot be completed after today.')
    return 'refused'
  }
  context.steps.push(() => {
    insertRow(tx.db, 'jobs', {
      ...values,
      ...(status >= COMPLETE ? { completed: day } : {}),
      ...newRowColumns(tx, values.id),
      seq: tx.seq,
      boardid,
      status,
      statusbefore: status === ARCHIVED ? COMPLETE : null,
      created: createdAt(tx.now, created),
      ...(status >= APPROVE ? approvedColumns(tx, created) : {}),
    })
    if (category) insertRow(tx.db, 'job_categories', { jobid: values.id, categoryid: category })
    if (status === APPROVE) makeFirstIteration(tx, values.id)
    context.history.add(record, 'jobs', values.id)
    context.written.push({ table: 'jobs', id: values.id, version: 1 })
  })
  noteNumber(context, String(values.reference))
  importedJobs(context).set(values.id, { status, day })
  return 'added'
}

/** What is brought in as approved or invoiced asks the same right as making it so (decisions C1, F1). */
function refusedStatus(context: WriteContext, status: number): string | undefined {
  if (status >= APPROVE && !importerHolds(context, 'jobs.approve'))
    return 'Only somebody who may approve jobs imports what is approved.'
  if (status === INVOICED && !importerHolds(context, 'invoices.issue'))
    return 'Only somebody who may issue invoices imports what is invoiced.'
}

/** Before the first of them is written: from then on nobody is given one of their numbers. */
export function reserveNumbers({ tx, account, steps }: WriteContext) {
  const { number } = highestNumber(account)
  if (number) steps.unshift(() => void skipJobNumbers(tx.db, number))
}

/** What is complete was so on the day of its order at least, whose VAT it takes; never later than today. */
const workDay = ({ completed }: ColumnValues, created: unknown, today: string) =>
  String(completed ?? earlier(created, today))

const earlier = (day: unknown, today: string) => (day && String(day) < today ? day : today)

/** As of the day of the order, by whoever imports it. */
const approvedColumns = ({ now, by }: Tx, created: unknown) => ({
  approvedutc: createdAt(now, created),
  approvedby: by.userid,
  approvedname: by.name,
})

/** The file has the day alone; 06:00 UTC is morning where tenants are. Never later than now. */
function createdAt(now: string, day: unknown): string {
  const morning = `${day}T06:00:00.000Z`
  return day && morning < now ? morning : now
}

const highestNumber = (account: AccountCache) => account.cached('highest', () => ({ number: 0 }))

function noteNumber({ tx, account }: WriteContext, reference: string) {
  const prefix = account.cached('prefix', () => readSetting<string>(tx.db, 'prefix') ?? 'J')
  const digits = reference.startsWith(prefix) ? reference.slice(prefix.length) : ''
  const highest = highestNumber(account)
  if (/^[1-9]\d{0,11}$/.test(digits)) highest.number = Math.max(highest.number, Number(digits))
}

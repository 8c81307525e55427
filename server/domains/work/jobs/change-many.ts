import { randomUUIDv7 } from 'bun'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { detailRow, findJobPlace, listJobCategoryIds } from '#db/queries/work/jobs.ts'
import { job_batches } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { settleAndLeave } from '#server/domains/sales/deposits/leave-job.ts'
import { TIME_CHOICE } from '#server/domains/work/timesheet/undo-choice.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import type { RefusedJob } from '#views/work/jobs/bulk-dialog.tsx'
import { bulkKindNames } from '#views/work/jobs/bulk-kinds.ts'
import { archiveJob, undoArchive, undoMade } from './change-status.ts'
import { visibleJob } from './find-job.ts'
import { findJobs, type JobQuery } from './list-jobs.ts'
import { moveToEnd } from './move-job.ts'
import { pastJobs } from './past-jobs.ts'
import { changeJob } from './save-job.ts'

type ManyChange = {
  assignee?: string | null
  lane?: number
  finish?: string | null
  category?: string | null
  archived?: boolean
  confirmed?: boolean
}
type ManyJobs = {
  ids?: readonly string[]
  all?: JobQuery & { past?: boolean; total: number }
}

type Before = {
  assignee?: string | null
  finish?: string | null
  categories?: string[]
  lane?: number
  archived?: number
  /** There was no job before. */
  made?: true
}
type BatchRow = { id: string; version: number; before: Before }
type ManyChanged = { id: string | null; done: string[]; refused: RefusedJob[] }

const MOST = 1_000

/** One change of many jobs in one transaction; what is refused stays as it is, and says why. @throws 400, 409 */
export function changeManyJobs(tx: Tx, viewer: Viewer, jobs: ManyJobs, change: ManyChange): ManyChanged {
  const kinds = bulkKindNames.filter((kind) => change[kind] !== undefined)
  if (kinds.length !== 1) throw new Problem(400, `Choose one change: ${bulkKindNames.join(', ')}.`)
  if (change.category === null) throw invalid({ category: 'Choose a category.' })
  const { done, refused } = eachJob(tx, viewer, findManyJobs(tx.db, viewer, jobs), (row, id) => {
    const before = readBefore(row.db, id, change)
    applyChange(row, viewer, id, change)
    return before
  })
  const id = done.length > 0 ? storeBatch(tx, kinds[0] as string, done) : null
  return { id, done: done.map((row) => row.id), refused }
}

/** Only what still is as the change left it, once, by whoever made it. @throws 404 */
export function undoManyJobs(tx: Tx, viewer: Viewer, batchid: string): ManyChanged {
  const batch = tx.db
    .select()
    .from(job_batches)
    .where(
      and(
        eq(job_batches.id, batchid),
        eq(job_batches.userid, tx.by.userid ?? ''),
        isNull(job_batches.undoneutc),
        ne(job_batches.change, TIME_CHOICE),
      ),
    )
    .get()
  if (!batch) throw notFound('change')
  const rows = new Map((JSON.parse(batch.rows) as BatchRow[]).map((row) => [row.id, row]))
  const { done, refused } = eachJob(tx, viewer, [...rows.keys()], (row, id) => {
    const { version, before } = rows.get(id) as BatchRow
    if (findJobPlace(row.db, id)?.version !== version)
      throw new Problem(409, 'It was changed again since, and stays as it is.')
    putBack(row, viewer, id, before)
    return {}
  })
  tx.db.update(job_batches).set({ undoneutc: tx.now }).where(eq(job_batches.id, batchid)).run()
  return { id: null, done: done.map((row) => row.id), refused }
}

/** What the rows of some forty jobs are stored in. */
const LONG_BATCH = 4_000

/** So many jobs that others would wait for the undo. */
export const isLongBatch = (db: TenantDb, batchid: string) =>
  (db
    .select({ size: sql<number>`length(${job_batches.rows})` })
    .from(job_batches)
    .where(eq(job_batches.id, batchid))
    .get()?.size ?? 0) > LONG_BATCH

function findManyJobs(db: TenantDb, viewer: Viewer, { ids = [], all }: ManyJobs): readonly string[] {
  if (!all) {
    if (ids.length === 0) throw invalid({ ids: 'Choose at least one job.' })
    return [...new Set(ids)]
  }
  if (ids.length > 0) throw invalid({ ids: 'Choose some jobs or all, not both.' })
  const { past, total, ...query } = all
  const asked = past ? pastJobs(db, query) : query
  const { marks } = findJobs(db, viewer, { ...asked, take: MOST + 1, uncounted: true, exact: true })
  if (marks.length > MOST)
    throw invalid({ all: `At most ${MOST.toLocaleString('en-ZA')} jobs at once: narrow the list first.` })
  if (marks.length !== total)
    throw new Problem(
      409,
      `There are ${marks.length} jobs now, not ${total}. Nothing was changed: look at the list again.`,
      {
        code: 'total',
        data: { total: marks.length },
      },
    )
  return marks.map(({ id }) => id)
}

/** What a refused job would have written is taken back, with its news. */
function eachJob(
  tx: Tx,
  viewer: Viewer,
  ids: readonly string[],
  run: (tx: Tx, id: string) => Before,
): { done: BatchRow[]; refused: RefusedJob[] } {
  const done: BatchRow[] = []
  const refused: RefusedJob[] = []
  for (const id of ids) {
    const news: Parameters<Tx['publish']>[] = []
    prepared(tx.db, 'SAVEPOINT one_job').run()
    try {
      const before = run({ ...tx, publish: (...event) => news.push(event) }, id)
      prepared(tx.db, 'RELEASE one_job').run()
      for (const event of news) tx.publish(...event)
      done.push({ id, version: findJobPlace(tx.db, id)?.version ?? 0, before })
    } catch (error) {
      prepared(tx.db, 'ROLLBACK TO one_job').run()
      prepared(tx.db, 'RELEASE one_job').run()
      if (!(error instanceof Problem)) throw error
      refused.push({ id, reference: referenceFor(tx.db, viewer, id), message: sentence(error) })
    }
  }
  return { done, refused }
}

const sentence = ({ message, more }: Problem) => Object.values(more.fields ?? {})[0] ?? message

function referenceFor(db: TenantDb, viewer: Viewer, id: string): string {
  try {
    return visibleJob(db, viewer, id).reference
  } catch {
    return ''
  }
}

function readBefore(db: TenantDb, id: string, change: ManyChange): Before {
  const row = detailRow(db, id)
  if (!row) throw notFound('job')
  if (change.assignee !== undefined) return { assignee: row.assignee }
  if (change.finish !== undefined) return { finish: row.finish }
  if (change.category) return { categories: listJobCategoryIds(db, id) }
  return change.archived ? { archived: row.status } : { lane: row.status }
}

function applyChange(tx: Tx, viewer: Viewer, id: string, change: ManyChange) {
  const { assignee, finish, category, lane, archived, confirmed } = change
  if (assignee !== undefined) changeJob(tx, viewer, id, { assignee })
  else if (finish !== undefined) changeJob(tx, viewer, id, { finish })
  else if (category)
    changeJob(tx, viewer, id, { categories: [...new Set([...listJobCategoryIds(tx.db, id), category])] })
  else if (lane !== undefined) moveToEnd(tx, viewer, id, lane, confirmed)
  else if (archived)
    settleAndLeave(tx, viewer, { id, act: 'archived', choice: undefined }, () => archiveJob(tx, viewer, id))
  else throw new Problem(400, 'There is nothing to change.')
}

function putBack(tx: Tx, viewer: Viewer, id: string, { lane, archived, made, ...values }: Before) {
  if (made) undoMade(tx, viewer, id)
  else if (archived !== undefined) undoArchive(tx, viewer, id, archived)
  else if (lane !== undefined) moveToEnd(tx, viewer, id, lane, true)
  else changeJob(tx, viewer, id, values)
}

/** @returns what takes these new jobs back, while nobody has changed them */
export const rememberMadeJobs = (tx: Tx, ids: readonly string[]): string =>
  storeBatch(
    tx,
    'made',
    ids.map((id) => ({ id, version: findJobPlace(tx.db, id)?.version ?? 0, before: { made: true } })),
  )

function storeBatch(tx: Tx, change: string, rows: readonly BatchRow[]): string {
  const id = randomUUIDv7()
  const batch = { id, userid: tx.by.userid ?? '', createdutc: tx.now, change, rows: JSON.stringify(rows) }
  tx.db.insert(job_batches).values(batch).run()
  return id
}

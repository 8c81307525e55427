import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import { APPROVE, COMPLETE, DRAFT, isLane } from '#db/job-status.ts'
import { listJobCategoryIds } from '#db/queries/work/jobs.ts'
import { invoices, job_categories, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { makeFirstIteration } from '#server/domains/work/jobsteps/make-iteration.ts'
import { addDefaultProducts } from '#server/domains/work/materials/add-default-products.ts'
import { followItemsOfJob } from '#server/domains/work/materials/follow-items.ts'
import { keepPricesWithVat } from '#server/domains/work/materials/keep-prices.ts'
import { conflict, forbidden, invalid } from '#server/errors.ts'
import { changesBetween, recordHistory } from '#server/history.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { getRecord, refuseUsedId } from '#server/records.ts'
import { toRichText } from '#server/rich-text.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { approveJob } from './approval.ts'
import { acceptanceDay } from './approval-day.ts'
import { checkReferences, formatJobValue, type JobValues } from './check-references.ts'
import { withdrawEstimateMails } from './estimate-mail.ts'
import { checkTransitionAllowed, getEditableJob, getPermittedJob } from './find-job.ts'
import { checkMoveAssertions, guardBoard } from './guard-move.ts'
import { checkJobForm } from './job-form.ts'
import { changePlace, publishNewJob } from './place-job.ts'
import { vatContext } from './price-lines.ts'
import { changeLane } from './rank-jobs.ts'
import { readJob } from './read-job.ts'
import { takeReference } from './references.ts'
import { tellAssignee } from './tell-assignee.ts'
import { publishChange } from './touch-job.ts'
import { transition } from './transitions.ts'

type NewJobValues = JobValues & {
  id?: string | null
  boardid: string
  status?: number
  template?: boolean
}

export function addJob(tx: Tx, viewer: Viewer, { categories = [], ...given }: NewJobValues): string {
  const values = withCleanFeedback(given)
  const { boardid, status = DRAFT, template = false } = values
  if (!viewer.boards.has(boardid)) throw invalid({ boardid: 'This board could not be found.' })
  if (!hasPermission(viewer, boardid, 'work')) throw forbidden()
  if (!isLane(status)) throw invalid({ status: 'A new job begins in one of the four lanes, 1 to 4.' })
  const rule = transition('move', DRAFT, status)
  if (!rule) throw forbidden()
  checkTransitionAllowed(viewer, { boardid, approvedutc: null }, rule)
  const id = values.id ?? randomUUIDv7()
  if (values.id) refuseUsedId(tx.db, id)
  const row = withAcceptanceDay(tx, checkReferences(tx.db, { ...values, categories }))
  if (!template) checkJobForm(tx.db, { ...row, categories })
  insertJob(tx, { ...row, id, boardid, status, template }, categories)
  addDefaultProducts(tx, id)
  // A new job has everything to be warned of, so only what is refused keeps it out of a lane.
  if (!template) checkMoveAssertions(tx.db, id, boardid, DRAFT, status)
  return id
}

type Insert = JobValues & { id: string; boardid: string; status: number; template: boolean }

/** For rules that make jobs themselves: nothing is asked or checked here. */
export function insertJob(tx: Tx, values: Insert, categories: string[]): string {
  const { id, template } = values
  const reference = takeReference(tx.db)
  const instants = { created: tx.now, movedutc: tx.now, createdutc: tx.now, updatedutc: tx.now }
  const completed = values.status === COMPLETE ? todayIn(readZone(tx.db), new Date(tx.now)) : null
  tx.db
    .insert(jobs)
    .values({ ...values, ...instants, completed, reference, seq: tx.seq })
    .run()
  setCategories(tx, id, categories)
  recordHistory(tx, 'jobs', id, [{ field: 'created', oldvalue: '', newvalue: reference }])
  if (!template) {
    changeLane(tx.db, { from: null, to: values }, id, 'end')
    if (values.status >= APPROVE) approveJob(tx, id)
  }
  tellAssignee(tx, id)
  publishNewJob(tx, id)
  return id
}

/** Only edits since `version` clash with it, not moves. @throws 404, 403, 400, 409 */
export function changeJob(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { version, boardid, categories, ...values }: JobValues & { version?: number },
) {
  const { feedback: _, ...settled } = omitUndefined({ ...values, boardid, categories })
  const job = (Object.keys(settled).length > 0 ? getEditableJob : getPermittedJob)(tx.db, viewer, id)
  if (version !== undefined && version < job.editedversion) throw conflict(readJob(tx.db, viewer, id))
  const isMoved = boardid !== undefined && boardid !== job.boardid
  const vatBefore = isMoved || values.organisation !== undefined ? vatContext(tx.db, id) : undefined
  if (isMoved) moveToBoard(tx, viewer, id, boardid)
  setFields(tx, id, { ...withCleanFeedback(values), categories })
  if (vatBefore) keepPricesWithVat(tx, id, vatBefore)
  if (isMoved && isLane(job.status) && !job.template) guardBoard(tx.db, id, boardid, job.status)
}

const withCleanFeedback = <V extends JobValues>(values: V): V =>
  values.feedback === undefined ? values : { ...values, feedback: toRichText(values.feedback) }

function withAcceptanceDay<V extends JobValues & { status?: number }>(
  tx: Tx,
  values: V,
  before?: Pick<typeof jobs.$inferSelect, 'acceptedon'>,
): V {
  const told = values.acceptedon === undefined ? before?.acceptedon : values.acceptedon
  const day = acceptanceDay(tx, { ...values, acceptedon: told })
  return day && day !== told ? { ...values, acceptedon: day } : values
}

function setFields(tx: Tx, id: string, { categories, ...values }: JobValues) {
  const before = getRecord(tx.db, jobs, id)
  const row = withAcceptanceDay(tx, checkReferences(tx.db, { ...values, categories }, before), before)
  if (!before.template) {
    const edited = Object.keys({ ...row, ...(categories && { categories }) })
    checkJobForm(
      tx.db,
      { ...before, ...row, categories: categories ?? listJobCategoryIds(tx.db, id) },
      edited,
    )
  }
  const changes = changesBetween(before, row, (field, value) => formatJobValue(tx.db, field, value))
  if (categories) changes.push(...categoryChanges(tx, id, categories))
  // What had no steps when it was approved gets them with its category.
  if (categories && before.status === APPROVE && before.approvedutc) makeFirstIteration(tx, id)
  if (changes.length === 0) return
  const edited = before.version + 1
  tx.db
    .update(jobs)
    .set({ ...row, version: edited, editedversion: edited, seq: tx.seq, updatedutc: tx.now })
    .where(eq(jobs.id, id))
    .run()
  recordHistory(tx, 'jobs', id, changes)
  if (row.acceptedby && row.acceptedby !== before.acceptedby)
    withdrawEstimateMails(tx, id, `${row.acceptedby} accepted the estimate.`)
  // A draft charges whoever the job is for now: it is listed and found by the same client that is printed on it.
  if (row.client !== undefined) moveDraft(tx, id, row.client)
  const left = row.location !== undefined && row.location !== before.location
  if (row.assignee !== undefined && row.assignee !== before.assignee) tellAssignee(tx, id)
  publishChange(tx, id, left ? { fromlocationid: before.location } : {})
}

const moveDraft = ({ db }: Tx, jobid: string, client: string | null) =>
  db
    .update(invoices)
    .set({ client })
    .where(and(eq(invoices.jobid, jobid), eq(invoices.state, 'draft')))
    .run()

function moveToBoard(tx: Tx, viewer: Viewer, id: string, boardid: string) {
  const job = getEditableJob(tx.db, viewer, id)
  if (!viewer.boards.has(boardid)) throw invalid({ boardid: 'This board could not be found.' })
  if (!hasPermission(viewer, boardid, 'work')) throw forbidden()
  changePlace(tx, job, { status: job.status, statusbefore: job.statusbefore, boardid })
}

function categoryChanges(tx: Tx, id: string, categories: string[]) {
  const before = listJobCategoryIds(tx.db, id)
  const same = before.length === categories.length && before.every((one) => categories.includes(one))
  if (same) return []
  setCategories(tx, id, categories)
  followItemsOfJob(tx, id)
  const formatCategories = (ids: string[]) => formatJobValue(tx.db, 'categories', ids)
  return [{ field: 'categories', oldvalue: formatCategories(before), newvalue: formatCategories(categories) }]
}

function setCategories(tx: Tx, jobid: string, ids: string[]) {
  tx.db.delete(job_categories).where(eq(job_categories.jobid, jobid)).run()
  const rows = [...new Set(ids)].map((categoryid) => ({ jobid, categoryid }))
  if (rows.length > 0) tx.db.insert(job_categories).values(rows).run()
}

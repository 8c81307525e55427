import { eq } from 'drizzle-orm'
import { isLane } from '#db/job-status.ts'
import { listLaneStepIds, nextStepOrder, orderSteps } from '#db/queries/catalogue/steps.ts'
import { categories, steps } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid, Problem } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { readStep } from './present.ts'

const INCOMPLETE = 'Please fill in the step name and instruction'
const FAILED = 'Failed to add step. Invalid data received.'
const STALE = 'The steps have changed in the meantime. Please refresh and confirm the order.'

type Values = {
  category?: string
  name?: string
  instruction?: string
  lane?: number | null
}

/** @throws in the specification's words */
export function addStep(
  tx: Tx,
  { category = '', name = '', instruction = '', lane = null, id }: Values & { id?: string },
) {
  refuseIncomplete({ name, instruction })
  if (lane !== null && !isLane(lane)) throw new Problem(400, FAILED, { fields: { lane: FAILED } })
  if (!isJobCategory(tx, category)) throw new Problem(400, FAILED, { fields: { category: FAILED } })
  const order = nextStepOrder(tx.db, category, lane)
  return announce(tx, insert(tx, steps, { id, category, name, instruction, lane, order }))
}

const isJobCategory = ({ db }: Tx, id: string): boolean =>
  db.select().from(categories).where(eq(categories.id, id)).get()?.jobcategory ?? false

export function changeStep(
  tx: Tx,
  id: string,
  { version, ...values }: Values & { archived?: boolean; version?: number },
) {
  const before = getRecord(tx.db, steps, id)
  if (version !== undefined && version !== before.version)
    throw versionConflict(readStep(tx.db, id), before, values, formatField)
  refuseIncomplete({ ...before, ...omitUndefined(values) })
  const { lane = before.lane, archived = before.archived } = values
  const moves = lane !== before.lane || (before.archived && !archived)
  const order = moves ? nextStepOrder(tx.db, before.category, lane) : before.order
  return announce(
    tx,
    updateRecord(tx, steps, id, { ...omitUndefined(values), lane, archived, order }, formatField),
  )
}

function refuseIncomplete({ name, instruction }: { name: string; instruction: string }) {
  if (name && instruction) return
  const missing = Object.entries({ name, instruction }).flatMap(([field, value]) => (value ? [] : [field]))
  throw invalid(Object.fromEntries(missing.map((field) => [field, INCOMPLETE])), INCOMPLETE)
}

/** @throws 409 when the lane holds a step meanwhile that is not among them */
export function reorderSteps(tx: Tx, category: string, lane: number | null, ids: readonly string[]) {
  getRecord(tx.db, categories, category)
  const wanted = [...new Set(ids)].map((id) => getRecord(tx.db, steps, id, 'ids'))
  if (wanted.some((step) => step.category !== category || step.archived)) throw invalid({ ids: STALE })
  if (listLaneStepIds(tx.db, category, lane).some((id) => !ids.includes(id)))
    throw new Problem(409, STALE, { code: 'conflict' })
  for (const { id, lane: before } of wanted)
    if (before !== lane) updateRecord(tx, steps, id, { lane }, formatField)
  orderSteps(tx.db, [...new Set(ids)])
  tx.publish('RecordChanged', [{ table: 'steps', id: category }])
}

const formatField = (field: string, value: unknown): string =>
  field === 'lane' ? (value === null ? 'no lane' : `lane ${value}`) : formatPlainValue(field, value)

function announce(tx: Tx, step: typeof steps.$inferSelect) {
  // Cards of jobs count the steps that still stand on their category.
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'steps', id: step.category }])
  return step
}

import { historyPage } from '#db/queries/history.ts'
import { cardRows, findJobPlace } from '#db/queries/work/jobs.ts'
import { type JobMovement, listJobMovements } from '#db/queries/work/picking.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readLineRows } from '#server/domains/work/jobs/line-history.ts'
import { PICKED } from '#server/domains/work/picking/picking-list.ts'
import { formatQuantity } from '#views/format.ts'

export type TrackingKind =
  | 'job'
  | 'lane'
  | 'approval'
  | 'document'
  | 'step'
  | 'stock'
  | 'equipment'
  | 'invoice'
  | 'delivery'

export type Tracked = { id: string; date: string; user: string; kind: TrackingKind; what: string }

type Entry = {
  id: number
  date: string
  user: string
  item: string
  field: string
  oldvalue: string
  newvalue: string
}
type Words = (entry: Entry) => string | undefined

/** More changes than these nobody reads; the answer says that there are more. */
const MOST = 5_000

/** What each field of a job's history tells of it; what stands under none of these is a change of words, not of the job. */
const told: Record<string, { kind: TrackingKind; words: Words }> = {
  created: { kind: 'job', words: () => 'Created' },
  // The job’s own is the first; those of its lines follow.
  imported: { kind: 'job', words: () => 'Imported' },
  status: { kind: 'lane', words: ({ oldvalue, newvalue }) => `Moved from ${oldvalue} to ${newvalue}` },
  boardid: { kind: 'lane', words: ({ oldvalue, newvalue }) => `Moved from board ${oldvalue} to ${newvalue}` },
  approved: {
    kind: 'approval',
    words: ({ newvalue }) => (newvalue ? `Approved ${newvalue}` : 'Approval taken back'),
  },
  acceptedby: {
    kind: 'approval',
    words: ({ newvalue }) => (newvalue ? `Estimate accepted by ${newvalue}` : 'Acceptance taken back'),
  },
  answer: { kind: 'approval', words: ({ newvalue }) => newvalue },
  signoff: {
    kind: 'approval',
    words: ({ oldvalue, newvalue }) =>
      oldvalue ? `Signature of ${oldvalue} removed: ${newvalue}` : `Signed for by ${newvalue}`,
  },
  link: {
    kind: 'document',
    words: ({ newvalue }) => `${newvalue.charAt(0).toUpperCase()}${newvalue.slice(1)}`,
  },
  estimate: { kind: 'document', words: ({ newvalue }) => `Estimate ${newvalue}` },
  'e-mailed': {
    kind: 'document',
    // Of an estimate the entry above says when it was out.
    words: ({ newvalue }) => (newvalue.startsWith('Estimate ') ? undefined : `E-mailed: ${newvalue}`),
  },
  iteration: { kind: 'step', words: ({ newvalue }) => `Steps of round ${newvalue}` },
  step: { kind: 'step', words: ({ item, newvalue }) => `${item}: ${newvalue}` },
  'material.equipment': { kind: 'equipment', words: sayEquipment },
  invoice: { kind: 'invoice', words: sayInvoice },
  delivery: { kind: 'delivery', words: ({ newvalue }) => `Delivery note ${newvalue}` },
  paid: { kind: 'invoice', words: ({ newvalue }) => (newvalue === 'yes' ? 'Paid' : 'No longer paid') },
}

function sayEquipment(entry: Entry): string | undefined {
  const words = (readLineRows(entry) ?? []).map(({ kind, old, new: now }) => {
    if (!old) return `${now}: put on the job (${kind})`
    if (!now) return [`${old}: taken off the job`, entry.item].filter(Boolean).join(', ')
    return `${entry.item}: ${now === 'yes' ? '' : 'no longer '}${kind.toLowerCase()}`
  })
  return words.join(', ') || undefined
}

function sayInvoice({ oldvalue, newvalue }: Entry): string | undefined {
  if (newvalue === 'draft') return 'Invoice prepared'
  if (newvalue === '') return 'Draft of an invoice deleted'
  return oldvalue && oldvalue !== 'draft' ? `Invoice ${oldvalue} ${newvalue}` : `Invoice ${newvalue} issued`
}

/** What is the office’s own, and not for a client’s person. */
const needed: Partial<Record<TrackingKind, Claim>> = {
  document: 'jobs.write',
  invoice: 'invoices.read',
  delivery: 'delivery.read',
}

/** What happened to a job, oldest first (decision F9): facts that are stored, each with when and who. */
export function trackJob(db: TenantDb, { claims }: Viewer, jobid: string) {
  const { rows, total } = historyPage(db, 'jobs', jobid, { take: MOST })
  const entries = rows.toReversed()
  const isNews = (entry: Entry) =>
    entry.field !== 'imported' || entry === entries.find(({ field }) => field === 'imported')
  const changes = entries.filter(isNews).flatMap((entry) => trackChange(entry) ?? [])
  const stock = listJobMovements(db, jobid).flatMap((movement) => trackMovement(movement) ?? [])
  const begun = entries.some(({ field }) => field === 'created') ? [] : findBeginning(db, jobid)
  const approved = entries.some(({ field }) => field === 'approved') ? [] : findApproval(db, jobid)
  const tracked = [...begun, ...approved, ...changes, ...stock]
    .filter(({ kind }) => !needed[kind] || claims.has(needed[kind]))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  return { tracked, more: total > rows.length }
}

/** Of what was imported the day is known, not by whom. */
const findBeginning = (db: TenantDb, jobid: string): Tracked[] =>
  cardRows(db, [jobid]).map(({ created }) => ({
    id: 'created',
    date: created,
    user: '',
    kind: 'job',
    what: 'Created',
  }))

/** Of what was imported as approved. */
function findApproval(db: TenantDb, jobid: string): Tracked[] {
  const { approvedutc, approvedname } = findJobPlace(db, jobid) ?? {}
  if (!approvedutc) return []
  const what = approvedname ? `Approved by ${approvedname}` : 'Approved'
  return [{ id: 'approved', date: approvedutc, user: '', kind: 'approval', what }]
}

function trackChange(entry: Entry): Tracked | undefined {
  const { id, date, user, field } = entry
  const known = told[field]
  const what = known?.words(entry)
  return known && what ? { id: `change-${id}`, date, user, kind: known.kind, what } : undefined
}

/** Of what an import brought it is not known who took it, nor at what time. */
function trackMovement(movement: JobMovement): Tracked | undefined {
  const { seq, createdutc: date, userid, user, enteredquantity, enteredunit } = movement
  if (!userid || !enteredquantity) return
  const much = formatQuantity(Math.abs(enteredquantity), enteredunit)
  const at = movement.storagename ? `, ${movement.storagename}` : ''
  return {
    id: `movement-${seq}`,
    date,
    user,
    kind: 'stock',
    what: `${movement.item}: ${much} ${verbOf(movement)}${at}`,
  }
}

function verbOf({ quantity, enteredquantity, note }: JobMovement): string {
  const takes = quantity < 0
  if ((enteredquantity ?? 0) < 0) return takes ? 'made, taken back' : 'put back'
  if (!takes) return 'made'
  return note === PICKED ? 'picked' : 'used'
}

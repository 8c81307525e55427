import { linkPeople } from '#db/queries/contacts/locations.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { readPeopleNames } from '#server/people-names.ts'
import { refuseCycles, resolveParents } from './location-parents.ts'
import { resolveResponsible, resolveStakeholders, stakeholderChanges } from './location-people.ts'
import { type ImportedLocation, refuseOnProblem } from './location-row.ts'
import type { ResolvedRecord } from './resolve-record.ts'
import { upsertResolved } from './upsert-record.ts'
import type { WriteContext } from './write-context.ts'
import type { WriteOutcome } from './write-options.ts'

const PROGRESS_STEP = 1_000

/** Locations refer to each other in whatever order they stand, so all are resolved before the first is written. */
export function writeLocations(
  context: WriteContext,
  records: ImportRecord[],
  progress: (done: number) => void,
): WriteOutcome[] {
  const rows = records.map((record) => resolveLocation(context, record))
  resolveParents(context, rows)
  refuseCycles(context, rows)
  resolvePeople(context, rows)
  return rows.map((row, at) => {
    if (at % PROGRESS_STEP === PROGRESS_STEP - 1) progress(at)
    return row.resolved && !row.isRefused ? writeLocation(context, row, row.resolved) : 'refused'
  })
}

function resolveLocation({ resolver }: WriteContext, record: ImportRecord): ImportedLocation {
  const { parent, responsibilityid, stakeholders, ...lookups } = record.lookups
  const { parent: _, ...references } = record.references
  const resolved = resolver.resolve({ ...record, lookups, references })
  return { record, lookups: { parent, responsibilityid, stakeholders }, resolved }
}

function resolvePeople(context: WriteContext, rows: readonly ImportedLocation[]) {
  if (!rows.some(({ lookups }) => lookups.responsibilityid || lookups.stakeholders)) return
  const people = readPeopleNames(context.tx.db)
  for (const row of rows)
    refuseOnProblem(context, row, (resolved) => {
      const { record, lookups } = row
      resolveResponsible(context, record, resolved, { text: lookups.responsibilityid, people })
      row.stakeholders = resolveStakeholders(context, record, resolved, {
        text: lookups.stakeholders,
        people,
      })
    })
}

function writeLocation(
  context: WriteContext,
  { record, stakeholders }: ImportedLocation,
  resolved: ResolvedRecord,
): WriteOutcome {
  const links = stakeholders && stakeholderChanges(context, resolved, stakeholders)
  if (!links) return upsertResolved(context, record, resolved)
  const { before, after, changes: otherChanges } = links
  const outcome = upsertResolved(context, record, resolved, { otherChanges, people: { before, after } })
  if (outcome === 'added' || outcome === 'changed')
    context.steps.push(() => {
      context.batch.flush()
      linkPeople(context.tx.db, resolved.id, after)
    })
  return outcome
}

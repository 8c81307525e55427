import { randomUUIDv7 } from 'bun'
import { and, eq, isNull } from 'drizzle-orm'
import { releaseEntries } from '#db/queries/work/billed-time.ts'
import { linesByIds } from '#db/queries/work/materials.ts'
import { type TimeEntryRow, timeEntriesByIds } from '#db/queries/work/time-entries.ts'
import { job_batches } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { publishWork } from '#server/domains/work/jobsteps/publish-work.ts'
import { changeLines, removeLines } from '#server/domains/work/materials/change-line.ts'
import { forbidden, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { bookedTime } from '#views/format.ts'
import { toMinutes } from './intervals.ts'
import { joinTimeEntry } from './split-time-entry.ts'

/** `consumed`: before the choice; null of a line that it made. */
type ChangedLine = { id: string; consumed: Quantity | null }
/** `whole`: the entry that it was a part of, which is itself where it was not divided. */
export type ChosenEntry = { id: string; whole: string; inventoryid: string | null }
type Kept = {
  jobid: string
  left: boolean
  lines: (ChangedLine & { version: number })[]
  entries: (ChosenEntry & { version: number })[]
}

/** Among the changes that may be undone. */
export const TIME_CHOICE = 'time'

export const TAKEN_BACK = 'The choice is taken back: the time is not charged yet'

type Choice = { left: boolean; lines: readonly ChangedLine[]; entries: readonly ChosenEntry[] }

/** @returns what takes this choice about worked time back, while its lines and its time are as it left them */
export function rememberTimeChoice(tx: Tx, jobid: string, { left, lines, entries }: Choice): string {
  const versions = new Map(linesByIds(tx.db, idsOf(lines)).map(({ id, version }) => [id, version]))
  const rows = timeEntriesByIds(tx.db, idsOf(entries))
  const kept: Kept = {
    ...{ jobid, left },
    lines: lines.map((line) => ({ ...line, version: versions.get(line.id) as number })),
    entries: entries.map((entry) => ({ ...entry, version: rows.get(entry.id)!.version })),
  }
  const id = randomUUIDv7()
  const about = { userid: tx.by.userid ?? '', createdutc: tx.now, change: TIME_CHOICE }
  tx.db
    .insert(job_batches)
    .values({ id, ...about, rows: JSON.stringify(kept) })
    .run()
  return id
}

/** Its time is undecided again, its lines charge what they charged before. @throws 404, 403, 400; 409 when either was changed since */
export function undoTimeChoice(tx: Tx, viewer: Viewer, jobid: string, choiceid: string) {
  const { lines, entries, left } = findChoice(tx, jobid, choiceid)
  const job = getEditableJob(tx.db, viewer, jobid)
  if (!viewer.claims.has('materials.consume')) throw forbidden()
  const stored = timeEntriesByIds(tx.db, idsOf(entries))
  const rows = entries.map(({ id, version }) => sameEntry(stored.get(id), version))
  const made = lines.filter(({ consumed }) => consumed === null)
  const changed = lines.flatMap(({ consumed, ...line }) => (consumed === null ? [] : [{ ...line, consumed }]))
  removeLines(tx, made, () => undefined)
  changeLines(tx, changed, () => undefined)
  releaseEntries(tx.db, tx.now, entries)
  // What was worked first was cut off first, so it is joined last.
  for (const { id, whole } of entries.toReversed()) if (id !== whole) joinTimeEntry(tx, id, whole)
  if (left) {
    const minutes = rows.reduce((sum, { seconds }) => sum + toMinutes(seconds), 0)
    const workers = [...new Set(rows.map(({ workername }) => workername))]
    const booked = bookedTime({ minutes, workers })
    recordHistory(tx, 'jobs', jobid, [{ field: 'time', oldvalue: 'not charged', newvalue: booked }])
  }
  touchJob(tx, jobid)
  publishWork(
    tx,
    job,
    rows.map(({ workerid }) => workerid),
  )
  tx.db.update(job_batches).set({ undoneutc: tx.now }).where(eq(job_batches.id, choiceid)).run()
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** By whoever made it, and once. @throws 404 */
function findChoice({ db, by }: Tx, jobid: string, id: string): Kept {
  const row = db
    .select({ rows: job_batches.rows })
    .from(job_batches)
    .where(
      and(
        ...[eq(job_batches.id, id), eq(job_batches.change, TIME_CHOICE)],
        ...[eq(job_batches.userid, by.userid ?? ''), isNull(job_batches.undoneutc)],
      ),
    )
    .get()
  const kept = row && (JSON.parse(row.rows) as Kept)
  if (kept?.jobid !== jobid) throw notFound('choice')
  return kept
}

/** @throws 409 */
function sameEntry(row: TimeEntryRow | undefined, version: number): TimeEntryRow {
  if (row?.version !== version || row.archived)
    throw new Problem(409, 'Some of this time was changed since, so what was chosen stays.')
  return row
}

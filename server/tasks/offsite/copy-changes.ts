import { saysDiskFull } from '#db/disk-fault.ts'
import { addEvent, findSubject, listDueSubjects, PLATFORM, writeSubject } from '#db/queries/offsite.ts'
import { type AccountName, accountNames } from '#db/queries/platform/registry.ts'
import { isDue, latestNextTime } from '#server/clock-jump.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/instants.ts'
import { describeError, logFailure } from '#server/log.ts'
import { readPlatform } from '../archive/snapshot.ts'
import type { Copier } from './copier.ts'
import { copySubject, PLATFORM_NAME } from './copy-subject.ts'
import { noteChangedAccounts, noteChangedPlatform } from './find-changes.ts'
import { PlaceProblem } from './places/place.ts'
import { thinOut } from './thin-out.ts'

/** What failed waits this long before it is tried again. */
const AGAIN_MS = MINUTE_MS / 2
const THIN_MS = 20 * HOUR_MS

type Pass = {
  /** What changed since is left for the next pass: many changes at once make one copy. */
  until: string
  signal?: AbortSignal
  /** A person waits for it: what failed just now is tried as well. */
  regardless?: boolean
}

/** `isnew`: it did not fail so before. */
export type CopyFailure = { id: string; name: string; why: string; isnew: boolean }

/** One after another, what waited the longest first. */
export async function copyAccounts(
  copier: Copier,
  { until, signal, regardless }: Pass,
): Promise<CopyFailure[]> {
  noteChangedAccounts(copier)
  const names = new Map(readPlatform(copier.data, accountNames).map((one) => [one.id, one]))
  const failures: CopyFailure[] = []
  for (const { id, failedutc } of listDueSubjects(copier.db, until, latestNextTime(copier.clock()))) {
    const account = names.get(id)
    if (signal?.aborted) break
    if (!account || (!regardless && isTooSoon(copier, failedutc))) continue
    const failure = await copyAndThin(copier, account)
    if (failure) failures.push(failure)
    // Of the others it would be the same.
    if (failure?.ofplace) break
  }
  return failures
}

export async function copyPlatform(copier: Copier, { until, regardless }: Pass): Promise<CopyFailure[]> {
  noteChangedPlatform(copier)
  const known = findSubject(copier.db, PLATFORM)
  if (!known?.changedutc || !isWaiting(copier, known.changedutc, until)) return []
  if (!regardless && isTooSoon(copier, known.failedutc)) return []
  const failure = await copyAndThin(copier, PLATFORM_NAME)
  return failure ? [failure] : []
}

/** What a pass that stopped early left as it was. */
export function findUntried(copier: Copier, { until }: Pass, failed: readonly CopyFailure[]): CopyFailure[] {
  const due = new Set(listDueSubjects(copier.db, until, latestNextTime(copier.clock())).map(({ id }) => id))
  const tried = new Set(failed.map(({ id }) => id))
  return readPlatform(copier.data, accountNames)
    .filter(({ id }) => due.has(id) && !tried.has(id))
    .map(({ id, name }) => ({ id, name, why: 'not tried after that.', isnew: true }))
}

const isWaiting = ({ clock }: Copier, changedutc: string, until: string) =>
  changedutc <= until || isDue(changedutc, clock())

const isTooSoon = ({ clock }: Copier, failedutc: string | null) =>
  failedutc !== null && !isDue(addMs(failedutc, AGAIN_MS), clock())

async function copyAndThin(copier: Copier, { id, name }: AccountName) {
  const { db, clock } = copier
  try {
    await copySubject(copier, { id, name })
    const thinned = findSubject(db, id)?.thinnedutc
    if (!thinned || isDue(addMs(thinned, THIN_MS), clock())) await thin(copier, { id, name })
    return null
  } catch (error) {
    const why = describe(error)
    const isnew = findSubject(db, id)?.failure !== why
    writeSubject(db, id, { failure: why, failedutc: clock().toISOString() })
    return { id, name, why, isnew, ofplace: error instanceof PlaceProblem }
  }
}

/** The copy is there: that old ones stay is said, and no failure of it. */
async function thin(copier: Copier, { id, name }: AccountName) {
  const { db, clock } = copier
  const utc = clock().toISOString()
  try {
    const missing = await thinOut(copier, id)
    if (missing === 0) return
    const detail = `${name}: ${missing} pieces of copies are missing at ${copier.store.shown}. What is still here is copied again.`
    addEvent(db, { utc, kind: 'kept', subject: id, ok: false, detail })
    logFailure('off-site copies', detail)
  } catch (error) {
    writeSubject(db, id, { thinnedutc: utc })
    const detail = `${name}: old copies stay. ${describe(error)}`
    addEvent(db, { utc, kind: 'kept', subject: id, ok: false, detail })
    logFailure('off-site copies', detail)
  }
}

/** The place has sentences of its own; what else fails is here. */
export function describe(error: unknown): string {
  const message = describeError(error)
  if (error instanceof PlaceProblem) return message
  return saysDiskFull(error)
    ? 'The disk of the data folder has no room for the snapshot.'
    : message.slice(0, 500)
}

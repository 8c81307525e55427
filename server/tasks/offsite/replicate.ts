import { readPlaceState, writePlaceState } from '#db/queries/offsite.ts'
import { isDue } from '#server/clock-jump.ts'
import { nextBackup } from '#server/domains/account/backups/back-up-accounts.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { DEFAULT_ZONE } from '#server/zone.ts'
import { checkClaim, claimPlace } from './claim-place.ts'
import type { Copier } from './copier.ts'
import { type CopyFailure, copyAccounts, copyPlatform, describe, findUntried } from './copy-changes.ts'
import { drill } from './drill.ts'
import { type CopierSettings, openCopier } from './open-copier.ts'

/** Within five minutes: the rest is for making and sending it. */
const ACCOUNT_WAITS_MS = 2 * MINUTE_MS
/** Within one. */
const PLATFORM_WAITS_MS = MINUTE_MS / 4
const ANY_TIME = '9999'
const TICK_MS = 5_000

/** Everything that is not there yet, once, whatever failed before. Returns what is not there now. */
export async function replicateOnce(settings: CopierSettings, clock: () => Date): Promise<CopyFailure[]> {
  const copier = openCopier(settings, clock)
  try {
    await claimPlace(copier, { takeOver: settings.replicatetakeover }).catch((error) => {
      saveRun(copier, describe(error))
      throw error
    })
    return await copyAll(copier)
  } finally {
    copier.close()
  }
}

async function copyAll(copier: Copier): Promise<CopyFailure[]> {
  noteRun(copier, '')
  const all = { until: ANY_TIME, regardless: true }
  const failures = [...(await copyPlatform(copier, all)), ...(await copyAccounts(copier, all))]
  return [...failures, ...findUntried(copier, all, failures)]
}

/** Until the signal aborts. The platform does not wait for a large account. */
export async function replicateForever(
  settings: CopierSettings,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const copier = openCopier(settings, clock)
  const claimed = keepClaim(copier, settings.replicatetakeover)
  try {
    await Promise.all([
      repeat(TICK_MS, signal, async () => {
        if (await claimed())
          logNew(await copyPlatform(copier, { until: addMs(clock(), -PLATFORM_WAITS_MS), signal }))
      }),
      repeat(TICK_MS, signal, async () => {
        if (await claimed()) await accountsPass(copier, settings, signal)
      }),
    ])
  } finally {
    copier.close()
  }
}

async function accountsPass(copier: Copier, { backuphour }: CopierSettings, signal: AbortSignal) {
  const { db, clock } = copier
  const { askedutc } = readPlaceState(db)
  const until = askedutc ? ANY_TIME : addMs(clock(), -ACCOUNT_WAITS_MS)
  logNew(await copyAccounts(copier, { until, signal }))
  if (askedutc) writePlaceState(db, { askedutc: null })
  const { drilldueutc } = readPlaceState(db)
  if (drilldueutc && isDue(drilldueutc, clock())) await drill(copier)
  else if (drilldueutc) return
  const next = nextBackup(DEFAULT_ZONE, (backuphour + 1) % 24, clock())
  writePlaceState(db, { drilldueutc: next })
}

function logNew(failures: readonly CopyFailure[]) {
  for (const { name, why, isnew } of failures) if (isnew) logFailure(`off-site copy of ${name}`, why)
}

/** Whether the place is ours, looked up once a minute; what keeps it from being so is noted, and tried again. */
function keepClaim(copier: Copier, takeOver: boolean): () => Promise<boolean> {
  let state: 'new' | 'ours' | 'lost' = 'new'
  let checked = 0
  let checking: Promise<boolean> | undefined
  const check = async () => {
    try {
      if (state === 'ours') await checkClaim(copier)
      else await claimPlace(copier, { takeOver: takeOver && state === 'new' })
      state = 'ours'
      noteRun(copier, '')
    } catch (error) {
      if (state === 'ours') state = 'lost'
      noteRun(copier, describe(error))
    }
    return state === 'ours'
  }
  return async () => {
    const now = performance.now()
    if (checking) return checking
    if (checked && now - checked < MINUTE_MS / 2) return state === 'ours'
    checked = now
    checking = check().finally(() => {
      checking = undefined
    })
    return checking
  }
}

function noteRun(copier: Copier, failure: string) {
  if (failure && failure !== readPlaceState(copier.db).failure) logFailure('off-site copies', failure)
  saveRun(copier, failure)
}

function saveRun({ db, clock }: Copier, failure: string) {
  const ranutc = clock().toISOString()
  const since = readPlaceState(db).failedutc ?? ranutc
  writePlaceState(db, { ranutc, failure, failedutc: failure ? since : null })
}

async function repeat(ms: number, signal: AbortSignal, run: () => Promise<void>) {
  while (!signal.aborted) {
    await run().catch((error) => logFailure('off-site copies', error))
    await sleep(ms, signal)
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

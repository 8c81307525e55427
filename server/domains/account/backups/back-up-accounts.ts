import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { saysDiskFull } from '#db/disk-fault.ts'
import {
  addBackup,
  type BackupLine,
  type DueBackup,
  findBackupSchedule,
  findDueBackup,
  listBackups,
  listPlannedElse,
  listWithoutSchedule,
  removeBackup,
  scheduleBackup,
} from '#db/queries/platform/backups.ts'
import { readStoredPosition } from '#db/queries/position.ts'
import type { BackgroundJob } from '#server/background.ts'
import { isDue, latestNextTime } from '#server/clock-jump.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { describeError, logFailure } from '#server/log.ts'
import { askReader } from '#server/reader/reader.ts'
import type { Services } from '#server/services.ts'
import type { AutomaticBackupMade } from '#server/tasks/archive/make-backup.ts'
import { DEFAULT_ZONE, readZone, toInstant, zonedTime } from '#server/zone.ts'

/** How many that failed stay to be seen. */
const FAILED_SHOWN = 10
const AT_ONCE = 500

type Needs = Pick<Services, 'config' | 'platform' | 'tenants' | 'clock'>

/**
 * Once a day, one account after another, by a thread that writes nothing but the copy. One that has not changed since
 * its last backup is only looked at.
 */
export function backUpAccounts(services: Needs): Pick<BackgroundJob, 'run' | 'stop'> {
  const stopped = new AbortController()
  let looked = services.clock()
  return {
    stop: () => stopped.abort(new Error('The program ended.')),
    async run() {
      if (services.config.backupkeep === 0) return
      const now = services.clock()
      // Whatever hour has come since the look before is not put off to the next day.
      const since = new Date(Math.min(looked.getTime(), now.getTime()))
      looked = now
      await scheduleNewAccounts(services, since)
      await followHour(services, since)
      while (!stopped.signal.aborted) {
        const now = services.clock()
        const due = services.platform.read((db) => findDueBackup(db, now.toISOString(), latestNextTime(now)))
        if (!due) return
        await backUpAccount(services, due, stopped.signal)
      }
    },
  }
}

async function scheduleNewAccounts(services: Needs, since: Date) {
  const fresh = services.platform.read((db) => listWithoutSchedule(db, AT_ONCE))
  await plan(
    services,
    fresh.map(({ id }) => id),
    since,
  )
}

/** What was planned for another hour, before the setting changed, comes at the next one of this. */
async function followHour(services: Needs, since: Date) {
  const { platform, config, clock } = services
  const asked = { hour: config.backuphour, now: clock().toISOString(), most: AT_ONCE }
  const planned = platform.read((db) => listPlannedElse(db, asked))
  await plan(
    services,
    planned.map(({ accountid }) => accountid),
    since,
  )
}

/**
 * Its next backup comes at the hour of its zone as soon as that is another. What is due is made before, and what failed
 * is tried again as soon as it was to be.
 */
export async function followZone(services: Needs, accountid: string): Promise<void> {
  const { platform, clock } = services
  const { planned, last } = platform.read((db) => ({
    planned: findBackupSchedule(db, accountid),
    last: listBackups(db, accountid)[0],
  }))
  if (!planned || last?.state === 'failed' || isDue(planned.dueutc, clock())) return
  await plan(services, [accountid], clock())
}

async function plan({ platform, tenants, config }: Needs, accountids: readonly string[], since: Date) {
  if (accountids.length === 0) return
  const hour = config.backuphour
  const planned = accountids.map((accountid) => {
    const zone = tenants.exists(accountid) ? tenants.look(accountid, readZone) : DEFAULT_ZONE
    return { accountid, dueutc: nextBackup(zone, hour, since) }
  })
  await platform.write(({ db }) => {
    for (const { accountid, dueutc } of planned) scheduleBackup(db, accountid, { dueutc, hour })
  })
}

/** The next time that it is this hour there. */
export function nextBackup(zone: string, hour: number, now: Date): string {
  const local = zonedTime(now, zone)
  const today = local.with({ hour, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return toInstant(next)
}

async function backUpAccount(services: Needs, account: DueBackup, signal: AbortSignal) {
  const { platform, config, clock } = services
  const hour = config.backuphour
  const began = clock()
  const madeutc = began.toISOString()
  const known = platform.read((db) => listBackups(db, account.id))
  const last = known.find(({ name }) => name !== null)
  try {
    const { seq } = services.tenants.look(account.id, readStoredPosition)
    const same = last?.seq === seq && last.state === 'sound'
    const made = same ? null : await copyAccount(services, account, last ?? null, madeutc, signal)
    const dueutc = nextBackup(services.tenants.look(account.id, readZone), hour, began)
    await platform.write(({ db }) => {
      scheduleBackup(db, account.id, { dueutc, hour, checkedutc: madeutc })
      if (made) addBackup(db, { ...made, id: randomUUIDv7(), accountid: account.id, madeutc, seq })
    })
    if (made?.detail) logFailure(`backup ${account.id}`, made.detail)
  } catch (error) {
    // Ended in the middle, it is due as before.
    if (signal.aborted) return
    logFailure(`backup ${account.id}`, error)
    const detail = describeFailure(error)
    await platform.write(({ db }) => {
      scheduleBackup(db, account.id, { dueutc: addMs(began, HOUR_MS), hour, checkedutc: madeutc })
      addBackup(db, { id: randomUUIDv7(), accountid: account.id, madeutc, state: 'failed', detail })
    })
  }
  await removeOldBackups(services, account.id)
}

async function copyAccount(
  { config }: Needs,
  account: DueBackup,
  last: BackupLine | null,
  madeutc: string,
  signal: AbortSignal,
) {
  const name = madeutc.replace(/[:.]/g, '-')
  const backup = {
    data: config.data,
    into: join(config.backupto, account.id),
    name,
    account: { id: account.id, name: account.name },
    previous: last?.name ?? null,
  }
  // Of nobody's turn: people of the account that make one themselves do not wait for it.
  const answer = await askReader({ accountid: '', userid: '', signal }, { backup })
  const { bytes, files, faults } = (answer as { backedup: AutomaticBackupMade }).backedup
  const state = faults.length > 0 ? ('faulty' as const) : ('sound' as const)
  return { name, bytes, files, state, detail: faults.join('; ').slice(0, 1000) }
}

const known: Record<string, string> = {
  EACCES: 'Joblane may not write to the folder for backups.',
  EROFS: 'The disk for backups is read-only.',
  ENOTDIR: 'The folder for backups cannot be made there.',
}

/** A thread hands over the words of an error alone. */
function describeFailure(error: unknown): string {
  if (saysDiskFull(error)) return 'The disk for backups is full: make room there.'
  const message = describeError(error)
  const code = Object.keys(known).find((one) => message.includes(one))
  return code ? known[code]! : message.slice(0, 1000)
}

async function removeOldBackups({ platform, config }: Needs, accountid: string) {
  const { over, failed } = chooseOld(
    platform.read((db) => listBackups(db, accountid)),
    config.backupkeep,
  )
  for (const { name } of over)
    await rm(join(config.backupto, accountid, name!), { recursive: true, force: true })
  if (over.length + failed.length === 0) return
  await platform.write(({ db }) => {
    for (const { id } of [...over, ...failed]) removeBackup(db, id)
  })
}

/** However many faulty ones came after it, the newest sound one stays. */
export function chooseOld(backups: readonly BackupLine[], keep: number) {
  const made = backups.filter(({ name }) => name !== null)
  const newestSound = made.find(({ state }) => state === 'sound')
  return {
    over: made.slice(keep).filter((one) => one !== newestSound),
    failed: backups.filter(({ name }) => name === null).slice(FAILED_SHOWN),
  }
}

import { existsSync, statSync } from 'node:fs'
import { readOffsiteFile } from '#db/offsite.ts'
import type { PlatformAccess } from '#db/platform.ts'
import { findDueBackup, hasSoundBackup, listFailingBackups } from '#db/queries/platform/backups.ts'
import { type AccountName, accountNames, listCreatedBetween } from '#db/queries/platform/registry.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import type { Config } from '#server/config.ts'
import { COPIED_WITHIN_MS, findTrouble } from '#server/domains/platform/copies/find-trouble.ts'
import { nameSubjects, readCopies } from '#server/domains/platform/copies/read-copies.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { refuseWrongPlace } from '../offsite/open-store.ts'
import { type Finding, fault, sound, warning } from './finding.ts'

/** Ten thousand accounts, one after another, take a while. */
const LATE_MS = 6 * HOUR_MS

export function examineBackups({ data, backupto, backupkeep }: Config, now: Date): Finding[] {
  if (backupkeep === 0)
    return [fault('No automatic backups are made: JOBLANE_BACKUP_KEEP is 0. Set how many are kept.')]
  const failing = readPlatform(data, listFailingBackups)
  const late = readPlatform(data, (db) => findDueBackup(db, addMs(now, -LATE_MS), latestNextTime(now)))
  return [
    ...failing.map(({ name, detail }) =>
      fault(`The newest backup of ${name} failed: ${detail || 'it is not sound'}. The one before is kept.`),
    ),
    ...(late
      ? [warning(`The backup of ${late.name} has been due since ${late.dueutc}: is the program running?`)]
      : []),
    ...(failing.length === 0 && !late ? [sayUpToDate(data, backupto)] : []),
    ...(onOneDisk(data, backupto)
      ? [
          warning(
            `Backups lie on the disk of the data folder: whatever breaks one breaks both. Name a folder on another disk with JOBLANE_BACKUP_TO.`,
          ),
        ]
      : []),
  ]
}

/** @throws WrongSetting */
export function examineCopies(config: Config, now: Date): Finding[] {
  if (!config.replicateto)
    return [
      warning(
        'No off-site copies are made (JOBLANE_REPLICATE_TO): what befalls this machine befalls its backups.',
      ),
    ]
  refuseWrongPlace(config)
  const platform: Pick<PlatformAccess, 'read'> = { read: (run) => readPlatform(config.data, run) }
  const { address, copies } = readCopies(platform, config)
  const elsewhere = copies?.place.address && copies.place.address !== address
  const subjects = elsewhere ? [] : (copies?.subjects ?? [])
  const copied = new Set(subjects.filter(({ copiedutc }) => copiedutc).map(({ id }) => id))
  const without = platform.read(accountNames).filter(({ id }) => !copied.has(id))
  const recent = addMs(now, -COPIED_WITHIN_MS)
  const created = new Set(platform.read((db) => listCreatedBetween(db, recent, now.toISOString())))
  const fresh = without.filter(({ id }) => created.has(id))
  const uncopied = without.filter(({ id }) => !created.has(id))
  const stopped = copies?.place.failure
    ? `Nothing is copied off-site at the moment. ${copies.place.failure}`
    : readOffsiteFile(config.data, (db) =>
        findTrouble(db, { now, startedutc: '', nameOf: nameSubjects(platform) }),
      )
  const failed = subjects.find(({ failure }) => failure)
  const findings = [
    ...(stopped ? [fault(stopped)] : []),
    ...(uncopied.length > 0
      ? [
          fault(
            `There is no off-site copy at ${address} yet of ${nameSome(uncopied)}. Each is made within minutes while the program runs.`,
          ),
        ]
      : []),
    ...(fresh.length > 0 && !stopped
      ? [sound(`The first off-site copy of ${nameSome(fresh)} is made within five minutes.`)]
      : []),
    ...(failed && !stopped
      ? [warning(`An off-site copy failed, and is tried again. ${failed.name}: ${failed.failure}`)]
      : []),
  ]
  return findings.length > 0 ? findings : [sound('Off-site copies are made as they should be.')]
}

const NAMED = 5

function nameSome(accounts: readonly AccountName[]): string {
  const named = accounts.slice(0, NAMED).map(({ name }) => name)
  const rest = accounts.length - named.length
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const sayUpToDate = (data: string, backupto: string) =>
  readPlatform(data, hasSoundBackup)
    ? sound(`Automatic backups in ${backupto} are up to date.`)
    : warning('No automatic backup was made yet: the first comes within a day of running.')

const onOneDisk = (data: string, backupto: string) =>
  !existsSync(backupto) || statSync(backupto).dev === statSync(data).dev

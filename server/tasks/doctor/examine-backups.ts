import { existsSync, statSync } from 'node:fs'
import { readOffsiteFile } from '#db/offsite.ts'
import { listSubjects, readPlaceState } from '#db/queries/offsite.ts'
import { findDueBackup, hasSoundBackup, listFailingBackups } from '#db/queries/platform/backups.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import type { Config } from '#server/config.ts'
import { findTrouble } from '#server/domains/platform/copies/find-trouble.ts'
import { nameSubjects } from '#server/domains/platform/copies/read-copies.ts'
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
  const nameOf = nameSubjects({ read: (run) => readPlatform(config.data, run) })
  const copies = readOffsiteFile(config.data, (db) => ({
    trouble: findTrouble(db, { now, startedutc: '', nameOf }),
    failures: [
      readPlaceState(db).failure,
      ...listSubjects(db).map(({ id, failure }) => failure && `${nameOf(id)}: ${failure}`),
    ].filter(Boolean),
  }))
  if (!copies) return [warning('No off-site copy was made yet: the first comes within minutes of running.')]
  if (copies.trouble) return [fault(copies.trouble)]
  const [failure] = copies.failures
  return [
    failure
      ? warning(`An off-site copy failed, and is tried again. ${failure}`)
      : sound('Off-site copies are made as they should be.'),
  ]
}

const sayUpToDate = (data: string, backupto: string) =>
  readPlatform(data, hasSoundBackup)
    ? sound(`Automatic backups in ${backupto} are up to date.`)
    : warning('No automatic backup was made yet: the first comes within a day of running.')

const onOneDisk = (data: string, backupto: string) =>
  !existsSync(backupto) || statSync(backupto).dev === statSync(data).dev

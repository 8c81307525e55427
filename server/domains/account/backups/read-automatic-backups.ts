import type { PlatformAccess } from '#db/platform.ts'
import { findBackupSchedule, isCopy, listBackups } from '#db/queries/platform/backups.ts'
import { isDue } from '#server/clock-jump.ts'
import type { Services } from '#server/services.ts'

type Needs = { platform: PlatformAccess; services: Pick<Services, 'config' | 'clock'> }

export function readAutomaticBackups({ platform, services }: Needs, accountid: string) {
  const now = services.clock()
  const { backupkeep, backuphour } = services.config
  return platform.read((db) => ({
    iscopy: isCopy(db, accountid),
    automatic: backupkeep > 0 ? { keep: backupkeep, hour: backuphour } : null,
    backups: listBackups(db, accountid),
    schedule: presentSchedule(findBackupSchedule(db, accountid), now),
  }))
}

/** A time that is over is none to wait for: the backup is made within minutes. */
const presentSchedule = (schedule: ReturnType<typeof findBackupSchedule>, now: Date) =>
  schedule && { ...schedule, isdue: isDue(schedule.dueutc, now) }

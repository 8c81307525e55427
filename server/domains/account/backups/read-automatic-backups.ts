import type { PlatformAccess } from '#db/platform.ts'
import { findBackupSchedule, listBackups } from '#db/queries/platform/backups.ts'
import type { Services } from '#server/services.ts'

type Needs = { platform: PlatformAccess; services: Pick<Services, 'config'> }

export function readAutomaticBackups({ platform, services }: Needs, accountid: string) {
  const { backupkeep, backuphour } = services.config
  return platform.read((db) => ({
    automatic: backupkeep > 0 ? { keep: backupkeep, hour: backuphour } : null,
    backups: listBackups(db, accountid),
    schedule: findBackupSchedule(db, accountid),
  }))
}

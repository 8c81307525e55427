import type { PartRequest } from '#server/domains/account/backups/write-part.ts'
import type { AutomaticBackup, AutomaticBackupMade } from '#server/tasks/archive/make-backup.ts'
import type { ArchiveRequest } from '#server/tasks/archive/write-archive.ts'

export type ReaderRequest = { part: PartRequest } | { archive: ArchiveRequest } | { backup: AutomaticBackup }

export type ReaderReply =
  | { ready: true }
  | { done: true }
  | { backedup: AutomaticBackupMade }
  | { error: string }

import type { PartRequest } from '#server/domains/account/backups/write-part.ts'
import type { ReportRequest, ReportResult } from '#server/domains/reporting/reports/run-report.ts'
import type { StockReportRequest, StockReportResult } from '#server/domains/stock/worth/run-stock-report.ts'
import type { AutomaticBackup, AutomaticBackupMade } from '#server/tasks/archive/make-backup.ts'
import type { ArchiveRequest } from '#server/tasks/archive/write-archive.ts'

export type ReaderRequest =
  | { part: PartRequest }
  | { archive: ArchiveRequest }
  | { backup: AutomaticBackup }
  | { report: ReportRequest }
  | { stock: StockReportRequest }

/** The last of several; `progress` counts the rows of a report that were read. */
export type ReaderReply =
  | { ready: true }
  | { progress: number }
  | { done: true }
  | { backedup: AutomaticBackupMade }
  | { reported: ReportResult }
  | { stock: StockReportResult }
  | { error: string }

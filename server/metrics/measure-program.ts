import { readdirSync, statfsSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readOffsiteFile } from '#db/offsite.ts'
import { listSubjects } from '#db/queries/offsite.ts'
import { findDueBackup, listFailingBackups } from '#db/queries/platform/backups.ts'
import { countPlaced } from '#db/queries/platform/cells.ts'
import { countAccounts } from '#db/queries/platform/registry.ts'
import { countUndeliverableMails } from '#db/queries/platform/undeliverable-mail.ts'
import type { Cell } from '#server/cells/cell.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import { exportQueue } from '#server/export/export-queue.ts'
import type { FairQueue } from '#server/fair-queue.ts'
import { pictureQueue } from '#server/files/thumbnails.ts'
import { requestQueue } from '#server/http/request-queue.ts'
import { importThreadQueue } from '#server/import/index.ts'
import { pdfQueue } from '#server/pdf/render.ts'
import { readerQueue } from '#server/reader/reader.ts'
import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'

const queues: Record<string, FairQueue> = {
  requests: requestQueue,
  documents: pdfQueue,
  pictures: pictureQueue,
  exports: exportQueue,
  imports: importThreadQueue,
  reads: readerQueue,
}

/** Gauges of the process and of what it serves: each costs at most one indexed query when it is asked for. */
export function measureProgram(services: Services) {
  const { gauge } = services.metrics.registry
  measureProcess(services)
  gauge('joblane_open_accounts', 'Account files that are open.', () => services.tenants.open())
  gauge('joblane_accounts', 'Accounts of this installation.', () => services.platform.read(countAccounts))
  gauge('joblane_live_connections', 'Browsers that listen for changes.', () => services.hub.count())
  gauge('joblane_queue_waiting', 'Work that waits for its turn, by queue.', () =>
    Object.entries(queues).map(([queue, { waiting }]) => [{ queue }, waiting] as const),
  )
  gauge('joblane_queue_running', 'Work under way, by queue.', () =>
    Object.entries(queues).map(([queue, { running }]) => [{ queue }, running] as const),
  )
  gauge('joblane_outbox_accounts_waiting', 'Accounts of which something waits to be sent, by outbox.', () => [
    [{ outbox: 'mail' }, services.mail.waiting()],
    [{ outbox: 'webhooks' }, services.webhooks.waiting()],
    [{ outbox: 'xero' }, services.xero.waiting()],
  ])
  gauge('joblane_mails_given_up', 'Mails of the platform that could not be delivered.', () =>
    services.platform.read(countUndeliverableMails),
  )
  gauge(
    'joblane_moves_open',
    'Accounts that nobody serves, since their move between cells failed and could not be taken back yet.',
    () => services.cell?.openmoves.size ?? 0,
  )
  measureBackups(services)
  if (services.cell) measureCell(services, services.cell)
  if (services.config.replicateto) measureCopies(services)
}

function measureCell({ metrics: { registry }, platform }: Services, { id, forwarded }: Cell) {
  registry.gauge('joblane_cell_info', 'Which of several processes this is.', () => [[{ cell: id }, 1]])
  registry.gauge('joblane_cell_accounts', 'Accounts that it serves.', () =>
    platform.read((db) => countPlaced(db).find((one) => one.id === id)?.accounts ?? 0),
  )
  registry.gauge(
    'joblane_cell_forwarded_total',
    'Requests that it handed on to the cell that serves the account.',
    () => forwarded.count,
    'counter',
  )
}

function measureBackups({ metrics: { registry }, platform, clock }: Services) {
  registry.gauge('joblane_backups_failing', 'Accounts whose newest backup failed.', () =>
    platform.read((db) => listFailingBackups(db).length),
  )
  registry.gauge('joblane_backup_overdue_seconds', 'By how much the daily backups are late.', () => {
    const now = clock()
    const due = platform.read((db) => findDueBackup(db, now.toISOString(), latestNextTime(now)))
    return due ? Math.max(0, (now.getTime() - Date.parse(due.dueutc)) / 1000) : 0
  })
}

function measureCopies({ metrics: { registry }, config, clock }: Services) {
  registry.gauge(
    'joblane_offsite_lag_seconds',
    'How long the oldest change waits to be copied off-site.',
    () => {
      const waiting = readOffsiteFile(config.data, listSubjects)?.flatMap(
        ({ changedutc }) => changedutc ?? [],
      )
      const [oldest] = (waiting ?? []).sort()
      return oldest ? Math.max(0, (clock().getTime() - Date.parse(oldest)) / 1000) : 0
    },
  )
}

function measureProcess({ metrics: { registry }, config, clock }: Services) {
  const started = clock().getTime() / 1000 - process.uptime()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  registry.gauge('joblane_build_info', 'The version that runs.', () => [[{ version: VERSION }, 1]])
  registry.gauge('process_start_time_seconds', 'When the process began.', () => started)
  registry.gauge('process_resident_memory_bytes', 'Memory in use.', () => process.memoryUsage.rss())
  registry.gauge(
    'process_cpu_seconds_total',
    'Processor time used.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    'counter',
  )
  registry.gauge(
    'process_open_fds',
    'Open files and sockets; Linux alone tells.',
    () => readdirSync('/proc/self/fd').length,
  )
  registry.gauge(
    'joblane_event_loop_delay_seconds',
    'How late the event loop was since it was last asked.',
    () => readDelay(delay),
  )
  registry.gauge('joblane_disk_free_bytes', 'Room on the disk of the data folder.', () => {
    const { bavail, bsize } = statfsSync(config.data)
    return bavail * bsize
  })
}

const RESOLUTION_MS = 10

function readDelay(delay: ReturnType<typeof monitorEventLoopDelay>) {
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3)
  const read = [
    [{ quantile: '0.5' }, seconds(delay.percentile(50))],
    [{ quantile: '0.99' }, seconds(delay.percentile(99))],
    [{ quantile: '1' }, seconds(delay.max)],
  ] as const
  delay.reset()
  return read
}

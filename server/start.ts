import { randomBytes } from 'node:crypto'
import { type DataFolder, lockDataFolder, shareDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { openTenants, type Tenants } from '#db/tenants.ts'
import type { TenantEvent } from '#db/types.ts'
import { WEBHOOK_QUEUED } from '#db/webhook-events.ts'
import type { Person } from '#server/access/person.ts'
import { needsSetup } from './access/first-start.ts'
import { createPasswords, type Passwords } from './access/passwords.ts'
import { readSecretKey } from './access/secret-key.ts'
import { viewerFor } from './access/viewer.ts'
import { routes } from './app.ts'
import { Background } from './background.ts'
import { backgroundJobs } from './background-jobs.ts'
import {
  type Cell,
  createPlacement,
  isSuperseded,
  registerCell,
  takeCell,
  unregisterCell,
} from './cells/cell.ts'
import { cellJobs } from './cells/distribute-accounts.ts'
import { closeForwardedSockets } from './cells/forward-socket.ts'
import { createDoors } from './cells/internal-requests.ts'
import { callOtherCells } from './cells/notify-cells.ts'
import { metricsPort } from './cells/settings.ts'
import { recoverMoves } from './cells/take-back.ts'
import type { Config } from './config.ts'
import { followZone } from './domains/account/backups/back-up-accounts.ts'
import { heedPlannedReports } from './domains/reporting/reportschedules/send-reports.tsx'
import { reckonEarlier } from './domains/sales/invoices/reckon-earlier.ts'
import { wakeRepeatInvoices } from './domains/sales/repeatinvoices/run.ts'
import { recoverImports } from './domains/settings/imports/running-imports.ts'
import { createXeroSender } from './domains/settings/xero/sender.ts'
import { REPEAT_INVOICES } from './domains/work/frequency/repeat-invoices-event.ts'
import { canSeeEvent } from './domains/work/jobs/can-see-event.ts'
import { createEncryption } from './encryption.ts'
import { fileStore } from './files.ts'
import { assets } from './http/assets.ts'
import { credentials, isSessionOpen, readPerson } from './http/authenticate.ts'
import { type Admitted, Hub } from './http/hub.ts'
import { bearerTokens } from './http/jwt.ts'
import { mount } from './http/mount.ts'
import { type RecentEvents, recentEvents } from './http/recent-events.ts'
import { listen, listenInside } from './http/serve.ts'
import { logFailure } from './log.ts'
import { createDeliverer } from './mail/deliver.ts'
import { MAIL_QUEUED } from './mail/queue.ts'
import { mailOutcomes } from './mail-outcomes.ts'
import { createMetrics } from './metrics/program-metrics.ts'
import { timeWrites } from './metrics/time-writes.ts'
import { removeTemporaryFiles } from './reader/temporary-file.ts'
import type { Services } from './services.ts'
import { refuseWrongPlace } from './tasks/offsite/open-store.ts'
import { createWebhookDeliverer } from './webhooks/deliver-events.ts'
import { XERO_QUEUED } from './xero/queue.ts'
import { ZONE_CHANGED } from './zone-changed.ts'

export type Running = {
  url: string
  services: Services
  /** Where metrics are served, if they are. */
  metricsport?: number
  /** Where the other processes of the installation ask this one, if there are any. */
  insideport?: number
  stop(): Promise<void>
}

/** @throws DataFolderRefused, or an error with one plain sentence when the port cannot be had */
export async function start(
  config: Config,
  clock: () => Date = () => new Date(),
  passwords: Passwords = createPasswords(),
  /** Told why this process must not serve any more. */
  failed: (sentence: string) => void = () => {},
): Promise<Running> {
  const lock = config.role === 'all' ? lockDataFolder : shareDataFolder
  const dataFolder = await lock(config.data, { acceptRollback: config.acceptrollback })
  const held = [dataFolder.release]
  try {
    return await open(dataFolder, { config, clock, passwords, failed }, held)
  } catch (error) {
    for (const release of held.reverse()) release()
    throw error
  }
}

type Start = {
  config: Config
  clock: () => Date
  passwords: Passwords
  failed: (sentence: string) => void
}

async function open(
  dataFolder: DataFolder,
  { config, clock, passwords, failed }: Start,
  held: (() => void)[],
): Promise<Running> {
  refuseWrongPlace(config)
  const secret = readSecretKey(dataFolder.path, { acceptNew: config.acceptnewsecret })
  const cell = await takeCell(config, dataFolder.path, secret, clock)
  if (cell) held.push(cell.lock.release)
  const platform = openPlatform(dataFolder.path, clock, { shared: cell !== null })
  // Those of others may be on their way.
  if (!cell) removeTemporaryFiles(dataFolder.path)
  const metrics = createMetrics()
  const placement = cell ? createPlacement(cell, platform) : undefined
  const tenants = timeWrites(openTenants({ dataFolder, clock, placement }), metrics)
  const recent = recentEvents()
  tenants.onOpen((accountid) => recent.forget(accountid))
  const core = {
    config,
    platform,
    files: fileStore(config.data),
    tenants,
    clock,
    passwords,
    bearer: bearerTokens(secret),
    encryption: createEncryption(secret),
    url: config.url,
    metrics,
    background: new Background((job, ms, ok) => metrics.sawRun(job, ms / 1000, ok, clock())),
    assets: await assets(),
    setupcode: platform.read(needsSetup) && cell?.isPlatform !== false ? newSetupCode() : undefined,
    cell,
  }
  const services: Services = Object.assign(core, {
    mail: createDeliverer(core, mailOutcomes),
    xero: createXeroSender(() => services),
    // The same object, once everything is in it.
    webhooks: createWebhookDeliverer(core as Services, routes),
    hub: new Hub({
      admit: async (request) => {
        const { row } = await credentials(services, request)
        return row ? admitPerson(tenants, readPerson(services, row)) : null
      },
      stays: (admitted) => isSessionOpen(services, admitted),
      ended: (sessionid) => void callOtherCells(services, 'endsession', { sessionid }),
      resync: ({ accountid }, lastSeq) => recent.since(accountid, lastSeq, tenants.position(accountid).seq),
    }),
  })
  // What was written may be a mail: looking costs one indexed query.
  platform.onCommit(services.mail.wake)
  tenants.onCommit((accountid, events) => {
    for (const event of events) publishEvent(services, recent, accountid, event)
  })
  recoverImports(services)
  reckonEarlier(services)
  const handle = mount(services, routes)
  const joined = cell && (await join(services, cell, handle))
  const server = listen(services, handle, services.hub)
  const url = `http://${config.host}:${server.port}`
  services.url ||= config.host === '0.0.0.0' ? `http://localhost:${server.port}` : url
  const jobs = [...backgroundJobs(services), ...(cell ? cellJobs(services, cell, failed) : [])]
  services.background.start(jobs.filter((job) => !job.ofplatform || cell?.isPlatform !== false))
  const watched = config.metrics ? await watch(services, config.metrics) : null
  return {
    url,
    metricsport: watched?.port,
    insideport: joined?.port,
    services,
    async stop() {
      services.hub.stop()
      if (cell) closeForwardedSockets(cell)
      await watched?.stop(true)
      await server.stop(false)
      await joined?.leave()
      await services.background.stop()
      await tenants.finish()
      tenants.closeAll()
      platform.close()
      cell?.lock.release()
      dataFolder.release()
    },
  }
}

/** Among the processes that serve the folder; others hear where it is asked. */
async function join(services: Services, cell: Cell, handle: Parameters<typeof listenInside>[1]) {
  const { platform, config, hub } = services
  const inside = listenInside(services, handle, hub, createDoors(services, cell))
  await registerCell(cell, platform, config.acceptrollback, `127.0.0.1:${inside.port}`)
  if (cell.isPlatform) await recoverMoves(services)
  return {
    port: inside.port,
    async leave() {
      if (!isSuperseded(cell, platform)) await unregisterCell(cell, platform)
      await inside.stop(false)
    },
  }
}

/** Loaded only where it is asked for: to measure is no work of a start without it. */
async function watch(services: Services, { host, port }: NonNullable<Config['metrics']>) {
  const { measureProgram } = await import('./metrics/measure-program.ts')
  const { serveMetrics } = await import('./metrics/serve-metrics.ts')
  measureProgram(services)
  const own = services.cell ? metricsPort(port, services.cell.id) : port
  return serveMetrics({ host, port: own }, services.metrics.registry)
}

function publishEvent(services: Services, recent: RecentEvents, accountid: string, event: TenantEvent) {
  const { hub, mail, xero, webhooks } = services
  if (event.event === MAIL_QUEUED) return mail.mailQueued(accountid)
  if (event.event === XERO_QUEUED) return xero.queued(accountid)
  if (event.event === WEBHOOK_QUEUED) return webhooks.queued(accountid)
  if (event.event === REPEAT_INVOICES) return wakeRepeatInvoices(services, accountid)
  if (event.event === ZONE_CHANGED)
    return void followZone(services, accountid).catch((error) => logFailure(`backup ${accountid}`, error))
  heedPlannedReports(services, accountid, event)
  const { userid, seq } = event
  if (!userid) recent.add(accountid, event)
  hub.publish(accountid, event.event, event.args, { userid, seq })
  if (event.event === 'RightsChanged') hub.closeAccount(accountid)
}

/** Who sees everything listens to the account's topic; others are asked event by event. */
function admitPerson(tenants: Tenants, person: Person): Admitted {
  const { accountid, userid, sessionid, narrow } = person
  const viewer = () => tenants.read(accountid, (db) => viewerFor(db, person))
  const cansee = (event: string, args: readonly unknown[]) => canSeeEvent(viewer(), event, args)
  return { accountid, userid, sessionid, narrow, ...(viewer().everything ? {} : { cansee }) }
}

/** Without letters and digits that look alike. */
function newSetupCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const code = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

import { randomBytes } from 'node:crypto'
import { type DataFolder, lockDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { isFirstStart } from '#db/queries/platform/users.ts'
import { openTenants, type Tenants } from '#db/tenants.ts'
import type { TenantEvent } from '#db/types.ts'
import { WEBHOOK_QUEUED } from '#db/webhook-events.ts'
import type { Person } from '#server/access/person.ts'
import { createPasswords, type Passwords } from './access/passwords.ts'
import { readSecretKey } from './access/secret-key.ts'
import { viewerFor } from './access/viewer.ts'
import { routes } from './app.ts'
import { Background } from './background.ts'
import { backgroundJobs } from './background-jobs.ts'
import type { Config } from './config.ts'
import { heedPlannedReports } from './domains/reporting/reportschedules/send-reports.tsx'
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
import { listen } from './http/serve.ts'
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

export type Running = {
  url: string
  services: Services
  /** Where metrics are served, if they are. */
  metricsport?: number
  stop(): Promise<void>
}

/** @throws DataFolderRefused, or an error with one plain sentence when the port cannot be had */
export async function start(
  config: Config,
  clock: () => Date = () => new Date(),
  passwords: Passwords = createPasswords(),
): Promise<Running> {
  const dataFolder = lockDataFolder(config.data, { acceptRollback: config.acceptrollback })
  try {
    return await open(dataFolder, config, clock, passwords)
  } catch (error) {
    dataFolder.release()
    throw error
  }
}

async function open(
  dataFolder: DataFolder,
  config: Config,
  clock: () => Date,
  passwords: Passwords,
): Promise<Running> {
  refuseWrongPlace(config)
  const secret = readSecretKey(dataFolder.path, { acceptNew: config.acceptnewsecret })
  const platform = openPlatform(dataFolder.path, clock)
  removeTemporaryFiles(dataFolder.path)
  const metrics = createMetrics()
  const tenants = timeWrites(openTenants({ dataFolder, clock }), metrics)
  const recent = recentEvents()
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
    setupcode: platform.read(isFirstStart) ? newSetupCode() : undefined,
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
      resync: ({ accountid }, lastSeq) => recent.since(accountid, lastSeq, tenants.position(accountid).seq),
    }),
  })
  // What was written may be a mail: looking costs one indexed query.
  platform.onCommit(services.mail.wake)
  tenants.onCommit((accountid, events) => {
    for (const event of events) publishEvent(services, recent, accountid, event)
  })
  recoverImports(services)
  const server = listen(services, mount(services, routes), services.hub)
  const url = `http://${config.host}:${server.port}`
  services.url ||= config.host === '0.0.0.0' ? `http://localhost:${server.port}` : url
  services.background.start(backgroundJobs(services))
  const watched = config.metrics ? await watch(services, config.metrics) : null
  return {
    url,
    metricsport: watched?.port,
    services,
    async stop() {
      services.hub.stop()
      await watched?.stop(true)
      await server.stop(false)
      await services.background.stop()
      await tenants.finish()
      tenants.closeAll()
      platform.close()
      dataFolder.release()
    },
  }
}

/** Loaded only where it is asked for: to measure is no work of a start without it. */
async function watch(services: Services, address: NonNullable<Config['metrics']>) {
  const { measureProgram } = await import('./metrics/measure-program.ts')
  const { serveMetrics } = await import('./metrics/serve-metrics.ts')
  measureProgram(services)
  return serveMetrics(address, services.metrics.registry)
}

function publishEvent(services: Services, recent: RecentEvents, accountid: string, event: TenantEvent) {
  const { hub, mail, xero, webhooks } = services
  if (event.event === MAIL_QUEUED) return mail.mailQueued(accountid)
  if (event.event === XERO_QUEUED) return xero.queued(accountid)
  if (event.event === WEBHOOK_QUEUED) return webhooks.queued(accountid)
  if (event.event === REPEAT_INVOICES) return wakeRepeatInvoices(services, accountid)
  heedPlannedReports(services, accountid, event)
  const { userid, seq } = event
  if (!userid) recent.add(accountid, event)
  hub.publish(accountid, event.event, event.args, { userid, seq })
  if (event.event === 'RightsChanged') hub.closeAccount(accountid)
}

/** Who sees everything listens to the account's topic; others are asked event by event. */
function admitPerson(tenants: Tenants, person: Person): Admitted {
  const { accountid, userid, sessionid } = person
  const viewer = () => tenants.read(accountid, (db) => viewerFor(db, person))
  const cansee = (event: string, args: readonly unknown[]) => canSeeEvent(viewer(), event, args)
  return { accountid, userid, sessionid, ...(viewer().everything ? {} : { cansee }) }
}

/** Without letters and digits that look alike. */
function newSetupCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const code = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

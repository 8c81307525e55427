import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolder, lockDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { isFirstStart } from '#db/queries/platform/users.ts'
import { openTenants, type Tenants } from '#db/tenants.ts'
import type { TenantEvent } from '#db/types.ts'
import { createEncryption } from './access/encryption.ts'
import { createPasswords, type Passwords } from './access/passwords.ts'
import { viewerFor } from './access/viewer.ts'
import { routes } from './app.ts'
import { startBackground } from './background.ts'
import { backgroundJobs } from './background-jobs.ts'
import { type Config, WrongSetting } from './config.ts'
import { canSeeEvent } from './domains/work/jobs/cansee-event.ts'
import { credentials, isStillIn, personOf } from './http/admit.ts'
import { assets } from './http/assets.ts'
import type { Person } from './http/context.ts'
import { type Admitted, createHub } from './http/hub.ts'
import { bearerTokens } from './http/jwt.ts'
import { mount } from './http/mount.ts'
import { recentEvents } from './http/recent-events.ts'
import { listen } from './http/serve.ts'
import { deliverer } from './mail/deliver.ts'
import { MAIL_QUEUED } from './mail/queue.ts'
import type { Services } from './services.ts'

export type Running = { url: string; services: Services; stop(): Promise<void> }

/**
 * Opens the data folder and listens. Everything that the program holds open is made here and closed by `stop`.
 * @throws DataFolderRefused or another error with one plain sentence when the folder or the port cannot be had.
 */
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
  const secret = secretOf(dataFolder.path)
  const platform = openPlatform(dataFolder.path, clock)
  const recent = recentEvents()
  const publish = (accountid: string, events: TenantEvent[]) => {
    for (const event of events) {
      if (event.event === MAIL_QUEUED) {
        services.mail.heard(accountid)
        continue
      }
      if (!event.userid) recent.add(accountid, event)
      services.hub.publish(accountid, event.event, event.args, { userid: event.userid, seq: event.seq })
      if (event.event === 'RightsChanged') services.hub.closeAccount(accountid)
    }
  }
  const tenants = openTenants({ dataFolder, clock })
  const services: Services = {
    config,
    platform,
    tenants,
    clock,
    bearer: bearerTokens(secret),
    encryption: createEncryption(secret),
    passwords,
    // Known once it listens.
    url: config.url,
    background: undefined as never,
    mail: undefined as never,
    assets: await assets(),
    setupcode: platform.read(isFirstStart) ? newCode() : undefined,
    hub: createHub({
      admit: async (request) => {
        const { row } = await credentials(services, request)
        return row ? admitted(tenants, personOf(services, row)) : null
      },
      stays: (admitted) => isStillIn(services, admitted),
      resync: ({ accountid }, lastSeq) => recent.since(accountid, lastSeq, tenants.position(accountid).seq),
    }),
  }
  const server = listen(services, mount(services, routes(services)), services.hub)
  const url = `http://${config.host}:${server.port}`
  services.url ||= config.host === '0.0.0.0' ? `http://localhost:${server.port}` : url
  services.mail = deliverer(services)
  // What was written may be a mail: looking costs one indexed query.
  platform.onCommit(() => services.mail.look())
  tenants.onCommit(publish)
  services.background = startBackground(backgroundJobs(services))
  return {
    url,
    services,
    async stop() {
      services.hub.stop()
      await server.stop(false)
      await services.background.stop()
      await tenants.finish()
      tenants.closeAll()
      platform.close()
      dataFolder.release()
    },
  }
}

/** A person's live connection. Who sees everything listens to the account's topic; others are asked event by event. */
function admitted(tenants: Tenants, person: Person): Admitted {
  const { accountid, userid, sessionid } = person
  const viewer = () => tenants.read(accountid, (db) => viewerFor(db, person))
  const cansee = (event: string, args: readonly unknown[]) => canSeeEvent(viewer(), event, args)
  return { accountid, userid, sessionid, ...(viewer().everything ? {} : { cansee }) }
}

const SECRET_BYTES = 48

/**
 * The key that signs bearer tokens: made once, readable by this user alone, never in a database or a backup. It is
 * written whole beside its place first, since a key that a crash has cut short could be guessed.
 * @throws when there is one that is too short
 */
function secretOf(folder: string): string {
  const path = join(folder, 'secret.key')
  if (!existsSync(path)) {
    writeFileSync(`${path}.coming`, randomBytes(SECRET_BYTES).toString('base64url'), {
      mode: 0o600,
      flush: true,
    })
    renameSync(`${path}.coming`, path)
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_BYTES) return secret
  throw new WrongSetting(
    `${path} is cut short. Restore it, or remove it: then everybody signs in anew, and mail passwords of accounts are asked for again.`,
  )
}

/** Ten letters and digits without those that look alike. */
function newCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const code = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

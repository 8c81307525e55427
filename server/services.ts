import type { Platform } from '#db/platform.ts'
import type { Tenants } from '#db/tenants.ts'
import type { Passwords } from './access/passwords.ts'
import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Encryption } from './encryption.ts'
import type { FileStore } from './files.ts'
import type { Assets } from './http/assets.ts'
import type { Hub } from './http/hub.ts'
import type { BearerTokens } from './http/jwt.ts'
import type { Deliverer } from './mail/deliver.ts'

/** What the running program consists of, made once by `server/start.ts` and handed down. */
export type Services = {
  config: Config
  platform: Platform
  /** Uploaded files of all accounts. */
  files: FileStore
  tenants: Tenants
  bearer: BearerTokens
  passwords: Passwords
  assets: Assets
  hub: Hub
  /** The one-time code of the first start; undefined once somebody exists. */
  setupcode?: string
  clock: () => Date
  /** Encrypts what is kept but must not be readable in a stolen file. */
  encryption: Encryption
  /** Where people reach this program, for links in mails: the setting, never what a request claims to have asked. */
  url: string
  /** Work beside requests, by name: `server/background-jobs.ts`. */
  background: Background
  /** Sends what waits in the outboxes. */
  mail: Deliverer
}

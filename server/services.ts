import type { Platform } from '#db/platform.ts'
import type { Tenants } from '#db/tenants.ts'
import type { Passwords } from './access/passwords.ts'
import type { Background } from './background.ts'
import type { Cell } from './cells/cell.ts'
import type { Config } from './config.ts'
import type { XeroSender } from './domains/settings/xero/sender.ts'
import type { Encryption } from './encryption.ts'
import type { FileStore } from './files.ts'
import type { Assets } from './http/assets.ts'
import type { Hub } from './http/hub.ts'
import type { BearerTokens } from './http/jwt.ts'
import type { Deliverer } from './mail/deliverer.ts'
import type { Metrics } from './metrics/program-metrics.ts'
import type { WebhookDeliverer } from './webhooks/deliver-events.ts'

export type Services = {
  config: Config
  platform: Platform
  files: FileStore
  tenants: Tenants
  bearer: BearerTokens
  passwords: Passwords
  assets: Assets
  hub: Hub
  setupcode?: string
  /** Null where one process serves all. */
  cell: Cell | null
  clock: () => Date
  encryption: Encryption
  /** The setting, never what a request claims to have asked: see `linkSite`. */
  url: string
  background: Background
  metrics: Metrics
  mail: Deliverer
  xero: XeroSender
  webhooks: WebhookDeliverer
}

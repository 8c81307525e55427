import type { Platform } from '#db/platform.ts'
import type { Tenants } from '#db/tenants.ts'
import type { Config } from '#server/config.ts'
import type { Assets } from './assets.ts'
import type { Hub } from './hub.ts'
import type { BearerTokens } from './jwt.ts'

/** What the running program consists of, made once by `server/start.ts` and handed down. */
export type Services = {
  config: Config
  platform: Platform
  tenants: Tenants
  bearer: BearerTokens
  assets: Assets
  hub: Hub
  /** The one-time code of the first start; undefined once somebody exists. */
  setupcode?: string
  clock: () => Date
}

import type { PlatformAccess } from '#db/platform.ts'
import { isFirstStart } from '#db/queries/platform/users.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'

/** Decisions A8 and E5. */
export const healthApi: Route[] = [
  publicApi('GET /health', { summary: 'Version and readiness.', atonce: true }, (c) => ({
    version: VERSION,
    ready: isReady(c.platform),
  })),
  publicApi('GET /health/live', { summary: 'The process answers.', atonce: true }, () => ({ live: true })),
  publicApi('GET /health/ready', { summary: 'The platform file can be read.', atonce: true }, (c) => ({
    ready: isReady(c.platform),
  })),
]

const isReady = (platform: PlatformAccess) => platform.read((db) => typeof isFirstStart(db) === 'boolean')

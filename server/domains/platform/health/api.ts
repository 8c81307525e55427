import { isFirstStart } from '#db/queries/platform/users.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'

/** Whether the program lives, and whether it can serve (decision A8, E5). */
export const healthApi = ({ platform }: Services): Route[] => [
  publicApi('GET /health', { summary: 'Version and readiness.' }, () => ({
    version: VERSION,
    ready: isReady(platform),
  })),
  publicApi('GET /health/live', { summary: 'The process answers.' }, () => ({ live: true })),
  publicApi('GET /health/ready', { summary: 'The platform file can be read.' }, () => ({
    ready: isReady(platform),
  })),
]

const isReady = (platform: Services['platform']) =>
  platform.read((db) => typeof isFirstStart(db) === 'boolean')

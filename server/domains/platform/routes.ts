import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { backofficeApi } from './backoffice/api.ts'
import { backofficePages } from './backoffice/pages.tsx'
import { healthApi } from './health/api.ts'
import { helpPages } from './help/pages.tsx'

export const platformRoutes = (services: Services): Route[] => [
  ...healthApi(services),
  ...helpPages,
  ...backofficeApi(services),
  ...backofficePages(services),
]

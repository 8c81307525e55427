import type { Route } from '#server/http/route.ts'
import { backofficeApi } from './backoffice/api.ts'
import { backofficePages } from './backoffice/pages.tsx'
import { healthApi } from './health/api.ts'
import { helpPages } from './help/pages.tsx'

export const platformRoutes: Route[] = [...healthApi, ...helpPages, ...backofficeApi, ...backofficePages]

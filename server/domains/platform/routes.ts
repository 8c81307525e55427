import type { Route } from '#server/http/route.ts'
import { backofficeActions } from './backoffice/actions.tsx'
import { backofficeApi } from './backoffice/api.ts'
import { backofficePages } from './backoffice/pages.tsx'
import { cellsPages } from './cells/pages.tsx'
import { copiesPages } from './copies/pages.tsx'
import { healthApi } from './health/api.ts'
import { installableApi } from './installable/api.ts'
import { searchApi } from './search/api.ts'
import { searchPages } from './search/pages.tsx'

export const platformRoutes: Route[] = [
  ...healthApi,
  ...installableApi,
  ...searchApi,
  ...searchPages,
  ...backofficeActions,
  ...backofficeApi,
  ...backofficePages,
  ...copiesPages,
  ...cellsPages,
]

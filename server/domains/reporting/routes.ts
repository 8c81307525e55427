import type { Route } from '#server/http/route.ts'
import { reportDataApi } from './reports/api-data.ts'
import { reportFilePages } from './reports/file-pages.tsx'
import { reportPages } from './reports/pages.tsx'
import { reportSchedulesRoutes } from './reportschedules/resource.ts'

export const reportingRoutes: Route[] = [
  ...reportDataApi,
  ...reportSchedulesRoutes,
  ...reportPages,
  ...reportFilePages,
]

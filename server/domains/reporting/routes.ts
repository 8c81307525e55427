import type { Route } from '#server/http/route.ts'
import { reportDataApi } from './reports/api-data.ts'
import { reportPages } from './reports/pages.tsx'

export const reportingRoutes: Route[] = [...reportDataApi, ...reportPages]

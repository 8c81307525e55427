import type { Route } from '#server/http/route.ts'
import { forecastDocuments } from './forecasting/documents.tsx'
import { forecastingPages } from './forecasting/pages.tsx'

export const planningRoutes: Route[] = [...forecastingPages, ...forecastDocuments]

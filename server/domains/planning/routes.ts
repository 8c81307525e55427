import type { Route } from '#server/http/route.ts'
import { forecastDocuments } from './forecasting/documents.tsx'
import { forecastingPages } from './forecasting/pages.tsx'
import { materialsPages } from './materials/pages.tsx'
import { orderingRoutes } from './ordering/pages.tsx'
import { productionRoutes } from './production/actions.tsx'

export const planningRoutes: Route[] = [
  ...materialsPages,
  ...orderingRoutes,
  ...forecastingPages,
  ...forecastDocuments,
  ...productionRoutes,
]

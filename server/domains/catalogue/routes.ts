import type { Route } from '#server/http/route.ts'
import { categoriesActions } from './categories/actions.tsx'
import { categoriesApi } from './categories/api.ts'
import { categoriesPages } from './categories/pages.tsx'
import { categoriesRoutes } from './categories/resource.ts'
import { inputsApi } from './inputs/api.ts'
import { inputsPages } from './inputs/pages.tsx'
import { inventoryActions } from './inventory/actions.tsx'
import { inventoryApi } from './inventory/api.ts'
import { inventoryPages } from './inventory/pages.tsx'
import { pricingActions } from './pricing/actions.tsx'
import { pricingApi } from './pricing/api.ts'
import { pricingPages } from './pricing/pages.tsx'
import { stepsApi } from './steps/api.ts'
import { stepsPages } from './steps/pages.tsx'
import { unitsRoutes } from './units/resource.ts'

export const catalogueRoutes: Route[] = [
  ...categoriesRoutes,
  ...categoriesApi,
  ...categoriesActions,
  ...categoriesPages,
  ...inputsApi,
  ...inputsPages,
  ...inventoryActions,
  ...inventoryApi,
  ...inventoryPages,
  ...unitsRoutes,
  ...pricingApi,
  ...pricingActions,
  ...pricingPages,
  ...stepsApi,
  ...stepsPages,
]

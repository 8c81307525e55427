import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { accountApi } from './account/api.ts'
import { createPages } from './account/create-pages.tsx'
import { joinPages } from './account/join-pages.tsx'
import { accountPages } from './account/pages.tsx'
import { cctransactionsApi } from './payments/api.ts'
import { subscriptionApi } from './subscription/api.ts'
import { feesBackoffice } from './subscription/backoffice.tsx'
import { subscriptionPages } from './subscription/pages.tsx'

export const accountRoutes = (services: Services): Route[] => [
  ...cctransactionsApi(services),
  ...subscriptionApi(services),
  ...subscriptionPages(services),
  ...feesBackoffice(services),
  ...accountApi(services),
  ...accountPages(services),
  ...createPages(services),
  ...joinPages(services),
]

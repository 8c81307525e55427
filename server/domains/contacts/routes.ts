import type { Route } from '#server/http/route.ts'
import { clientsPages } from './clients/pages.tsx'
import { clientsRoutes } from './clients/resource.ts'
import { locationsActions } from './locations/actions.tsx'
import { locationsApi } from './locations/api.ts'
import { locationsPages } from './locations/pages.tsx'
import { suppliersRoutes } from './suppliers/routes.tsx'

export const contactsRoutes: Route[] = [
  ...clientsRoutes,
  ...clientsPages,
  ...suppliersRoutes,
  ...locationsApi,
  ...locationsActions,
  ...locationsPages,
]

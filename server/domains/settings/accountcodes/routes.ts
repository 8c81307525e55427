import { crudRoutes } from '#server/crud/crud.ts'
import type { Route } from '#server/http/route.ts'
import { accountcodesActions } from './actions.tsx'
import { accountcodesApi } from './api.ts'
import { accountcode } from './resource.ts'

export const accountcodesRoutes: Route[] = [
  ...accountcodesApi,
  ...accountcodesActions,
  ...crudRoutes(accountcode),
]

import type { Route } from '#server/http/route.ts'
import { xeroActions } from './actions.tsx'
import { xeroApi } from './api.ts'
import { xeroConnectPages } from './connect-pages.tsx'
import { xeroPages } from './pages.tsx'
import { xeroSignupPages } from './signup-pages.tsx'

export const xeroRoutes: Route[] = [
  ...xeroApi,
  ...xeroActions,
  ...xeroPages,
  ...xeroConnectPages,
  ...xeroSignupPages,
]

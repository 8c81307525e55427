import type { Route } from '#server/http/route.ts'
import { accountcodesRoutes } from './accountcodes/routes.ts'
import { divisionsRoutes } from './divisions/resource.ts'
import { customiseDocuments } from './documenttexts/pages.tsx'
import { formsRoutes } from './forms/pages.tsx'
import { recordImportRoutes } from './imports/pages.tsx'
import { configurationApi } from './labels/api.ts'
import { menuLabelPages } from './labels/pages.tsx'
import { listViewsActions } from './listviews/actions.tsx'
import { listViewsApi } from './listviews/api.ts'
import { listViewsPages } from './listviews/pages.tsx'
import { manageRoutes } from './manage/pages.tsx'
import { organisationsRoutes } from './organisations/routes.tsx'
import { webhooksActions } from './webhooks/actions.tsx'
import { webhooksApi } from './webhooks/api.ts'
import { webhooksPages } from './webhooks/pages.tsx'
import { xeroRoutes } from './xero/routes.ts'

export const settingsRoutes: Route[] = [
  ...listViewsApi,
  ...listViewsActions,
  ...listViewsPages,
  ...accountcodesRoutes,
  ...divisionsRoutes,
  ...organisationsRoutes,
  ...recordImportRoutes,
  ...configurationApi,
  ...menuLabelPages,
  ...formsRoutes,
  ...customiseDocuments,
  ...manageRoutes,
  ...webhooksApi,
  ...webhooksActions,
  ...webhooksPages,
  ...xeroRoutes,
]

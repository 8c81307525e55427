import { accountRoutes } from './domains/account/routes.ts'
import { catalogueRoutes } from './domains/catalogue/routes.ts'
import { contactsRoutes } from './domains/contacts/routes.ts'
import { peopleRoutes } from './domains/people/routes.ts'
import { planningRoutes } from './domains/planning/routes.ts'
import { docsPages } from './domains/platform/docs/pages.tsx'
import { helpPages } from './domains/platform/help/pages.tsx'
import { platformRoutes } from './domains/platform/routes.ts'
import { purchasingRoutes } from './domains/purchasing/routes.ts'
import { reportingRoutes } from './domains/reporting/routes.ts'
import { salesRoutes } from './domains/sales/routes.ts'
import { settingsRoutes } from './domains/settings/routes.ts'
import { stockRoutes } from './domains/stock/routes.ts'
import { workRoutes } from './domains/work/routes.ts'
import type { Route } from './http/route.ts'

export const routes: Route[] = [
  ...docsPages(() => routes),
  ...helpPages(() => routes),
  ...platformRoutes,
  ...settingsRoutes,
  ...peopleRoutes(() => routes),
  ...accountRoutes,
  ...catalogueRoutes,
  ...stockRoutes,
  ...contactsRoutes,
  ...purchasingRoutes,
  ...salesRoutes,
  ...reportingRoutes,
  ...planningRoutes,
  // Last: the first segment of a board's page is the account's own word.
  ...workRoutes,
]

import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { keysApi } from './apikeys/api.ts'
import { applinkPages } from './apikeys/applink.tsx'
import { keysPages } from './apikeys/pages.tsx'
import { auditPages } from './audit/pages.tsx'
import { authApi } from './auth/api.ts'
import { externalRoutes } from './auth/external.tsx'
import { linkPages } from './auth/link-pages.tsx'
import { authPages } from './auth/pages.tsx'
import { setupPages } from './auth/setup.tsx'
import { myselfApi } from './myself/api.ts'
import { newAddressPages, profilePages } from './myself/pages.tsx'
import { notificationsApi } from './notifications/api.ts'
import { notificationsPages } from './notifications/pages.tsx'
import { notificationWishesPages } from './notifications/wishes.tsx'
import { preferencesApi } from './preferences/api.ts'
import { rolesApi } from './roles/api.ts'
import { rolesPages } from './roles/pages.tsx'
import { renderRights } from './roles/rights-paper.tsx'
import { usersApi } from './users/api.ts'
import { peopleImportRoutes } from './users/import/pages.tsx'
import { usersPages } from './users/pages.tsx'
import { usersParts } from './users/parts.tsx'

export const peopleRoutes = (services: Services): Route[] => [
  ...setupPages(services),
  ...authPages(services),
  ...linkPages(services),
  ...authApi(services),
  ...externalRoutes(services),
  ...notificationsApi,
  ...notificationsPages,
  ...notificationWishesPages(services),
  ...auditPages,
  ...renderRights(services),
  ...rolesApi(services),
  ...rolesPages(services),
  ...usersApi(services),
  ...keysApi(services),
  ...myselfApi(services),
  ...peopleImportRoutes(services),
  ...usersPages(services),
  ...usersParts(services),
  ...keysPages(services),
  ...applinkPages(services),
  ...profilePages(services),
  ...newAddressPages(services),
  ...preferencesApi(services),
]

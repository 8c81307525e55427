import type { Route } from '#server/http/route.ts'
import { keysActions } from './apikeys/actions.tsx'
import { keysApi } from './apikeys/api.ts'
import { keysPages } from './apikeys/pages.tsx'
import { auditPages } from './audit/pages.tsx'
import { authActions } from './auth/actions.tsx'
import { signInActions } from './auth/actions-signin.tsx'
import { authApi } from './auth/api.ts'
import { externalRoutes } from './auth/external.tsx'
import { linkPages } from './auth/link-pages.tsx'
import { authPages } from './auth/pages.tsx'
import { setupPages } from './auth/setup.tsx'
import { myselfActions } from './myself/actions.tsx'
import { myselfApi } from './myself/api.ts'
import { newAddressPages, profilePages } from './myself/pages.tsx'
import { notificationsActions } from './notifications/actions.tsx'
import { notificationsApi } from './notifications/api.ts'
import { notificationsPages } from './notifications/pages.tsx'
import { preferencesRoutes } from './preferences/routes.tsx'
import { rolesActions } from './roles/actions.tsx'
import { rolesApi } from './roles/api.ts'
import { rolesPages } from './roles/pages.tsx'
import { renderRights } from './roles/rights-pdf.tsx'
import { usersActions } from './users/actions.tsx'
import { pictureActions } from './users/actions-picture.tsx'
import { usersApi } from './users/api.ts'
import { peopleImportRoutes } from './users/import/pages.tsx'
import { invitationLinkActions } from './users/invitation-link.tsx'
import { usersPages } from './users/pages.tsx'
import { usersParts } from './users/parts.tsx'

export const peopleRoutes = (routes: () => readonly Route[]): Route[] => [
  ...setupPages,
  ...authPages,
  ...linkPages,
  ...authActions,
  ...signInActions,
  ...authApi,
  ...externalRoutes,
  ...notificationsActions,
  ...notificationsApi,
  ...notificationsPages,
  ...auditPages,
  ...renderRights,
  ...rolesActions,
  ...rolesApi,
  ...rolesPages,
  ...usersActions,
  ...invitationLinkActions,
  ...pictureActions,
  ...usersApi,
  ...keysActions,
  ...keysApi,
  ...myselfActions(routes),
  ...myselfApi(routes),
  ...peopleImportRoutes,
  ...usersPages,
  ...usersParts,
  ...keysPages,
  ...profilePages,
  ...newAddressPages,
  ...preferencesRoutes,
]

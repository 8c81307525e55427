import type { Route } from '#server/http/route.ts'
import { accountActions } from './account/actions.tsx'
import { accountApi } from './account/api.ts'
import { createPages } from './account/create-pages.tsx'
import { invitationRoutes } from './account/invitations.tsx'
import { joinPages } from './account/join-pages.tsx'
import { accountPages } from './account/pages.tsx'
import { waitingMailRoutes } from './account/waiting-mails.tsx'
import { backupPages } from './backups/pages.tsx'
import { cctransactionsApi } from './payments/api.ts'
import { subscriptionActions } from './subscription/actions.tsx'
import { subscriptionApi } from './subscription/api.ts'
import { feesBackoffice } from './subscription/backoffice.tsx'
import { subscriptionPages } from './subscription/pages.tsx'

export const accountRoutes: Route[] = [
  ...cctransactionsApi,
  ...subscriptionActions,
  ...subscriptionApi,
  ...subscriptionPages,
  ...feesBackoffice,
  ...accountActions,
  ...accountApi,
  ...accountPages,
  ...waitingMailRoutes,
  ...backupPages,
  ...createPages,
  ...invitationRoutes,
  ...joinPages,
]

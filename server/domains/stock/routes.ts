import type { Route } from '#server/http/route.ts'
import { countActions } from './counts/actions.tsx'
import { countPages } from './counts/pages.tsx'
import { equipmentActions } from './equipment/actions.tsx'
import { equipmentApi } from './equipment/api.ts'
import { equipmentPages } from './equipment/pages.tsx'
import { qrLabelPages } from './qrlabels/pages.tsx'
import { reservationRoutes } from './reservations/routes.tsx'
import { scanPages } from './scan/api.ts'
import { stockActions } from './stock/actions.tsx'
import { stockApi } from './stock/api.ts'
import { stockPages } from './stock/pages.tsx'
import { storageApi } from './storage/api.ts'
import { storagePages } from './storage/pages.tsx'
import { storageRoutes } from './storage/resource.ts'
import { worthPages } from './worth/pages.tsx'

export const stockRoutes: Route[] = [
  ...storageRoutes,
  ...storageApi,
  ...storagePages,
  ...qrLabelPages,
  ...stockApi,
  ...stockActions,
  ...stockPages,
  ...reservationRoutes,
  ...worthPages,
  ...countActions,
  ...countPages,
  ...equipmentApi,
  ...equipmentActions,
  ...equipmentPages,
  ...scanPages,
]

import { accountApi } from './domains/account/api.ts'
import { createPages } from './domains/account/create-pages.tsx'
import { joinPages } from './domains/account/join-pages.tsx'
import { accountPages } from './domains/account/pages.tsx'
import { accountcodesRoutes } from './domains/accountcodes/routes.tsx'
import { keysApi } from './domains/apikeys/api.ts'
import { applinkPages } from './domains/apikeys/applink.tsx'
import { assertionsApi } from './domains/assertions/api.ts'
import { assertionsPages } from './domains/assertions/pages.tsx'
import { auditPages } from './domains/audit/pages.tsx'
import { authApi } from './domains/auth/api.ts'
import { externalRoutes } from './domains/auth/external.tsx'
import { linkPages } from './domains/auth/link-pages.tsx'
import { authPages } from './domains/auth/pages.tsx'
import { setupPages } from './domains/auth/setup.tsx'
import { backofficeApi } from './domains/backoffice/api.ts'
import { backofficePages } from './domains/backoffice/pages.tsx'
import { boardsApi } from './domains/boards/api.ts'
import { boardsPages } from './domains/boards/pages.tsx'
import { categoriesApi } from './domains/categories/api.ts'
import { categoriesPages } from './domains/categories/pages.tsx'
import { categoriesRoutes } from './domains/categories/resource.ts'
import { cctransactionsApi } from './domains/cctransactions/api.ts'
import { clientsPages } from './domains/clients/pages.tsx'
import { clientsRoutes } from './domains/clients/resource.ts'
import { configurationApi } from './domains/configuration/api.ts'
import { customiseDocuments } from './domains/customise/documents-pages.tsx'
import { formsRoutes } from './domains/customise/forms-pages.tsx'
import { labelsPages } from './domains/customise/labels-pages.tsx'
import { dashboardPages } from './domains/dashboard/pages.tsx'
import { divisionsRoutes } from './domains/divisions/resource.ts'
import { docsPages } from './domains/docs/pages.tsx'
import { documentsApi } from './domains/documents/api.ts'
import { documentsPages } from './domains/documents/pages.tsx'
import { equipmentApi } from './domains/equipment/api.ts'
import { equipmentPages } from './domains/equipment/pages.tsx'
import { frequencyPages } from './domains/frequency/pages.tsx'
import { healthApi } from './domains/health/api.ts'
import { helpPages } from './domains/help/pages.tsx'
import { importsRoutes } from './domains/imports/pages.tsx'
import { inventoryApi } from './domains/inventory/api.ts'
import { inventoryPages } from './domains/inventory/pages.tsx'
import { invoicesApi } from './domains/invoices/api.ts'
import { invoiceDocuments } from './domains/invoices/documents.tsx'
import { invoiceMail } from './domains/invoices/mail.tsx'
import { invoicesPages } from './domains/invoices/pages.tsx'
import { jobsApi } from './domains/jobs/api.ts'
import { jobsListsApi } from './domains/jobs/api-lists.ts'
import { jobsPages } from './domains/jobs/pages.tsx'
import { labelPages } from './domains/labels/pages.tsx'
import { locationsApi } from './domains/locations/api.ts'
import { locationsPages } from './domains/locations/pages.tsx'
import { manageRoutes } from './domains/manage/pages.tsx'
import { materialsApi } from './domains/materials/api.ts'
import { materialsOutside } from './domains/materials/api-outside.ts'
import { myselfApi } from './domains/myself/api.ts'
import { newAddressPages, profilePages } from './domains/myself/pages.tsx'
import { notesRoutes } from './domains/notes/routes.tsx'
import { notificationsApi } from './domains/notifications/api.ts'
import { notificationsPages } from './domains/notifications/pages.tsx'
import { notificationWishesPages } from './domains/notifications/wishes.tsx'
import { organisationsRoutes } from './domains/organisations/routes.tsx'
import { preferencesApi } from './domains/preferences/api.ts'
import { pricingApi } from './domains/pricing/api.ts'
import { pricingPages } from './domains/pricing/pages.tsx'
import { mailPages } from './domains/render/mail-pages.tsx'
import { renderPages } from './domains/render/pages.tsx'
import { renderRights } from './domains/render/rights.tsx'
import { rolesApi } from './domains/roles/api.ts'
import { rolesPages } from './domains/roles/pages.tsx'
import { scanPages } from './domains/scan/api.ts'
import { stepsApi } from './domains/steps/api.ts'
import { stepsPages } from './domains/steps/pages.tsx'
import { stockApi } from './domains/stock/api.ts'
import { stockPages } from './domains/stock/pages.tsx'
import { storageApi } from './domains/storage/api.ts'
import { storagePages } from './domains/storage/pages.tsx'
import { storageRoutes } from './domains/storage/resource.ts'
import { subscriptionApi } from './domains/subscription/api.ts'
import { feesBackoffice } from './domains/subscription/backoffice.tsx'
import { subscriptionPages } from './domains/subscription/pages.tsx'
import { suppliersRoutes } from './domains/suppliers/routes.tsx'
import { unitsRoutes } from './domains/units/resource.ts'
import { usersApi } from './domains/users/api.ts'
import { importRoutes } from './domains/users/import/pages.tsx'
import { usersPages } from './domains/users/pages.tsx'
import { usersParts } from './domains/users/parts.tsx'
import { workersApi } from './domains/workers/api.ts'
import { workersRoutes } from './domains/workers/resource.ts'
import type { Route } from './http/route.ts'
import type { Services } from './http/services.ts'

/** The table of contents of the product: every route there is. */
export const routes = (services: Services): Route[] => [
  ...docsPages(() => routes(services)),
  ...healthApi(services),
  ...helpPages,
  ...frequencyPages(services),
  ...setupPages(services),
  ...authPages(services),
  ...linkPages(services),
  ...authApi(services),
  ...externalRoutes(services),
  ...accountcodesRoutes,
  ...categoriesRoutes,
  ...categoriesApi,
  ...categoriesPages,
  ...clientsRoutes,
  ...clientsPages,
  ...divisionsRoutes,
  ...inventoryApi(services),
  ...inventoryPages(services),
  ...organisationsRoutes(services),
  ...storageRoutes,
  ...storageApi,
  ...storagePages,
  ...suppliersRoutes,
  ...unitsRoutes,
  ...workersRoutes,
  ...workersApi,
  ...assertionsApi,
  ...assertionsPages,
  ...boardsApi,
  ...boardsPages,
  ...importsRoutes(services),
  ...invoicesApi(services),
  ...invoicesPages(services),
  ...invoiceDocuments(services),
  ...jobsApi,
  ...jobsListsApi,
  ...labelPages,
  ...locationsApi,
  ...locationsPages,
  ...cctransactionsApi(services),
  ...subscriptionApi(services),
  ...subscriptionPages(services),
  ...feesBackoffice(services),
  ...accountApi(services),
  ...accountPages(services),
  ...createPages(services),
  ...joinPages(services),
  ...backofficeApi(services),
  ...backofficePages(services),
  ...configurationApi(services),
  ...labelsPages,
  ...formsRoutes,
  ...customiseDocuments(services),
  ...manageRoutes,
  ...materialsApi,
  ...materialsOutside(services),
  ...notesRoutes,
  ...notificationsApi,
  ...notificationsPages,
  ...notificationWishesPages(services),
  ...renderPages(services),
  ...mailPages(services),
  ...invoiceMail(services),
  ...auditPages,
  ...renderRights(services),
  ...rolesApi(services),
  ...rolesPages(services),
  ...pricingApi,
  ...pricingPages,
  ...stockApi,
  ...stockPages,
  ...usersApi(services),
  ...keysApi(services),
  ...myselfApi(services),
  ...importRoutes(services),
  ...usersPages(services),
  ...usersParts(services),
  ...applinkPages(services),
  ...profilePages(services),
  ...newAddressPages(services),
  ...preferencesApi(services),
  ...documentsApi(services),
  ...documentsPages(services),
  ...equipmentApi,
  ...equipmentPages,
  ...scanPages,
  ...stepsApi,
  ...stepsPages,
  ...dashboardPages,
  // Its first segment is the account's own word, so it comes after everything that is fixed.
  ...jobsPages,
]

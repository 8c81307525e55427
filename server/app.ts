import { accountApi } from './domains/account/account/api.ts'
import { createPages } from './domains/account/account/create-pages.tsx'
import { joinPages } from './domains/account/account/join-pages.tsx'
import { accountPages } from './domains/account/account/pages.tsx'
import { cctransactionsApi } from './domains/account/payments/api.ts'
import { subscriptionApi } from './domains/account/subscription/api.ts'
import { feesBackoffice } from './domains/account/subscription/backoffice.tsx'
import { subscriptionPages } from './domains/account/subscription/pages.tsx'
import { categoriesApi } from './domains/catalogue/categories/api.ts'
import { categoriesPages } from './domains/catalogue/categories/pages.tsx'
import { categoriesRoutes } from './domains/catalogue/categories/resource.ts'
import { inventoryApi } from './domains/catalogue/inventory/api.ts'
import { inventoryPages } from './domains/catalogue/inventory/pages.tsx'
import { pricingApi } from './domains/catalogue/pricing/api.ts'
import { pricingPages } from './domains/catalogue/pricing/pages.tsx'
import { stepsApi } from './domains/catalogue/steps/api.ts'
import { stepsPages } from './domains/catalogue/steps/pages.tsx'
import { unitsRoutes } from './domains/catalogue/units/resource.ts'
import { clientsPages } from './domains/contacts/clients/pages.tsx'
import { clientsRoutes } from './domains/contacts/clients/resource.ts'
import { locationsApi } from './domains/contacts/locations/api.ts'
import { locationsPages } from './domains/contacts/locations/pages.tsx'
import { suppliersRoutes } from './domains/contacts/suppliers/routes.tsx'
import { keysApi } from './domains/people/apikeys/api.ts'
import { applinkPages } from './domains/people/apikeys/applink.tsx'
import { keysPages } from './domains/people/apikeys/pages.tsx'
import { auditPages } from './domains/people/audit/pages.tsx'
import { authApi } from './domains/people/auth/api.ts'
import { externalRoutes } from './domains/people/auth/external.tsx'
import { linkPages } from './domains/people/auth/link-pages.tsx'
import { authPages } from './domains/people/auth/pages.tsx'
import { setupPages } from './domains/people/auth/setup.tsx'
import { myselfApi } from './domains/people/myself/api.ts'
import { newAddressPages, profilePages } from './domains/people/myself/pages.tsx'
import { notificationsApi } from './domains/people/notifications/api.ts'
import { notificationsPages } from './domains/people/notifications/pages.tsx'
import { notificationWishesPages } from './domains/people/notifications/wishes.tsx'
import { preferencesApi } from './domains/people/preferences/api.ts'
import { rolesApi } from './domains/people/roles/api.ts'
import { rolesPages } from './domains/people/roles/pages.tsx'
import { renderRights } from './domains/people/roles/rights-paper.tsx'
import { usersApi } from './domains/people/users/api.ts'
import { importRoutes } from './domains/people/users/import/pages.tsx'
import { usersPages } from './domains/people/users/pages.tsx'
import { usersParts } from './domains/people/users/parts.tsx'
import { backofficeApi } from './domains/platform/backoffice/api.ts'
import { backofficePages } from './domains/platform/backoffice/pages.tsx'
import { docsPages } from './domains/platform/docs/pages.tsx'
import { healthApi } from './domains/platform/health/api.ts'
import { helpPages } from './domains/platform/help/pages.tsx'
import { invoicesActions } from './domains/sales/invoices/actions.tsx'
import { invoicesApi } from './domains/sales/invoices/api.ts'
import { invoiceDocuments } from './domains/sales/invoices/documents.tsx'
import { invoiceMail } from './domains/sales/invoices/mail.tsx'
import { invoicesPages } from './domains/sales/invoices/pages.tsx'
import { accountcodesRoutes } from './domains/settings/accountcodes/routes.tsx'
import { divisionsRoutes } from './domains/settings/divisions/resource.ts'
import { customiseDocuments } from './domains/settings/documenttexts/pages.tsx'
import { formsRoutes } from './domains/settings/forms/pages.tsx'
import { importsRoutes } from './domains/settings/imports/pages.tsx'
import { configurationApi } from './domains/settings/labels/api.ts'
import { labelsPages } from './domains/settings/labels/pages.tsx'
import { manageRoutes } from './domains/settings/manage/pages.tsx'
import { organisationsRoutes } from './domains/settings/organisations/routes.tsx'
import { equipmentApi } from './domains/stock/equipment/api.ts'
import { equipmentPages } from './domains/stock/equipment/pages.tsx'
import { labelPages } from './domains/stock/qrlabels/pages.tsx'
import { scanPages } from './domains/stock/scan/api.ts'
import { stockApi } from './domains/stock/stock/api.ts'
import { stockPages } from './domains/stock/stock/pages.tsx'
import { storageApi } from './domains/stock/storage/api.ts'
import { storagePages } from './domains/stock/storage/pages.tsx'
import { storageRoutes } from './domains/stock/storage/resource.ts'
import { assertionsApi } from './domains/work/assertions/api.ts'
import { assertionsPages } from './domains/work/assertions/pages.tsx'
import { documentsApi } from './domains/work/attachments/api.ts'
import { documentsPages } from './domains/work/attachments/pages.tsx'
import { boardsApi } from './domains/work/boards/api.ts'
import { boardsPages } from './domains/work/boards/pages.tsx'
import { dashboardPages } from './domains/work/dashboard/pages.tsx'
import { frequencyPages } from './domains/work/frequency/pages.tsx'
import { mailPages } from './domains/work/jobdocuments/mail-pages.tsx'
import { renderPages } from './domains/work/jobdocuments/pages.tsx'
import { jobsApi } from './domains/work/jobs/api.ts'
import { jobFieldsApi } from './domains/work/jobs/api-fields.ts'
import { jobsListsApi } from './domains/work/jobs/api-lists.ts'
import { jobsPages } from './domains/work/jobs/pages.tsx'
import { materialsApi } from './domains/work/materials/api.ts'
import { materialsOutside } from './domains/work/materials/api-outside.ts'
import { notesRoutes } from './domains/work/notes/routes.tsx'
import { workersApi } from './domains/work/workers/api.ts'
import { workersRoutes } from './domains/work/workers/resource.ts'
import type { Route } from './http/route.ts'
import type { Services } from './services.ts'

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
  ...invoicesApi,
  ...invoicesActions,
  ...invoicesPages,
  ...invoiceDocuments(services),
  ...jobsApi,
  ...jobFieldsApi,
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
  ...keysPages(services),
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

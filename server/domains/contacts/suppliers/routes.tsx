import { crudRoutes } from '#server/crud/crud.ts'
import type { Route } from '#server/http/route.ts'
import { suppliersActions } from './actions.tsx'
import { suppliersApi } from './api.ts'
import { archiveSupplierPage } from './archive-supplier.tsx'
import { suppliersPages } from './pages.tsx'
import { supplier } from './resource.ts'
import { supplierWorkTabs } from './work-tabs.tsx'

export const suppliersRoutes: Route[] = [
  ...suppliersApi,
  ...suppliersActions,
  archiveSupplierPage,
  ...crudRoutes(supplier).filter(({ kind, path }) => kind === 'api' || path !== archiveSupplierPage.path),
  ...suppliersPages,
  ...supplierWorkTabs,
]

import type { Route } from '#server/http/route.ts'
import { ordersActions } from './orders/actions.tsx'
import { ordersApi } from './orders/api.ts'
import { ordersExport } from './orders/api-export.ts'
import { orderDocuments } from './orders/documents.tsx'
import { orderMail } from './orders/mail.tsx'
import { ordersPages } from './orders/pages.tsx'
import { supplierInvoicesActions } from './supplierinvoices/actions.tsx'
import { supplierInvoicesApi } from './supplierinvoices/api.ts'
import { supplierInvoicesExport } from './supplierinvoices/api-export.ts'
import { supplierInvoicesPages } from './supplierinvoices/pages.tsx'
import { supplierItemsActions } from './supplieritems/actions.tsx'
import { supplierItemsApi } from './supplieritems/api.ts'
import { supplierItemsPages } from './supplieritems/tab.tsx'

export const purchasingRoutes: Route[] = [
  ...ordersApi,
  ...ordersActions,
  ordersExport,
  ...ordersPages,
  ...orderDocuments,
  ...orderMail,
  ...supplierItemsApi,
  ...supplierItemsActions,
  ...supplierItemsPages,
  ...supplierInvoicesApi,
  ...supplierInvoicesActions,
  supplierInvoicesExport,
  ...supplierInvoicesPages,
]

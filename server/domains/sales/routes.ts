import type { Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { invoicesActions } from './invoices/actions.tsx'
import { invoicesApi } from './invoices/api.ts'
import { invoiceDocuments } from './invoices/documents.tsx'
import { invoiceMail } from './invoices/mail.tsx'
import { invoicesPages } from './invoices/pages.tsx'

export const salesRoutes = (services: Services): Route[] => [
  ...invoicesApi,
  ...invoicesActions,
  ...invoicesPages,
  ...invoiceDocuments(services),
  ...invoiceMail(services),
]

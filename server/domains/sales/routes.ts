import type { Route } from '#server/http/route.ts'
import { bankActions } from './bank/actions.tsx'
import { bankPages } from './bank/pages.tsx'
import { billingActions } from './billing/actions.tsx'
import { billingExport } from './billing/api-export.ts'
import { billingPages } from './billing/pages.tsx'
import { debtorsPages } from './debtors/pages.tsx'
import { statementPdf } from './debtors/statement-pdf.tsx'
import { depositActions } from './deposits/actions.tsx'
import { depositPages } from './deposits/pages.tsx'
import { invoiceLinksRoutes } from './invoicelinks/actions.tsx'
import { clientInvoicePages } from './invoicelinks/public-pages.tsx'
import { invoicesActions } from './invoices/actions.tsx'
import { invoicesApi } from './invoices/api.ts'
import { invoiceDocuments } from './invoices/documents.tsx'
import { invoiceMail } from './invoices/mail.tsx'
import { invoicesPages } from './invoices/pages.tsx'
import { paymentActions } from './invoices/payment-actions.tsx'
import { receiptDocuments } from './invoices/receipt.tsx'
import { pastelPages } from './pastel/pages.tsx'
import { reminderMail } from './reminders/mail.tsx'
import { repeatInvoiceRoutes } from './repeatinvoices/actions.tsx'
import { statementLinksRoutes } from './statementlinks/actions.tsx'
import { clientStatementPages } from './statementlinks/public-pages.tsx'
import { vatPages } from './vat/pages.tsx'

export const salesRoutes: Route[] = [
  ...vatPages,
  ...pastelPages,
  ...invoicesApi,
  ...invoicesActions,
  ...depositActions,
  ...depositPages,
  ...paymentActions,
  ...bankActions,
  ...bankPages,
  ...billingActions,
  billingExport,
  ...billingPages,
  ...debtorsPages,
  ...statementPdf,
  ...statementLinksRoutes,
  ...clientStatementPages,
  ...invoicesPages,
  ...invoiceDocuments,
  ...receiptDocuments,
  ...invoiceMail,
  ...invoiceLinksRoutes,
  ...clientInvoicePages,
  ...reminderMail,
  ...repeatInvoiceRoutes,
]

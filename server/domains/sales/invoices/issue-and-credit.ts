import { issueDocument } from '#server/documents/issue-document.ts'
import type { Context } from '#server/http/context.ts'
import { type CreditInput, planCredit, storeCredit } from './credit-invoice.ts'
import { planInvoice, storeInvoice } from './issue-invoice.ts'
import { invoiceJson } from './json.ts'
import { readInvoice } from './present.ts'
import { issueInvoiceContext } from './print-invoice.ts'
import { changeDraft, type DraftValues } from './save-draft.ts'

/** @throws as `planInvoice` */
export const issueInvoice = (c: Context, id: string, draft?: DraftValues) =>
  issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planInvoice(db, viewer, id, now, draft),
    (tx, planned, bytes, viewer) => {
      if (draft) changeDraft(tx, viewer, id, draft)
      storeInvoice(tx, planned, bytes)
      return invoiceJson(readInvoice(tx.db, viewer, id, c.now()))
    },
  )

/** @throws as `planCredit` */
export const creditInvoice = (c: Context, id: string, asked: CreditInput) =>
  issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planCredit(db, viewer, id, asked, now),
    (tx, planned, bytes, viewer) =>
      invoiceJson(readInvoice(tx.db, viewer, storeCredit(tx, planned, bytes), c.now())),
  )

import { issueDocument } from '#server/documents/issue-document.ts'
import type { Context } from '#server/http/context.ts'
import { type CreditInput, planCredit, storeCredit } from './credit-invoice.ts'
import { planInvoice, storeInvoice } from './issue-invoice.ts'
import { invoiceJson } from './json.ts'
import { readInvoice } from './present.ts'
import { issueInvoiceContext } from './print-invoice.ts'
import { changeDraft, type DraftValues } from './save-draft.ts'

type Issued = ReturnType<typeof invoiceJson>
/** Is given what stock is below zero, and stands in the transaction. */
type AnswerIssued<T> = (document: Issued, warnings: readonly string[]) => T

/** @throws as `planInvoice` */
export const issueInvoice = <T>(
  c: Context,
  id: string,
  draft: DraftValues | undefined,
  answer: AnswerIssued<T>,
) =>
  issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planInvoice(db, viewer, id, now, draft),
    (tx, planned, bytes, viewer) => {
      if (draft) changeDraft(tx, viewer, id, draft)
      const warnings = storeInvoice(tx, planned, bytes)
      return answer(invoiceJson(readInvoice(tx.db, viewer, id, c.now())), warnings)
    },
  )

/** @throws as `planCredit` */
export const creditInvoice = <T>(c: Context, id: string, asked: CreditInput, answer: AnswerIssued<T>) =>
  issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planCredit(db, viewer, id, asked, now),
    (tx, planned, bytes, viewer) => {
      const { id: noteid, warnings } = storeCredit(tx, viewer, planned, bytes)
      return answer(invoiceJson(readInvoice(tx.db, viewer, noteid, c.now())), warnings)
    },
  )

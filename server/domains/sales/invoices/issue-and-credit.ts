import { issueDocument } from '#server/documents/issue-document.ts'
import type { Context } from '#server/http/context.ts'
import { type CreditInput, planCredit, storeCredit } from './credit-invoice.ts'
import { planInvoice, storeInvoice } from './issue-invoice.ts'
import { issueInvoiceContext } from './print-invoice.ts'
import { changeDraft, type DraftValues } from './save-draft.ts'

/** Is given what stock is below zero, and stands in the transaction, whose lines would take as long to read as to store. */
type AnswerIssued<T> = (document: { id: string; number: string }, warnings: readonly string[]) => T

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
      return answer({ id, number: planned.number }, storeInvoice(tx, planned, bytes))
    },
  )

/** @throws as `planCredit` */
export const creditInvoice = <T>(c: Context, id: string, asked: CreditInput, answer: AnswerIssued<T>) =>
  issueDocument(
    issueInvoiceContext(c),
    (db, viewer, now) => planCredit(db, viewer, id, asked, now),
    (tx, planned, bytes, viewer) => {
      const { id: noteid, warnings } = storeCredit(tx, viewer, planned, bytes)
      return answer({ id: noteid, number: planned.number }, warnings)
    },
  )

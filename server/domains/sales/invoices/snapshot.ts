import { organisationById } from '#db/queries/documents.ts'
import type { InvoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import type { Printable } from '#server/documents/parties.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { buildPriceDocument, chargedBasis } from '#server/domains/work/jobdocuments/build-price-document.ts'
import { notFound } from '#server/errors.ts'
import { dueDate } from '#server/money/payment-days.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { PriceDocument } from '#views/documents/types.ts'
import { findInvoiceJob } from './find-invoice.ts'

/** Prints, copies and the API tell it from here, never from today's records. A credit note's amounts are positive. */
export type Snapshot = Printable<PriceDocument> & {
  order?: string
  duedate?: string
  original?: { id: string; number: string; date: string }
  reason?: string
}

export const readSnapshot = (text: string | null): Snapshot => JSON.parse(text ?? '{}')

export function draftSnapshot(db: TenantDb, row: InvoiceRow, now: Date): Snapshot {
  const print = findInvoiceJob(db, row)
  const organisation = organisationById(db, row.invoice.organisation)
  if (!organisation) throw notFound('organisation')
  const date = todayIn(readZone(db), now)
  const document = {
    ...buildPriceDocument(db, print, organisation, { basis: chargedBasis(print.job), date }),
    reference: print.job.reference,
    order: row.invoice.reference,
    duedate: dueDate(date, organisation, print.client),
  }
  return addPriceDocumentTexts(
    document,
    resolveDocumentTexts(db, 'invoice'),
    print.client?.terms,
    organisation.invoiceterms,
  )
}

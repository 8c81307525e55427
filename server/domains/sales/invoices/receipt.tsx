import { readPosition } from '#db/queries/position.ts'
import { print } from '#server/documents/print.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import { buildReceipt } from './build-receipt.ts'

const { organisationid: _, ...query } = printQuery

/** It has no number and no original: it says what the books say today. */
export const receiptDocuments: Route[] = [
  page(
    'GET /render/receipt/:id',
    {
      claim: 'invoices.read',
      params: ById,
      query: object(query),
      summary: 'The receipt of a payment, or of a paid invoice or job, as a PDF.',
    },
    async (c) => {
      const { name, data, etag } = c.read((db, viewer) => ({
        ...buildReceipt(db, viewer, c.params.id),
        etag: computeEtag(VERSION, c.params.id, readPosition(db), readToday(db), c.query, 'receipt'),
      }))
      const same = notModified(c.request, etag)
      if (same) return same
      const paper = { document: 'receipt', data } as const
      const bytes = await print(c.services.files, whileConnected(c), paper, previewWidth(c.query))
      return documentReply(bytes, { name, etag })
    },
  ),
]

import { readPosition } from '#db/queries/position.ts'
import { print } from '#server/documents/print.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import { buildReceipt } from './build-receipt.ts'
import { givenReceipt, issueReceipt, readReceipt } from './issue-receipt.ts'

const { organisationid: _, ...query } = printQuery
type Asked = Context<{ id: string }, { format?: string; width?: number }>

/** It is numbered and stored as whoever works with invoices first takes it; after that there are copies. */
export const receiptDocuments: Route[] = [
  page(
    'GET /render/receipt/:id',
    {
      claim: 'invoices.read',
      params: ById,
      query: object(query),
      summary: 'The receipt of a payment, or of a paid invoice or job, as a PDF: numbered once, then copies.',
    },
    async (c) => {
      const { name } = c.read((db, viewer) => buildReceipt(db, viewer, c.params.id))
      const given = c.read((db, viewer) => givenReceipt(db, viewer, c.params.id))
      if (given) {
        // The browser shows the one that it was given: looking again makes it no reprint.
        const same = notModified(c.request, `"${given.sha256}"`)
        if (same) return same
        const etag = computeEtag(VERSION, given.sha256, c.query)
        return send(c, { ...readReceipt(given), copy: true }, { name: `${name} copy`, etag })
      }
      const isTaken =
        c.request.method === 'GET' && previewWidth(c.query) === undefined && c.can('invoices.write')
      if (!isTaken) return unnumbered(c, name)
      const bytes = await issueReceipt(c, c.params.id)
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      return documentReply(bytes, { name, etag: `"${sha256}"` })
    },
  ),
]

function unnumbered(c: Asked, name: string) {
  const { data, etag } = c.read((db, viewer) => ({
    ...buildReceipt(db, viewer, c.params.id),
    etag: computeEtag(VERSION, c.params.id, readPosition(db), readToday(db), c.query, 'receipt'),
  }))
  return send(c, data, { name, etag })
}

async function send(c: Asked, data: ReturnType<typeof readReceipt>, about: { name: string; etag: string }) {
  const same = notModified(c.request, about.etag)
  if (same) return same
  const paper = { document: 'receipt', data } as const
  const bytes = await print(c.services.files, whileConnected(c), paper, previewWidth(c.query))
  return documentReply(bytes, about)
}

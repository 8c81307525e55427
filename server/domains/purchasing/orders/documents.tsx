import { readPosition } from '#db/queries/position.ts'
import { findOrderPdf } from '#db/queries/purchasing/orders.ts'
import { documentName } from '#server/documents/numbering.ts'
import { print } from '#server/documents/print.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { getOrder } from './find-order.ts'
import { seesPrices } from './present.ts'
import { readOrderDraft } from './save-draft.ts'
import { type OrderSnapshot, planOrderSnapshot, readOrderSnapshot } from './snapshot.ts'

const { organisationid: _, ...query } = printQuery
type Asked = Context<{ id: string }, { format?: string; width?: number }>

export const orderDocuments: Route[] = [
  page(
    'GET /render/purchaseorder/:id',
    {
      claim: 'purchase.read',
      params: ById,
      query: object(query),
      summary: 'A purchase order as a PDF: as it was stored when it was sent.',
    },
    (c) => {
      const { row, pdf } = c.read((db, viewer) => {
        const row = getOrder(db, c.params.id)
        if (!seesPrices(viewer)) throw forbidden()
        return { row, pdf: findOrderPdf(db, c.params.id) }
      })
      const { order, state } = row
      if (state === 'draft') return draft(c)
      const name = documentName({ kind: 'purchaseorder', number: order.number })
      if (pdf && previewWidth(c.query) === undefined) {
        const etag = `"${pdf.sha256}"`
        return notModified(c.request, etag) ?? documentReply(pdf.bytes, { name, etag })
      }
      const etag = computeEtag(VERSION, order.id, c.query)
      return send(c, readOrderSnapshot(order.snapshot), { name, etag })
    },
  ),
]

function draft(c: Asked) {
  const { etag, snapshot } = c.read((db, viewer) => {
    const { row, draft } = readOrderDraft(db, viewer, c.params.id, {})
    return {
      etag: computeEtag(VERSION, c.params.id, readPosition(db), c.query),
      snapshot: planOrderSnapshot(db, draft, row.order.date),
    }
  })
  return send(c, snapshot, { name: 'Draft purchase order', etag })
}

async function send(c: Asked, data: OrderSnapshot, about: { name: string; etag: string }) {
  const same = notModified(c.request, about.etag)
  if (same) return same
  const { files } = c.services
  const bytes = await print(
    files,
    whileConnected(c),
    { document: 'purchaseorder', data },
    previewWidth(c.query),
  )
  return documentReply(bytes, about)
}

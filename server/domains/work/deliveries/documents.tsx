import { readPosition } from '#db/queries/position.ts'
import { listAttachments } from '#db/queries/work/attachments.ts'
import { type Delivery, findDeliveryPdf } from '#db/queries/work/deliveries.ts'
import { listDeliveryLines } from '#db/queries/work/delivery-lines.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { documentName } from '#server/documents/numbering.ts'
import { print } from '#server/documents/print.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import { Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readZone } from '#server/zone.ts'
import { PRINTED_PHOTOS } from '#views/documents/printed-photos.ts'
import { instant } from '#views/format.ts'
import { visibleDelivery } from './find-delivery.ts'
import { readHandover, readPrintedNote } from './printed-note.ts'
import { readDraftWith } from './save-draft.ts'
import { type DeliverySnapshot, planSnapshot, readDeliverySnapshot } from './snapshot.ts'
import { takeOriginal } from './take-original.ts'

const { organisationid: _, ...query } = printQuery
type Asked = Context<{ id: string }, { format?: string; width?: number; copy?: boolean }>

export const deliveryDocuments: Route[] = [
  page(
    'GET /render/deliverynote/:id',
    {
      claim: 'delivery.read',
      params: ById,
      query: object({ ...query, copy: t.Optional(flag()) }),
      summary: 'A delivery note as a PDF: as it was stored once, then copies.',
    },
    async (c) => {
      const { delivery } = c.read((db, viewer) => visibleDelivery(db, viewer, c.params.id))
      if (delivery.state === 'draft') return draft(c)
      return (await original(c, delivery)) ?? reprint(c, delivery, true)
    },
  ),

  page(
    'GET /render/deliveryproof/:id',
    {
      claim: 'delivery.read',
      params: ById,
      query: object(query),
      summary: 'The proof of a delivery as a PDF: who received it, the signature, and photos.',
    },
    (c) => proof(c),
  ),
]

function draft(c: Asked) {
  const { etag, snapshot } = c.read((db, viewer) => ({
    etag: computeEtag(VERSION, c.params.id, readPosition(db), c.query),
    snapshot: printedDraft(db, viewer, c.params.id),
  }))
  return send(c, snapshot, { name: 'Draft delivery note', etag })
}

function printedDraft(db: TenantDb, viewer: Viewer, id: string): DeliverySnapshot {
  const { row, draft } = readDraftWith(db, viewer, id, {})
  return planSnapshot(db, id, draft, row.delivery.date)
}

/** The bytes that were stored go out once, to the first who works with notes; everybody after that gets a COPY. */
async function original(c: Asked, delivery: Delivery) {
  if (c.query.copy || previewWidth(c.query) !== undefined || !c.can('delivery.write')) return
  const pdf = c.read((db) => findDeliveryPdf(db, delivery.id))
  if (!pdf) return
  const etag = `"${pdf.sha256}"`
  // The browser shows the original that it was given: looking again makes it no reprint.
  const same = notModified(c.request, etag)
  if (same) return same
  if (c.request.method !== 'GET' || delivery.originalutc) return
  const taken = await c.write((tx, viewer) => takeOriginal(tx, viewer, delivery.id))
  // What was stored has lines to sign on, which somebody has done since.
  if (taken && delivery.deliveredutc) return reprint(c, delivery, false)
  return taken ? documentReply(pdf.bytes, { name: nameOf(delivery), etag }) : undefined
}

const nameOf = ({ number }: Delivery) => documentName({ kind: 'deliverynote', number })

function reprint(c: Asked, delivery: Delivery, copy: boolean) {
  const etag = computeEtag(VERSION, delivery.id, c.query, copy ? 'copy' : 'original', delivery.deliveredutc)
  const name = copy ? `${nameOf(delivery)} copy` : nameOf(delivery)
  const data = c.read((db) => readPrintedNote(db, delivery))
  return send(c, { ...data, copy }, { name, etag })
}

async function proof(c: Asked) {
  const { row, etag, lines, photos, zone } = c.read((db, viewer) => {
    const row = visibleDelivery(db, viewer, c.params.id)
    return {
      row,
      etag: computeEtag(VERSION, c.params.id, readPosition(db), c.query, 'proof'),
      lines: listDeliveryLines(db, c.params.id),
      photos: listPhotos(db, c.params.id),
      zone: readZone(db),
    }
  })
  const { delivery } = row
  if (!delivery.deliveredutc)
    throw new Problem(400, 'Nobody has said yet that this arrived, so there is no proof of it.', {
      code: 'notdelivered',
    })
  const name = `Proof of delivery ${delivery.number}`
  const same = notModified(c.request, etag)
  if (same) return same
  const remarks = lines
    .filter(({ remark }) => remark)
    .map(({ description: what, remark }) => ({ what, remark }))
  const shown = photos.slice(0, PRINTED_PHOTOS).flatMap(({ id, filename, createdutc }) => {
    const bytes = c.services.files.read(c.person.accountid, id)
    return bytes ? [{ bytes, caption: `${filename}, ${instant(createdutc, zone)}` }] : []
  })
  const data = {
    ...readDeliverySnapshot(delivery.snapshot),
    proof: {
      ...readHandover(delivery, delivery.deliveredutc, zone),
      ...{ remarks, photos: shown, more: photos.length - shown.length },
    },
  }
  return send(c, data, { name, etag })
}

/** What a PDF can hold of its files, the oldest first. */
const listPhotos = (db: TenantDb, id: string) =>
  listAttachments(db, 'deliveries', id, { take: 200 })
    .rows.map(({ attachment }) => attachment)
    .filter(({ media }) => /^image\/(png|jpeg)$/.test(media))
    .toReversed()

async function send(c: Asked, data: DeliverySnapshot, { name, etag }: { name: string; etag: string }) {
  const same = notModified(c.request, etag)
  if (same) return same
  const { files } = c.services
  const bytes = await print(
    files,
    whileConnected(c),
    { document: 'deliverynote', data },
    previewWidth(c.query),
  )
  return documentReply(bytes, { name, etag })
}

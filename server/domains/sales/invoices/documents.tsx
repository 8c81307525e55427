import { readPosition } from '#db/queries/position.ts'
import { findInvoicePdf, findInvoicePdfHash, type Invoice } from '#db/queries/sales/invoices.ts'
import { documentName } from '#server/documents/numbering.ts'
import { previewWidth, printQuery } from '#server/documents/print-query.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { openMailBox } from '#server/mail/queued-mail.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { visibleInvoice } from './find-invoice.ts'
import { setInvoiceSent } from './mark-sent.ts'
import { claimOriginal, hasOriginal, isOriginalHere } from './original.ts'
import { printInvoice } from './print-invoice.ts'
import { draftSnapshot, type Snapshot } from './snapshot.ts'
import { snapshotAsItStands } from './snapshot-as-it-stands.ts'

const { organisationid: _, ...query } = printQuery
type Asked = Context<{ id: string }, { format?: string; width?: number; copy?: boolean }>

/**
 * The stored bytes go out once, to the first who may work with invoices and asks for no copy; everybody else gets a COPY. A look
 * asks for one.
 */
export const invoiceDocuments: Route[] = [
  page(
    'GET /render/invoice/:id',
    {
      claim: 'invoices.read',
      params: ById,
      query: object({ ...query, copy: t.Optional(flag()) }),
      summary: 'An invoice or credit note as a PDF: the original once, then copies.',
    },
    async (c) => {
      const { invoice } = c.read((db, viewer) => visibleInvoice(db, viewer, c.params.id))
      if (invoice.state === 'draft') return draft(c)
      if (!hasOriginal(invoice)) return stored(c, invoice)
      return (await original(c, invoice)) ?? copy(c, invoice)
    },
  ),
]

function draft(c: Asked) {
  const { etag, snapshot } = c.read((db, viewer) => ({
    etag: computeEtag(VERSION, c.params.id, readPosition(db), c.query),
    snapshot: draftSnapshot(db, visibleInvoice(db, viewer, c.params.id), c.now()),
  }))
  return send(c, unpayable(snapshot), { name: `Draft invoice ${snapshot.reference}`, etag })
}

/** It is no tax invoice: every print of it is the same. */
async function stored(c: Asked, invoice: Invoice) {
  const now = standing(c, invoice)
  const bytes = c.read((db) => findInvoicePdf(db, invoice.id)?.bytes)
  const sha256 = c.read((db) => findInvoicePdfHash(db, invoice.id))
  const about = { name: documentName(invoice), etag: computeEtag(VERSION, sha256 ?? '', now.since, c.query) }
  if (!bytes || previewWidth(c.query) !== undefined) return send(c, now, about)
  const isLook = c.query.copy || c.request.method !== 'GET'
  if (!isLook && invoice.sentutc === null && mayHandOut(c))
    await c.write((tx) => setInvoiceSent(tx, invoice.id))
  if (now.since) return send(c, now, about)
  return notModified(c.request, about.etag) ?? documentReply(bytes, about)
}

const mayHandOut = (c: Asked) => c.can('invoices.write') || c.can('invoices.issue')

/** Who only asks for the head of the answer holds no original afterwards. */
async function original(c: Asked, invoice: Invoice) {
  const sha256 = c.read((db) => findInvoicePdfHash(db, invoice.id))
  if (!sha256 || c.query.copy || previewWidth(c.query) !== undefined) return
  const etag = `"${sha256}"`
  // The browser shows the original that it was given: looking again makes it no reprint.
  const same = notModified(c.request, etag)
  if (same) return same
  if (c.request.method !== 'GET' || !isOriginalHere(invoice)) return
  if (!mayHandOut(c)) return
  const copy = invoice.originalmailid
    ? await printInvoice(c.services.files, whileConnected(c), standing(c, invoice), { copy: true })
    : undefined
  const box = openMailBox(c.services, c.person.accountid)
  const bytes = await c.write((tx, viewer) => claimOriginal(tx, viewer, invoice.id, { box, copy }))
  return bytes && documentReply(bytes, { name: documentName(invoice), etag })
}

const standing = (c: Asked, invoice: Invoice) => c.read((db) => snapshotAsItStands(db, invoice))

function copy(c: Asked, invoice: Invoice) {
  const snapshot = standing(c, invoice)
  const etag = computeEtag(VERSION, invoice.id, snapshot.since, c.query)
  return send(c, snapshot, { name: `${documentName(invoice)} copy`, etag }, true)
}

async function send(c: Asked, snapshot: Snapshot, about: { name: string; etag: string }, copy = false) {
  const same = notModified(c.request, about.etag)
  if (same) return same
  const how = { copy, width: previewWidth(c.query) }
  return documentReply(await printInvoice(c.services.files, whileConnected(c), snapshot, how), about)
}

/** Nobody can quote the number of a draft, so it does not say how to pay. */
const unpayable = (draft: Snapshot): Snapshot => ({
  ...draft,
  organisation: { ...draft.organisation, bank: undefined },
})

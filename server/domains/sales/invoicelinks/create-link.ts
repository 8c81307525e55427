import { randomUUIDv7 } from 'bun'
import {
  endInvoiceLink,
  findOpenInvoiceLink,
  listInvoiceLinks,
  setInvoiceLinkSent,
} from '#db/queries/sales/invoice-links.ts'
import { invoice_links } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { newLinkCode } from '#server/access/link-code.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleIssued } from '#server/domains/sales/invoices/find-invoice.ts'
import { linkExpiry } from '#server/domains/work/joblinks/link-expiry.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'

export type InvoiceLinkRequest = { invoiceid: string; expires?: string; sentto?: string }
type MadeInvoiceLink = { id: string; url: string; expires: string }

const addressOf = (site: string, code: string) => `${site}/www/invoice/${code}`

/** The one before stops working. @throws 404, 400 for a draft, or a day that is past */
export function createInvoiceLink(
  tx: Tx,
  viewer: Viewer,
  site: string,
  { invoiceid, expires, sentto = '' }: InvoiceLinkRequest,
): MadeInvoiceLink {
  visibleIssued(tx.db, viewer, invoiceid)
  const expiresutc = linkExpiry(tx.db, expires, undefined)
  const id = randomUUIDv7()
  const code = newLinkCode(tx.accountid)
  const live = listInvoiceLinks(tx.db, invoiceid).find(({ endedutc }) => endedutc === null)
  if (live) endInvoiceLink(tx.db, live.id, 'replaced', tx.now)
  tx.db
    .insert(invoice_links)
    .values({
      ...{ id, invoiceid, sentto, expiresutc },
      codehash: hashSecret(code),
      createdby: tx.by.name,
      createdutc: tx.now,
    })
    .run()
  recordInvoiceLink(tx, invoiceid, 'link for the client made')
  return { id, url: addressOf(site, code), expires: expiresutc }
}

/** One that was made before goes out by a mail too. @throws 409 where it does not work any more, else as above */
export function sendInvoiceLink(
  tx: Tx,
  viewer: Viewer,
  site: string,
  { code, ...asked }: InvoiceLinkRequest & { code?: string },
): MadeInvoiceLink {
  if (!code) return createInvoiceLink(tx, viewer, site, asked)
  const link = findOpenInvoiceLink(tx.db, hashSecret(code))
  if (link?.invoiceid !== asked.invoiceid || link.expiresutc <= tx.now)
    throw new Problem(409, 'The link that was made here does not work any more. Close this and begin again.')
  const expires = linkExpiry(tx.db, asked.expires, undefined)
  setInvoiceLinkSent(tx.db, link.id, asked.sentto ?? '', expires)
  return { id: link.id, url: addressOf(site, code), expires }
}

/** @throws 404 */
export function withdrawInvoiceLink(tx: Tx, viewer: Viewer, invoiceid: string, linkid: string) {
  visibleIssued(tx.db, viewer, invoiceid)
  const link = listInvoiceLinks(tx.db, invoiceid).find(({ id }) => id === linkid)
  if (!link) throw notFound('link')
  if (link.endedutc !== null) return
  endInvoiceLink(tx.db, linkid, 'withdrawn', tx.now)
  recordInvoiceLink(tx, invoiceid, 'link for the client withdrawn')
}

/** It is read in the history of its invoice, and whoever looks at its state sees it. */
export function recordInvoiceLink(tx: Tx, invoiceid: string, newvalue: string) {
  recordHistory(tx, 'invoices', invoiceid, [{ field: 'link', oldvalue: '', newvalue }])
  tx.publish('RecordChanged', [{ table: 'invoices', id: invoiceid }])
}

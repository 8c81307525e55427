import { listCreditOfClient } from '#db/queries/sales/client-payments.ts'
import {
  findInvoiceOfLink,
  findOpenInvoiceLink,
  type InvoiceLinkRow,
  setInvoiceLinkOpened,
  setInvoiceLinkOriginal,
} from '#db/queries/sales/invoice-links.ts'
import { findInvoicePdf, type Invoice, invoiceRow } from '#db/queries/sales/invoices.ts'
import { documentName } from '#server/documents/numbering.ts'
import { readOpen } from '#server/domains/sales/invoices/find-invoice.ts'
import { setInvoiceSent } from '#server/domains/sales/invoices/mark-sent.ts'
import { hasOriginal, isOriginalHere, takeInvoiceOriginal } from '#server/domains/sales/invoices/original.ts'
import { openParts, readBecameCredit } from '#server/domains/sales/invoices/present-payments.ts'
import { printInvoice } from '#server/domains/sales/invoices/print-invoice.ts'
import { readSnapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { snapshotAsItStands } from '#server/domains/sales/invoices/snapshot-as-it-stands.ts'
import {
  CLIENT_HEADERS,
  clientReply,
  countRead,
  deadLink,
  findOwnPerson,
} from '#server/domains/work/joblinks/client-reply.tsx'
import { ByCode } from '#server/domains/work/joblinks/input.ts'
import { type LinkContext, nameLink } from '#server/domains/work/joblinks/link-reader.ts'
import { CLIENT, recordLookedAt } from '#server/domains/work/joblinks/record-opened.ts'
import { disposition } from '#server/files/disposition.ts'
import type { Reply } from '#server/http/context.ts'
import { rawReply } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { openMailBox } from '#server/mail/queued-mail.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday, readZone } from '#server/zone.ts'
import { ClientInvoice } from '#views/sales/invoicelinks/client-invoice.tsx'
import { recordInvoiceLink } from './create-link.ts'

type Found = { accountid: string; codehash: string; link: InvoiceLinkRow; invoice: Invoice }

/** Undefined for a code that was guessed, withdrawn, replaced or is past its day. @throws 429 */
async function readCounted(c: LinkContext): Promise<Found | undefined> {
  countRead(c)
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const link = findOpenInvoiceLink(db, named.codehash)
    const invoice =
      link && link.expiresutc > c.now().toISOString() ? invoiceRow(db, link.invoiceid)?.invoice : undefined
    return link && invoice ? { ...named, link, invoice } : undefined
  })
}

/** Whose link it was, of one that worked before. */
async function findIssuer(c: LinkContext) {
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const id = findInvoiceOfLink(db, named.codehash)
    const invoice = id ? invoiceRow(db, id)?.invoice : undefined
    return invoice && readSnapshot(invoice.snapshot).organisation
  })
}

/** What is owed is that of the moment; the rest is the paper as it was issued. */
function showInvoice(c: LinkContext, { accountid, link, invoice }: Found): Reply {
  const snapshot = readSnapshot(invoice.snapshot)
  const { zone, today, ...money } = c.services.tenants.read(accountid, (db) => ({
    zone: readZone(db),
    today: readToday(db),
    // What is held of a deposit is taken off its invoice, and is no credit.
    becamecredit: invoice.kind === 'invoice' ? readBecameCredit(db, invoice.id) : asCents(0),
    credit: sumCents(openParts(db, invoice.id).map(({ open }) => open)),
    clientcredit: sumCents(
      invoice.client ? listCreditOfClient(db, invoice.client).map(({ open }) => open) : [],
    ),
  }))
  const paper = documentName(invoice)
  const { name } = snapshot.organisation
  const asksMoney = invoice.kind !== 'creditnote'
  return clientReply(
    <ClientInvoice
      paper={paper}
      url={c.url.pathname}
      document={snapshot}
      owed={
        asksMoney
          ? {
              total: invoice.totalcents,
              credited: invoice.kind === 'invoice' ? invoice.settledcents : 0,
              open: Math.max(0, readOpen(invoice)),
              ...money,
              duedate: invoice.duedate ?? undefined,
              overdue: invoice.duedate !== null && invoice.duedate < today,
            }
          : undefined
      }
      expires={link.expiresutc}
      zone={zone}
    />,
    `${paper} from ${name}`,
    name,
  )
}

/** The one original goes to the first client who fetches it by a link, and again by that link; else a copy is printed. What has no original is as it was stored. */
async function fetchPdf(c: LinkContext, { accountid, codehash, link, invoice }: Found) {
  const { tenants } = c.services
  const stored = link.original || !hasOriginal(invoice)
  if (stored) return tenants.read(accountid, (db) => findInvoicePdf(db, invoice.id)?.bytes)
  const mayTake = c.request.method === 'GET' && isOriginalHere(invoice)
  if (!mayTake || (await findOwnPerson(c, accountid))) return
  const copy = invoice.originalmailid ? await printCopy(c, { accountid, link, invoice }) : undefined
  const box = openMailBox(c.services, accountid)
  return tenants.write(accountid, CLIENT, (tx) => {
    const open = findOpenInvoiceLink(tx.db, codehash)
    if (!open || open.original) return open && findInvoicePdf(tx.db, invoice.id)?.bytes
    const bytes = takeInvoiceOriginal(tx, invoice.id, { box, copy })
    if (bytes) setInvoiceLinkOriginal(tx.db, open.id)
    return bytes
  })
}

const printCopy = (
  { services, request: { signal } }: LinkContext,
  { accountid, invoice, link }: Pick<Found, 'accountid' | 'invoice' | 'link'>,
) =>
  printInvoice(
    services.files,
    // In the queue of the account, as a person of their own.
    { accountid, userid: link.id, signal },
    services.tenants.read(accountid, (db) => snapshotAsItStands(db, invoice)),
    { copy: true },
  )

async function recordOpened(c: LinkContext, { accountid, codehash, link, invoice }: Found) {
  const words = `${documentName(invoice)} opened by its link`
  const beside = await findOwnPerson(c, accountid)
  const { tenants } = c.services
  if (beside) return recordLookedAt(tenants, accountid, { table: 'invoices', id: invoice.id, words, beside })
  if (link.openedutc !== null) return
  await tenants.write(accountid, CLIENT, (tx) => {
    const now = findOpenInvoiceLink(tx.db, codehash)
    if (!now || now.openedutc !== null) return
    setInvoiceLinkOpened(tx.db, now.id, tx.now)
    setInvoiceSent(tx, invoice.id)
    recordInvoiceLink(tx, invoice.id, words)
  })
}

export const clientInvoicePages: Route[] = [
  publicPage(
    'GET /www/invoice/:code',
    { params: ByCode, summary: 'An invoice and what is owed of it, by a link. It changes nothing.' },
    async (c) => {
      const found = await readCounted(c)
      return found ? showInvoice(c, found) : deadLink(c, await findIssuer(c))
    },
  ),

  publicPage(
    'GET /www/invoice/:code/pdf',
    { params: ByCode, summary: 'That invoice as its PDF: the original, unless it was taken in another way.' },
    async (c) => {
      const found = await readCounted(c)
      if (!found) return deadLink(c, await findIssuer(c))
      const name = documentName(found.invoice)
      const stored = await fetchPdf(c, found)
      const filename = stored ? `${name}.pdf` : `${name} copy.pdf`
      return rawReply(stored ?? (await printCopy(c, found)), 'application/pdf', {
        headers: { ...CLIENT_HEADERS, 'content-disposition': disposition(filename, true) },
      })
    },
  ),

  publicPage(
    'POST /www/invoice/:code/opened',
    { params: ByCode, summary: 'Told by the page itself: a person has opened it.' },
    async (c) => {
      const found = await readCounted(c)
      if (found) await recordOpened(c, found)
      return rawReply('', 'text/plain; charset=utf-8', { headers: CLIENT_HEADERS })
    },
  ),
]

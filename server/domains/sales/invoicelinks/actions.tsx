import { linkSite, networkSites } from '#server/access/link-site.ts'
import { isOwnInstallation } from '#server/access/own-installation.ts'
import { visibleIssued } from '#server/domains/sales/invoices/find-invoice.ts'
import { withdrawDeadInvoiceMails } from '#server/domains/sales/invoices/withdraw-mails.ts'
import { ByLink, LINK_SHOWN_ONCE } from '#server/domains/work/joblinks/input.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody, object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, listData, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, asyncAction, type Route } from '#server/http/route.ts'
import { createInvoiceLink, type InvoiceLinkRequest, withdrawInvoiceLink } from './create-link.ts'
import { readInvoiceLinks } from './present-link.ts'
import { invoicePublicLink } from './public-link.tsx'

/** `expires`: the last day on which it works, or an instant; none: 30 days. */
const NewInvoiceLink = object({ expires: t.Optional(text(40)) })

type NewInvoiceLinkReply = { id: string; expires: string; url?: string }

async function newInvoiceLink(c: Context, asked: InvoiceLinkRequest): Promise<NewInvoiceLinkReply> {
  let url: string | undefined
  const kept = await c.write((tx, viewer) => {
    const { id, expires, url: made } = createInvoiceLink(tx, viewer, linkSite(c), asked)
    withdrawDeadInvoiceMails(tx, c.services.encryption, asked.invoiceid)
    url = made
    return dataReply({ id, expires }, { message: LINK_SHOWN_ONCE })
  })
  return { ...kept.data, url }
}

export const invoiceLinksRoutes: Route[] = [
  api(
    'GET /api/invoices/:id/links',
    {
      claim: 'invoices.write',
      params: ById,
      summary: 'The links that were made for an invoice, newest first.',
    },
    (c) =>
      c.read((db, viewer) =>
        listData(readInvoiceLinks(db, visibleIssued(db, viewer, c.params.id).invoice.id)),
      ),
  ),

  ...asyncAction(
    { api: 'POST /api/invoices/:id/links', page: 'POST /mail/invoice/:id/link' },
    {
      claim: 'invoices.write',
      secret: true,
      params: ById,
      body: NewInvoiceLink,
      form: {
        params: ById,
        // The button stands in the form of the mail, whose fields come along.
        body: t.Object({ expires: t.Optional(text(40)) }, { additionalProperties: true }),
        input: ({ params, body }) => ({ params, body: { expires: body.expires || undefined } }),
      },
      summary:
        'A link by which the client reads an issued invoice and what is owed of it, its code shown this once. The one before stops working.',
    },
    (c) => newInvoiceLink(c, { invoiceid: c.params.id, ...c.body }),
    ({ url }, c) =>
      fragment(
        c.read((db) =>
          invoicePublicLink(c, db, c.params.id, {
            url,
            isoperator: isOwnInstallation(c),
            sites: networkSites(c.services),
          }),
        ),
      ),
  ),

  ...action(
    { api: 'DELETE /api/invoices/:id/links/:linkid', page: 'DELETE /mail/invoice/:id/links/:linkid' },
    {
      claim: 'invoices.write',
      params: ByLink,
      body: NoBody,
      form: { body: NoBody },
      summary: 'Withdraws the link of an invoice: whoever opens it is told that it does not work.',
    },
    (tx, viewer, c) => {
      withdrawInvoiceLink(tx, viewer, c.params.id, c.params.linkid)
      withdrawDeadInvoiceMails(tx, c.services.encryption, c.params.id)
      return { id: c.params.linkid }
    },
    (_, c) =>
      fragment(
        c.read((db) => invoicePublicLink(c, db, c.params.id)),
        { headers: snackbarHeaders('The link is withdrawn') },
      ),
  ),
]

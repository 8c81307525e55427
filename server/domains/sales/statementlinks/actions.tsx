import { clients } from '#db/schema/tenant/index.ts'
import { linkSite, networkSites } from '#server/access/link-site.ts'
import { isOwnInstallation } from '#server/access/own-installation.ts'
import { requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { withdrawDeadStatementMails } from '#server/domains/sales/invoices/withdraw-mails.ts'
import { ByLink, LINK_SHOWN_ONCE } from '#server/domains/work/joblinks/input.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody, object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, listData, snackbarHeaders } from '#server/http/reply.ts'
import { action, api, asyncAction, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { createStatementLink, type StatementLinkRequest, withdrawStatementLink } from './create-link.ts'
import { readStatementLinks, statementPublicLink } from './public-link.tsx'

/** `expires`: the last day on which it works, or an instant; none: 30 days. */
const NewStatementLink = object({ expires: t.Optional(text(40)) })

type NewStatementLinkReply = { id: string; expires: string; url?: string }

async function newStatementLink(c: Context, asked: StatementLinkRequest): Promise<NewStatementLinkReply> {
  let url: string | undefined
  const kept = await c.write((tx, viewer) => {
    const { id, expires, url: made } = createStatementLink(tx, viewer, linkSite(c), asked)
    withdrawDeadStatementMails(tx, c.services.encryption, asked.client)
    url = made
    return dataReply({ id, expires }, { message: LINK_SHOWN_ONCE })
  })
  return { ...kept.data, url }
}

export const statementLinksRoutes: Route[] = [
  api(
    'GET /api/invoices/statement/:id/links',
    {
      claim: 'invoices.write',
      params: ById,
      summary: 'The links that were made for the statement of a client, newest first.',
    },
    (c) =>
      c.read((db, viewer) => {
        requireWholeView(viewer)
        return listData(readStatementLinks(db, getRecord(db, clients, c.params.id).id))
      }),
  ),

  ...asyncAction(
    { api: 'POST /api/invoices/statement/:id/links', page: 'POST /mail/statement/:id/link' },
    {
      claim: 'invoices.write',
      secret: true,
      params: ById,
      body: NewStatementLink,
      form: {
        params: ById,
        // The button stands in the form of the mail, whose fields come along.
        body: t.Object({ expires: t.Optional(text(40)) }, { additionalProperties: true }),
        input: ({ params, body }) => ({ params, body: { expires: body.expires || undefined } }),
      },
      summary:
        'A link by which the client reads what they owe, its code shown this once. The one before stops working.',
    },
    (c) => newStatementLink(c, { client: c.params.id, ...c.body }),
    ({ url }, c) =>
      fragment(
        c.read((db) =>
          statementPublicLink(c, db, c.params.id, {
            url,
            isoperator: isOwnInstallation(c),
            sites: networkSites(c.services),
          }),
        ),
      ),
  ),

  ...action(
    {
      api: 'DELETE /api/invoices/statement/:id/links/:linkid',
      page: 'DELETE /mail/statement/:id/links/:linkid',
    },
    {
      claim: 'invoices.write',
      params: ByLink,
      body: NoBody,
      form: { body: NoBody },
      summary: 'Withdraws the link of a statement: whoever opens it is told that it does not work.',
    },
    (tx, viewer, c) => {
      withdrawStatementLink(tx, viewer, c.params.id, c.params.linkid)
      withdrawDeadStatementMails(tx, c.services.encryption, c.params.id)
      return { id: c.params.linkid }
    },
    (_, c) =>
      fragment(
        c.read((db) => statementPublicLink(c, db, c.params.id)),
        { headers: snackbarHeaders('The link is withdrawn') },
      ),
  ),
]

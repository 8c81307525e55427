import { networkSites } from '#server/access/link-site.ts'
import { isOwnInstallation } from '#server/access/own-installation.ts'
import { withdrawDeadJobMails } from '#server/domains/work/jobs/estimate-mail.ts'
import type { Context } from '#server/http/context.ts'
import { ById, choice, id, NoBody, object, t, text } from '#server/http/fields.ts'
import { dataReply, fragment, snackbarHeaders } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { createLink, type LinkRequest } from './create-link.ts'
import { ByLink, LINK_SHOWN_ONCE, NewLink } from './input.ts'
import { jobPublicLink } from './public-link.tsx'
import { kindOfPurpose, purposeOfKind } from './purposes.ts'
import { withdrawLink } from './withdraw-link.ts'

type NewLinkReply = { id: string; expires: string; url?: string }

const Asked = object({ organisationid: t.Optional(t.String({ maxLength: 40 })) })

async function newLink(c: Context, asked: LinkRequest): Promise<NewLinkReply> {
  let url: string | undefined
  const kept = await createLink(c, asked, (_, made) => {
    url = made.url
    return dataReply({ id: made.id, expires: made.expires }, { message: LINK_SHOWN_ONCE })
  })
  return { ...kept.data, url }
}

export const jobLinksActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/jobs/:id/links', page: 'POST /mail/:kind/:id/link' },
    {
      claim: 'jobs.write',
      secret: true,
      params: ById,
      body: NewLink,
      form: {
        params: t.Object({ kind: choice('estimate', 'card'), id: id() }),
        query: Asked,
        // The button stands in the form of the mail, whose fields come along.
        body: t.Object({ expires: t.Optional(text(40)) }, { additionalProperties: true }),
        input: ({ params, query, body }) => ({
          params: { id: params.id },
          body: { purpose: purposeOfKind[params.kind], expires: body.expires || undefined, ...query },
        }),
      },
      summary:
        'A link by which the client approves the estimate or accepts the work, its code shown this once. The one before stops working.',
    },
    (c) => newLink(c, { jobid: c.params.id, ...c.body }),
    ({ url }, c) =>
      fragment(
        c.read((db) =>
          jobPublicLink(
            c,
            db,
            { ...c.params, ...c.query },
            { url, isoperator: isOwnInstallation(c), sites: networkSites(c.services) },
          ),
        ),
      ),
  ),

  ...action(
    { api: 'DELETE /api/jobs/:id/links/:linkid', page: 'DELETE /mail/links/:id/:linkid' },
    {
      claim: 'jobs.write',
      params: ByLink,
      body: NoBody,
      form: { body: NoBody },
      summary: 'Withdraws a link: whoever opens it is told that it does not work.',
    },
    (tx, viewer, c) => {
      const purpose = withdrawLink(tx, viewer, c.params.id, c.params.linkid)
      withdrawDeadJobMails(tx, c.services.encryption, c.params.id, kindOfPurpose[purpose])
      return { id: c.params.linkid, purpose }
    },
    ({ purpose }, c) =>
      fragment(
        c.read((db) => jobPublicLink(c, db, { kind: kindOfPurpose[purpose], id: c.params.id })),
        {
          headers: snackbarHeaders('The link is withdrawn'),
        },
      ),
  ),
]

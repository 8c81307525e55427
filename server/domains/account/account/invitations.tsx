import type { PlatformTx } from '#db/types.ts'
import { acceptInvitation, declineInvitation, listInvitations } from '#server/access/invitations.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { credentials, isSignedIn, requireSession } from '#server/http/authenticate.ts'
import type { PublicContext } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { ReplayedError, readIdempotencyKey, runOnce } from '#server/http/idempotency.ts'
import { dataReply, listData, publicView, redirect } from '#server/http/reply.ts'
import { toJsonReply } from '#server/http/respond.tsx'
import { publicAction, publicApi, publicPage, type Route } from '#server/http/route.ts'
import { InvitationsPage } from '#views/account/account/invitations.tsx'

const listOwn = ({ platform }: PublicContext, userid: string) =>
  platform.read((db) => listInvitations(db, userid))

async function decide(c: PublicContext<{ id: string }>, isAccepted: boolean) {
  const row = await requireSession(c.services, c.request)
  const once = readIdempotencyKey(c.request, row.userid, null)
  const { id } = c.params
  const change = (tx: PlatformTx) => {
    if (!isAccepted) return declineInvitation(tx, row.userid, id)
    acceptInvitation(tx, row.userid, id)
    switchAccount(tx, row.sessionid, row.userid, id)
  }
  await c.platform
    .write((tx) =>
      once
        ? runOnce(
            tx.db,
            tx.now,
            once,
            () => change(tx),
            () => toJsonReply({ id }),
          )
        : change(tx),
    )
    .catch(passOverReplayed)
  await syncMembershipsNow(c.services)
  if (isAccepted) c.services.hub.closeSession(row.sessionid)
  return dataReply({ id })
}

/** What follows on a decision is the same, and so is its answer. */
function passOverReplayed(error: unknown): void {
  if (!(error instanceof ReplayedError)) throw error
}

/** Outside the gate: who is invited may belong to no account yet. */
export const invitationRoutes: Route[] = [
  publicPage('GET /account/invitations', { summary: 'Invitations to accounts.' }, async (c) => {
    const { row } = await credentials(c.services, c.request)
    if (!isSignedIn(row, c.now().toISOString())) return redirect('/signin?next=/account/invitations')
    return publicView(<InvitationsPage email={row.email} invitations={listOwn(c, row.userid)} />, {
      title: 'Invitations',
    })
  }),

  publicApi('GET /api/account/invitations', { summary: 'The accounts that invite me.' }, async (c) => {
    const { userid } = await requireSession(c.services, c.request)
    return listData(listOwn(c, userid).map(({ accountid, account }) => ({ id: accountid, name: account })))
  }),

  ...publicAction(
    { api: 'POST /api/account/invitations/:id', page: 'POST /account/invitations/:id/accept' },
    {
      params: ById,
      body: NoBody,
      form: {},
      summary: 'Accepts the invitation of an account, which then sees who I am.',
    },
    (c) => decide(c, true),
    () => redirect('/'),
  ),

  ...publicAction(
    { api: 'DELETE /api/account/invitations/:id', page: 'POST /account/invitations/:id/decline' },
    { params: ById, summary: 'Declines it: the seat that was kept is free again.' },
    (c) => decide(c, false),
    () => redirect('/account/invitations'),
  ),
]

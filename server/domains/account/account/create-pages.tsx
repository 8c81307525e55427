import { listOwnRequests } from '#db/queries/platform/joinrequests.ts'
import type { SessionRow } from '#db/queries/platform/sessions.ts'
import { listInvitations } from '#server/access/invitations.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { tradeOptions } from '#server/domains/settings/trades/begin-business.ts'
import { SIGNED_UP } from '#server/domains/settings/xero/attempt.ts'
import { findXeroSignup } from '#server/domains/settings/xero/signup.ts'
import { credentials, isSignedIn, NotSignedIn, requireSession } from '#server/http/authenticate.ts'
import type { PublicContext } from '#server/http/context.ts'
import { cookie, XERO_SIGNUP_COOKIE } from '#server/http/cookies.ts'
import { ById, NoBody, object, t } from '#server/http/fields.ts'
import { fragment, publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { CreateAccount, WaitingRequests } from '#views/account/account/create.tsx'
import { canCreateAccount } from './create-or-join.tsx'
import { withdrawJoinRequest } from './join-requests.ts'

const isInside = (row: SessionRow) =>
  row.accountid !== null && !row.accountarchived && row.roles !== null && !row.seatarchived

const findRequests = ({ platform }: PublicContext, row: SessionRow) =>
  platform.read((db) => listOwnRequests(db, row.userid))

/** Pages of who is signed in without being in an account: they stand outside the gate, which asks for a seat. */
export const createPages: Route[] = [
  publicPage('GET /account/create', { summary: 'The form for a new account, or to join one.' }, async (c) => {
    const { row } = await credentials(c.services, c.request)
    if (!isSignedIn(row, c.now().toISOString())) return redirect('/signin')
    const back = isInside(row) ? (row.accountname ?? undefined) : undefined
    if (!back && findXeroSignup(c.services, cookie(c.request, XERO_SIGNUP_COOKIE))) return redirect(SIGNED_UP)
    return publicView(
      <CreateAccount
        back={back}
        trades={tradeOptions}
        email={row.email}
        maycreate={canCreateAccount(c.services)}
        requests={findRequests(c, row)}
        invitations={c.platform.read((db) => listInvitations(db, row.userid))}
      />,
      { title: 'Create an account' },
    )
  }),

  // Asked again and again while somebody waits; once they are let in it leads inside.
  publicPage('GET /account/waiting', { summary: 'Requests to join that wait.' }, async (c) => {
    const { row } = await credentials(c.services, c.request)
    if (!isSignedIn(row, c.now().toISOString())) throw new NotSignedIn()
    const requests = findRequests(c, row)
    if (isInside(row) && requests.every(({ state }) => state !== 'waiting') && isNew(requests, row))
      return redirect('/')
    return fragment(<WaitingRequests requests={requests} />)
  }),

  publicPage(
    'POST /account/waiting/:id/withdraw',
    { params: ById, body: NoBody, summary: 'Withdraws a request to join.' },
    async (c) => {
      const row = await requireSession(c.services, c.request)
      await c.platform.write((tx) => withdrawJoinRequest(tx, row.userid, c.params.id))
      return fragment(<WaitingRequests requests={findRequests(c, row)} />)
    },
  ),

  // Not behind the gate, which opens the account that the person is in: that may be the one that cannot be opened.
  publicPage(
    'POST /account/open',
    { summary: 'Opens an account of one’s own.', body: object({ id: t.String({ maxLength: 40 }) }) },
    async (c) => {
      const { row } = await credentials(c.services, c.request)
      if (!isSignedIn(row, c.now().toISOString())) return redirect('/signin')
      await requireSession(c.services, c.request)
      await c.platform.write((tx) => switchAccount(tx, row.sessionid, row.userid, c.body.id))
      c.services.hub.closeSession(row.sessionid)
      return redirect('/')
    },
  ),
]

const isNew = (requests: { accountid: string; state: string }[], row: SessionRow) =>
  requests.some(({ accountid, state }) => state === 'accepted' && accountid === row.accountid)

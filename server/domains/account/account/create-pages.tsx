import { ownRequests } from '#db/queries/platform/joinrequests.ts'
import type { SessionRow } from '#db/queries/platform/sessions.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { credentials, isSignedIn, NotSignedIn, signedIn } from '#server/http/admit.ts'
import { ById, object, t, text } from '#server/http/fields.ts'
import { fragment, publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { CreateAccount, WaitingRequests } from '#views/account/account/create.tsx'
import { createAndEnter, mayCreate, requestToJoin } from './come-in.tsx'
import { NewAccount } from './input.ts'
import { withdraw } from './join-account.ts'

/** Whether the session is in an account that it may work in. */
const isInside = (row: SessionRow) =>
  row.accountid !== null && !row.accountarchived && row.roles !== null && !row.seatarchived

/** Pages of who is signed in without being in an account: they stand outside the gate, which asks for a seat. */
export function createPages(services: Services): Route[] {
  const { platform, clock, hub } = services
  const waiting = (row: SessionRow) => fragment(<WaitingRequests requests={requestsOf(row)} />)
  const requestsOf = (row: SessionRow) => platform.read((db) => ownRequests(db, row.userid))

  return [
    publicPage('GET /account/create', {}, async (c) => {
      const { row } = await credentials(services, c.request)
      if (!isSignedIn(row, clock().toISOString())) return redirect('/signin')
      const back = isInside(row) ? (row.accountname ?? undefined) : undefined
      return publicView(
        <CreateAccount
          back={back}
          email={row.email}
          maycreate={mayCreate(services)}
          requests={requestsOf(row)}
        />,
        { title: 'Create an account' },
      )
    }),

    publicPage('POST /account/create', { body: NewAccount }, async (c) => {
      const row = await signedIn(services, c.request)
      await createAndEnter(services, row, c.body, c)
      return redirect('/')
    }),

    publicPage('POST /account/link', { body: object({ key: text(100) }) }, async (c) => {
      const row = await signedIn(services, c.request)
      await requestToJoin(services, row, c.body.key, c.meta.address)
      return redirect('/account/create')
    }),

    // Asked again and again while somebody waits; once they are let in it leads inside.
    publicPage('GET /account/waiting', {}, async (c) => {
      const { row } = await credentials(services, c.request)
      if (!isSignedIn(row, clock().toISOString())) throw new NotSignedIn()
      const requests = requestsOf(row)
      if (isInside(row) && requests.every(({ state }) => state !== 'waiting') && isNew(requests, row))
        return redirect('/')
      return fragment(<WaitingRequests requests={requests} />)
    }),

    publicPage(
      'POST /account/waiting/:id/withdraw',
      { params: ById, body: t.Optional(object({})) },
      async (c) => {
        const row = await signedIn(services, c.request)
        await platform.write((tx) => withdraw(tx, row.userid, c.params.id))
        return waiting(row)
      },
    ),

    // Not behind the gate, which opens the account that the person is in: that may be the one that cannot be opened.
    publicPage('POST /account/open', { body: object({ id: t.String({ maxLength: 40 }) }) }, async (c) => {
      const { row } = await credentials(services, c.request)
      if (!isSignedIn(row, clock().toISOString())) return redirect('/signin')
      await signedIn(services, c.request)
      await platform.write((tx) => switchAccount(tx, row.sessionid, row.userid, c.body.id))
      hub.closeSession(row.sessionid)
      return redirect('/')
    }),
  ]
}

const isNew = (requests: { accountid: string; state: string }[], row: SessionRow) =>
  requests.some(({ accountid, state }) => state === 'accepted' && accountid === row.accountid)

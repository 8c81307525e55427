import { accountById } from '#db/queries/platform/account-details.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { credentials, isSignedIn, refuseForeignOrigin } from '#server/http/admit.ts'
import { object, t } from '#server/http/fields.ts'
import { publicView, redirect, view } from '#server/http/reply.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { Account } from '#views/account/account.tsx'
import { NoAccount } from '#views/account/noaccount.tsx'

export const accountPages = (services: Services): Route[] => [
  page('GET /account', { claim: 'seat' }, (c) => {
    const account = c.platform.read((db) => accountById(db, c.person.accountid))
    return view(<Account account={account} />, { title: 'Account Details' })
  }),

  publicPage('GET /account/create', {}, async (c) => {
    const { row } = await credentials(services, c.request)
    if (!isSignedIn(row, services.clock().toISOString())) return redirect('/signin')
    if (row.accountid && row.roles !== null && !row.seatarchived) return redirect('/account')
    return publicView(<NoAccount email={row.email} />, { title: 'No account' })
  }),

  // Not behind the gate, which opens the account that the person is in: that may be the one that cannot be opened.
  publicPage('POST /account/open', { body: object({ id: t.String({ maxLength: 40 }) }) }, async (c) => {
    refuseForeignOrigin(c.request)
    const { row } = await credentials(services, c.request)
    if (!isSignedIn(row, services.clock().toISOString())) return redirect('/signin')
    await c.platform.write((tx) => switchAccount(tx, row.sessionid, row.userid, c.body.id))
    services.hub.closeSession(row.sessionid)
    return redirect('/')
  }),
]

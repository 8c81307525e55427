import { accountById } from '#db/queries/platform/account-details.ts'
import { credentials, isSignedIn } from '#server/http/admit.ts'
import { publicView, redirect, view } from '#server/http/reply.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { Account } from '#views/account/account.tsx'
import { NoAccount } from '#views/account/noaccount.tsx'
import { Profile } from '#views/account/profile.tsx'

export const accountPages = (services: Services): Route[] => [
  page('GET /account', { claim: 'seat' }, (c) => {
    const account = c.platform.read((db) => accountById(db, c.person.accountid))
    return view(<Account account={account} />, { title: 'Account Details' })
  }),

  page('GET /account/profile', { claim: 'seat' }, ({ person }) =>
    view(
      <Profile name={person.name} email={person.email} roles={person.roles} account={person.accountname} />,
      {
        title: 'Profile',
      },
    ),
  ),

  publicPage('GET /account/create', {}, async (c) => {
    const { row } = await credentials(services, c.request)
    if (!isSignedIn(row, services.clock().toISOString())) return redirect('/signin')
    if (row.accountid && row.roles !== null && !row.seatarchived) return redirect('/account')
    return publicView(<NoAccount email={row.email} />, { title: 'No account' })
  }),
]

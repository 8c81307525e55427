import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { openSessions } from '#db/queries/platform/sessions.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { withLinkSite } from '#server/access/link-site.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { ownKeysPart } from '#server/domains/people/apikeys/apikeys-part.tsx'
import { notificationPreferences } from '#server/domains/people/notifications/preferences-part.tsx'
import { getSeat } from '#server/domains/people/users/change-person.ts'
import { presentPerson } from '#server/domains/people/users/present.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { readAppearance } from '#server/http/frame.tsx'
import { fragment, publicView, redirect, snackbarHeaders, view } from '#server/http/reply.ts'
import { refuseForeignOrigin } from '#server/http/request-origin.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { ConfirmNewAddress } from '#views/people/myself/confirm.tsx'
import { AccountsPart, Profile } from '#views/people/myself/profile.tsx'
import { Sessions } from '#views/people/users/sessions.tsx'
import { confirmNewEmail } from './change-myself.ts'

const claim = 'seat'
const PROFILE = '/account/profile'
const SESSIONS = `${PROFILE}/sessions`
const tabs = ['details', 'security', 'keys', 'accounts', 'preferences'] as const

const sessionsPart = (c: Context) => (
  <Sessions
    sessions={c.platform.read((db) => openSessions(db, c.now().toISOString(), c.person.userid))}
    own={c.person.sessionid}
    url={SESSIONS}
    zone={c.read(readZone)}
    accounts
    everywhere="Sign out everywhere else"
  />
)

export const accountsPart = (c: Context) => (
  <AccountsPart
    accounts={c.platform.read((db) => listUserAccounts(db, c.person.userid))}
    open={c.person.accountid}
  />
)

function profile(c: Context, tab: string | undefined, headers = {}) {
  const { userid, accountid } = c.person
  const allRoles = c.read(listRolesWithClaims)
  const { person, user } = c.platform.read((db) => ({
    person: presentPerson(getSeat(db, accountid, userid), allRoles),
    user: platformUserById(db, userid),
  }))
  return view(
    <Profile
      person={person}
      newemail={user?.newemail ?? null}
      haspassword={Boolean(user?.passwordhash)}
      account={c.person.accountname}
      tab={tabs.find((one) => one === tab) ?? 'details'}
      theme={readAppearance(c).theme}
      sessions={sessionsPart(c)}
      keys={ownKeysPart(c)}
      accounts={accountsPart(c)}
      notifications={c.read((db) => notificationPreferences(db, userid, c.person.email))}
    />,
    { title: 'Profile', headers },
  )
}

export const savedProfile = (
  c: Context,
  tab: string,
  message: string,
  level: 'success' | 'warning' = 'success',
) =>
  profile(c, tab, {
    'HX-Retarget': '#main',
    'HX-Reswap': 'innerHTML',
    ...snackbarHeaders(message, { level }),
  })

/** Ends sessions of one's own, never the one that asks. */
async function signOut(c: Context, only?: string) {
  const { userid, sessionid } = c.person
  const ended = await c.platform.write((tx) =>
    endSessions(tx, userid, { only, except: sessionid, by: userid, address: c.meta.address }),
  )
  for (const one of ended) c.services.hub.closeSession(one)
  return fragment(sessionsPart(c), {
    headers: snackbarHeaders(only ? 'Signed out' : 'Signed out everywhere else'),
  })
}

export const profilePages: Route[] = [
  page(
    `GET ${PROFILE}`,
    {
      summary: 'One’s profile: name, colours, password, sessions, notifications.',
      claim,
      query: t.Object({ tab: t.Optional(t.String({ maxLength: 30 })) }),
    },
    (c) => profile(c, c.query.tab),
  ),

  page(
    `POST ${SESSIONS}`,
    { summary: 'Ends all of one’s other sessions.', claim, needsSignIn: true, evenexpired: true },
    (c) => signOut(c),
  ),

  page(
    `DELETE ${SESSIONS}/:session`,
    {
      summary: 'Ends one of one’s sessions.',
      claim,
      needsSignIn: true,
      params: t.Object({ session: id() }),
      evenexpired: true,
    },
    (c) => signOut(c, c.params.session),
  ),
]

const Link = ById

/** The link to a new address. Opening it changes nothing, so that a program that looks at mails does not use it up. */
export const newAddressPages: Route[] = [
  publicPage(
    'GET /account/email/:id',
    {
      params: Link,
      query: t.Object({ t: t.Optional(t.String({ maxLength: 100 })) }),
      summary: 'Confirms a changed e-mail address.',
    },
    (c) =>
      publicView(<ConfirmNewAddress userid={c.params.id} token={c.query.t ?? ''} />, {
        title: 'Confirm your e-mail address',
      }),
  ),

  publicPage(
    'POST /account/email/:id',
    {
      summary: 'Opens the link that confirms a new address.',
      params: Link,
      body: object({ t: t.String({ maxLength: 100 }) }),
    },
    async (c) => {
      refuseForeignOrigin(c.request)
      await c.platform.write((tx) => confirmNewEmail(tx, withLinkSite(c), c.params.id, c.body.t))
      await syncMembershipsNow(c.services)
      return redirect(`${PROFILE}?tab=security`)
    },
  ),
]

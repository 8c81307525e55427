import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { listWaitingRequests, MOST_REQUESTS } from '#db/queries/platform/joinrequests.ts'
import { MOST_SEATS, seatLines } from '#db/queries/platform/seats.ts'
import { listInvitations } from '#server/access/invitations.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { countSeats } from '#server/access/seats.ts'
import { hideAccount } from '#server/access/switch-account.ts'
import type { Context } from '#server/http/context.ts'
import { id, NoBody, t } from '#server/http/fields.ts'
import { fragment, noSwapReply, snackbarHeaders, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sendTestMail } from '#server/mail/test-mail.tsx'
import { findSmtp } from '#server/mail/transport.ts'
import { Account, Memberships } from '#views/account/account/account.tsx'
import type { SeatsProps } from '#views/account/account/seats.tsx'
import { personName } from '#views/format.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { readMailServer, readOwnAccount, testMailTo } from './read-account.ts'
import { readOwnMails } from './waiting-mails.tsx'

function seatsPart(c: Context): SeatsProps {
  const { accountid } = c.person
  const roles = new Map(c.read(listRolesWithClaims).map((role) => [role.id, roleLabel(role.name)]))
  return c.platform.read((db) => ({
    ...countSeats(db, accountid),
    most: { seats: MOST_SEATS, requests: MOST_REQUESTS },
    manages: c.can('users.manage'),
    seats: seatLines(db, accountid).map((seat) => ({
      ...seat,
      name: personName(seat),
      licensed: seat.licensed,
      confirmed: seat.confirmed,
      roles: (JSON.parse(seat.roles) as string[]).flatMap((role) => roles.get(role) ?? []).join(', '),
    })),
    requests: listWaitingRequests(db, accountid).map((one) => ({ ...one, name: personName(one) })),
  }))
}

export const accountPages: Route[] = [
  page(
    'GET /account',
    { claim: 'seat', query: t.Object({ tab: t.Optional(t.String()) }), summary: 'The account’s settings.' },
    (c) => {
      const { person } = c
      const manages = c.can('account.manage')
      return view(
        <Account
          name={person.accountname}
          roles={person.roles}
          account={manages ? readOwnAccount(c) : undefined}
          {...readMailServer(c)}
          waiting={manages ? readOwnMails(c) : { mails: [], noserver: false }}
          seats={manages || c.can('users.manage') ? seatsPart(c) : undefined}
          mine={c.platform.read((db) => listUserAccounts(db, person.userid))}
          current={person.accountid}
          invitations={c.platform.read((db) => listInvitations(db, person.userid))}
          tab={c.query.tab}
        />,
        { title: 'Account details' },
      )
    },
  ),

  page(
    'POST /account/testmail',
    // The button stands in the form, whose fields come along and do not count: what is saved is tried.
    {
      summary: 'Sends a mail by the account’s mail server, to try it.',
      claim: 'account.manage',
      body: t.Optional(t.Object({}, { additionalProperties: true })),
    },
    async (c) => {
      // Else it could be used to find out what answers on which port of which machine.
      await c.platform.write((tx) =>
        checkLimits(tx, [{ key: `testmail:${c.person.accountid}`, most: 20, minutes: 60 }]),
      )
      const smtp = findSmtp(c.services, c.person.accountid)
      const { ok, message } = smtp
        ? await sendTestMail(smtp, testMailTo(c))
        : { ok: false, message: 'Save a server and the account’s primary e-mail first.' }
      if (ok) await c.services.mail.retryNow(c.person.accountid)
      return noSwapReply(snackbarHeaders(message, { level: ok ? 'success' : 'error' }))
    },
  ),

  page(
    'POST /account/memberships/:id/:what',
    {
      summary: 'Hides or shows an account in one’s list.',
      claim: 'seat',
      needsSignIn: true,
      evenexpired: true,
      params: t.Object({ id: id(), what: t.Union([t.Literal('hide'), t.Literal('show')]) }),
      body: NoBody,
    },
    async (c) => {
      const { userid, accountid } = c.person
      await c.platform.write((tx) => {
        hideAccount(tx, userid, c.params.id, c.params.what === 'hide')
        return true
      })
      const mine = c.platform.read((db) => listUserAccounts(db, userid))
      return fragment(<Memberships mine={mine} current={accountid} />)
    },
  ),
]

import { roleFacts } from '#db/queries/people/role-facts.ts'
import { accountById, listUserAccounts } from '#db/queries/platform/accounts.ts'
import { waitingRequests } from '#db/queries/platform/joinrequests.ts'
import { seatLines } from '#db/queries/platform/seats.ts'
import { limit } from '#server/access/limits.ts'
import { seatsOf } from '#server/access/seats.ts'
import { hideAccount } from '#server/access/switch-account.ts'
import type { Context } from '#server/http/context.ts'
import { id, object, t } from '#server/http/fields.ts'
import { fragment, nothing, says, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sendTestMail } from '#server/mail/test-mail.tsx'
import { smtpOf } from '#server/mail/transport.ts'
import type { Services } from '#server/services.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { Account, Memberships } from '#views/account/account/account.tsx'
import { AccountLogoField, Settings } from '#views/account/account/configuration.tsx'
import type { SeatsProps } from '#views/account/account/seats.tsx'
import { personName } from '#views/format.ts'
import { actorOf, SAVED, storeLogo, UPLOADED } from './api.ts'
import { changeAccount } from './change-account.ts'
import { AccountChange } from './input.ts'
import { presentAccount } from './present.ts'

/** Who holds a seat, with the names of their roles: those are in the account's own file. */
function seatsPart(c: Context): SeatsProps {
  const { accountid } = c.person
  const roles = new Map(c.read(roleFacts).map((role) => [role.id, role.name]))
  return c.platform.read((db) => ({
    ...seatsOf(db, accountid),
    manages: c.can('users.manage'),
    seats: seatLines(db, accountid).map((seat) => ({
      ...seat,
      name: personName(seat),
      licensed: seat.licensed,
      confirmed: seat.confirmed,
      roles: (JSON.parse(seat.roles) as string[]).flatMap((role) => roles.get(role) ?? []).join(', '),
    })),
    requests: waitingRequests(db, accountid).map((one) => ({ ...one, name: personName(one) })),
  }))
}

const settingsOf = (c: Context) => {
  const account = c.platform.read((db) => accountById(db, c.person.accountid))
  return account && presentAccount(account)
}

/** A test mail goes to the account's own address, else to whoever asks for it. */
const testto = (c: Context) => settingsOf(c)?.primaryemail || c.person.email

export function accountPages(services: Services): Route[] {
  const { encryption, config, platform } = services
  return [
    page('GET /account', { claim: 'seat', query: t.Object({ tab: t.Optional(t.String()) }) }, (c) => {
      const { person } = c
      const manages = c.can('account.manage')
      return view(
        <Account
          name={person.accountname}
          roles={person.roles}
          account={manages ? settingsOf(c) : undefined}
          testto={testto(c)}
          seats={manages || c.can('users.manage') ? seatsPart(c) : undefined}
          mine={c.platform.read((db) => listUserAccounts(db, person.userid))}
          current={person.accountid}
          tab={c.query.tab}
        />,
        { title: 'Account Details' },
      )
    }),

    page('PATCH /account', { claim: 'account.manage', body: AccountChange }, async (c) => {
      const account = await c.platform
        .write((tx) => presentAccount(changeAccount(tx, encryption, c.person.accountid, c.body, actorOf(c))))
        .catch(asFormErrors)
      await services.mail.retryNow(account.id)
      return fragment(
        <>
          <Settings account={account} testto={testto(c)} />
          <span id="accountname" hx-swap-oob="true">
            {account.name}
          </span>
        </>,
        { headers: says(SAVED) },
      )
    }),

    page('POST /account/logo', { claim: 'account.manage', upload: true }, async (c) => {
      await storeLogo(config.data, c)
      const { logofile = null } = settingsOf(c) ?? {}
      return fragment(<AccountLogoField logofile={logofile} />, { headers: says(UPLOADED) })
    }),

    page(
      'POST /account/testmail',
      // The button stands in the form, whose fields come along and do not count: what is saved is tried.
      { claim: 'account.manage', body: t.Optional(t.Object({}, { additionalProperties: true })) },
      async (c) => {
        // Else it could be used to find out what answers on which port of which machine.
        await platform.write((tx) =>
          limit(tx, [{ key: `testmail:${c.person.accountid}`, most: 20, minutes: 60 }]),
        )
        const smtp = smtpOf(services, c.person.accountid)
        const { ok, message } = smtp
          ? await sendTestMail(smtp, testto(c))
          : { ok: false, message: 'Save a server and the account’s primary e-mail first.' }
        return nothing(says(message, { level: ok ? 'success' : 'error' }))
      },
    ),

    page(
      'POST /account/memberships/:id/:what',
      {
        claim: 'seat',
        evenexpired: true,
        params: t.Object({ id: id(), what: t.Union([t.Literal('hide'), t.Literal('show')]) }),
        body: t.Optional(object({})),
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
}

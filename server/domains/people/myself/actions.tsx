import { withLinkSite } from '#server/access/link-site.ts'
import { refuseApiKey } from '#server/access/refuse-api-key.ts'
import { hideAccount } from '#server/access/switch-account.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { dataReply, fragment, snackbarHeaders } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { readMyself } from './api.ts'
import { changeMyself } from './change-myself.ts'
import { changePassword } from './change-password.ts'
import { HideAccount, HideBody, Myself, NewPassword } from './input.ts'
import { accountsPart, savedProfile } from './pages.tsx'

const claim = 'seat'

export const myselfActions = (routes: () => readonly Route[]): Route[] => [
  ...asyncAction(
    { api: 'PATCH /api/users/myself', page: 'PATCH /account/profile' },
    {
      claim,
      body: Myself,
      evenexpired: true,
      summary: 'My name and phone. A new e-mail needs my `password`, and counts once its link was used.',
    },
    async (c) => {
      if (c.body.email !== undefined) refuseApiKey(c.person)
      const { message, level } = await changeMyself(withLinkSite(c), c.person, c.body)
      await syncMembershipsNow(c.services)
      return dataReply({ ...readMyself(c, routes()), waits: level === 'warning' }, { message })
    },
    // Its version and the address that waits are not those of before.
    ({ waits }, c, message) =>
      savedProfile(
        c,
        c.body.email === undefined ? 'details' : 'security',
        message,
        waits ? 'warning' : 'success',
      ),
  ),

  ...asyncAction(
    { api: 'PATCH /api/users/:id/changepassword', page: 'PATCH /account/profile/password' },
    {
      claim,
      params: ById,
      body: NewPassword,
      form: { body: NewPassword, input: ({ person }) => ({ params: { id: person.userid } }) },
      evenexpired: true,
      needsSignIn: true,
      summary: 'My own password; every other session of mine ends.',
    },
    async (c) => {
      const ended = await changePassword(withLinkSite(c), c.person, c.params.id, {
        ...c.body,
        address: c.meta.address,
      })
      for (const sessionid of ended) c.services.hub.closeSession(sessionid)
      return dataReply({ id: c.person.userid }, { message: 'Your password has been changed successfully' })
    },
    (_, c, message) => savedProfile(c, 'security', message),
  ),

  ...asyncAction(
    { api: 'PATCH /api/users/account', page: 'PATCH /account/profile/accounts/:id' },
    {
      claim,
      query: HideAccount,
      body: HideBody,
      form: {
        params: ById,
        body: object({ hide: t.Optional(flag()) }),
        input: ({ params, body }) => ({ query: {}, body: { id: params.id, hide: body.hide ?? false } }),
      },
      evenexpired: true,
      summary: 'Hides one of my accounts from the switcher, or shows it again.',
    },
    (c) => {
      const { accountid = c.body?.accountid ?? c.body?.id ?? c.person.accountid } = c.query
      const hide = c.query.hide ?? c.body?.hide ?? true
      return c.platform.write((tx) => {
        hideAccount(tx, c.person.userid, accountid, hide)
        return { id: accountid, hide }
      })
    },
    ({ hide }, c) =>
      fragment(accountsPart(c), {
        headers: snackbarHeaders(hide ? 'Hidden from the account switcher' : 'Shown in the account switcher'),
      }),
  ),
]

import { accountById } from '#db/queries/platform/accounts.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { invalid, notFound } from '#server/errors.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { dataReply, rawReply } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { AccountTarget } from './input.ts'
import { readAccount } from './read-account.ts'

export const accountApi: Route[] = [
  api('GET /api/account', { claim: 'seat', summary: 'The account that is open.' }, readAccount),

  // Another account's id is answered like one that does not exist (decision B1).
  api('GET /api/account/:id', { claim: 'seat', params: ById, summary: 'One’s own account.' }, (c) => {
    if (c.params.id !== c.person.accountid) throw notFound('account')
    return readAccount(c)
  }),

  page(
    'GET /account/logo',
    { claim: 'seat', query: object({ v: t.Optional(id()) }), summary: 'The account’s logo.' },
    (c) => {
      const account = c.platform.read((db) => accountById(db, c.person.accountid))
      const bytes = account?.logofile && c.services.files.read(c.person.accountid, account.logofile)
      if (!bytes) throw notFound('logo')
      return rawReply(bytes, account.logotype, { headers: { 'cache-control': 'private, max-age=86400' } })
    },
  ),

  api(
    'POST /api/account/switch',
    {
      claim: 'seat',
      needsSignIn: true,
      acrossaccounts: true,
      body: AccountTarget,
      evenexpired: true,
      summary: 'Open another of my accounts in this session.',
    },
    async (c) => {
      const to = c.body.accountid ?? c.body.id
      if (!to) throw invalid({ accountid: 'Name the account to open.' })
      const account = await c.platform.write((tx) =>
        switchAccount(tx, c.person.sessionid, c.person.userid, to),
      )
      c.services.hub.closeSession(c.person.sessionid)
      return dataReply(account, { message: `Switching to ${account.name}` })
    },
  ),
]

import { accountById } from '#db/queries/platform/account-details.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { notFound } from '#server/errors.ts'
import { id, object, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

const Target = object({
  id: t.Optional(t.String({ maxLength: 40 })),
  accountid: t.Optional(t.String({ maxLength: 40 })),
})

export const accountApi = ({ hub }: Services): Route[] => [
  api('GET /api/account', { claim: 'seat', summary: 'The account that is open.' }, (c) =>
    c.platform.read((db) => accountById(db, c.person.accountid)),
  ),

  // Another account's id is answered like one that does not exist (decision B1).
  api('GET /api/account/:id', { claim: 'seat', params: t.Object({ id: id() }) }, (c) => {
    if (c.params.id !== c.person.accountid) throw notFound('account')
    return c.platform.read((db) => accountById(db, c.person.accountid))
  }),

  api(
    'POST /api/account/switch',
    {
      claim: 'seat',
      body: Target,
      evenexpired: true,
      summary: 'Open another of my accounts in this session.',
    },
    async (c) => {
      const to = c.body.accountid ?? c.body.id ?? ''
      const account = await c.platform.write((tx) =>
        switchAccount(tx, c.person.sessionid, c.person.userid, to),
      )
      // Sockets belong to the account they were opened in.
      hub.closeSession(c.person.sessionid)
      return data(account, { message: `Switching to ${account.name}` })
    },
  ),
]

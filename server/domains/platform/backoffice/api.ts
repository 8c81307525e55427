import { listOrphans } from '#db/queries/platform/backoffice.ts'
import { presentPayments } from '#server/domains/account/fees/present.ts'
import { ById, flag, listQuery, object, t } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { AccountList } from './input.ts'
import {
  listAccountNotes,
  listAccountSeats,
  listBackofficeAccounts,
  requireAccount,
} from './manage-accounts.ts'

const claim = 'platform.manage'

/** Accounts as such, never what is in them. */
export const backofficeApi: Route[] = [
  api('GET /api/backoffice/account', { claim, query: AccountList, summary: 'All accounts.' }, (c) => {
    const { rows, total } = listBackofficeAccounts(c, c.query)
    return dataReply(rows, { total })
  }),

  api(
    'GET /api/backoffice/orphans',
    { claim, query: object(listQuery), summary: 'People who belong to no account.' },
    (c) => {
      const { rows, total } = c.platform.read((db) => listOrphans(db, c.query))
      return dataReply(rows, { total })
    },
  ),

  api(
    'GET /api/backoffice/:id/seats',
    { claim, params: ById, summary: 'Seats of an account, and who has them.' },
    (c) => listData(listAccountSeats(c, c.params.id)),
  ),

  api('GET /api/backoffice/:id/payments', { claim, params: ById, summary: 'Payments of an account.' }, (c) =>
    c.platform.read((db) => {
      requireAccount(db, c.params.id)
      return listData(presentPayments(db, c.params.id))
    }),
  ),

  api(
    'GET /api/backoffice/:id/notes',
    {
      claim,
      params: ById,
      query: object({ hidden: t.Optional(flag()) }),
      summary: 'Notes about an account.',
    },
    (c) => listData(listAccountNotes(c, c.params.id, c.query.hidden)),
  ),
]

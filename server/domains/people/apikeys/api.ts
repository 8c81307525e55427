import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { getSeat } from '#server/domains/people/users/change-person.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { Application } from './input.ts'

function listKeys(c: Context, userid: string, application: string | undefined) {
  if (userid !== c.person.userid && !c.can('users.manage')) throw forbidden()
  const keys = c.platform.read((db) => {
    getSeat(db, c.person.accountid, userid)
    return listApiKeys(db, userid, c.person.accountid)
  })
  if (application === undefined) return dataReply(keys, { total: keys.length })
  return dataReply(keys.find((key) => key.application.toLowerCase() === application.toLowerCase()) ?? null)
}

export const keysApi: Route[] = [
  api(
    'GET /api/users/apikey',
    {
      claim: 'seat',
      query: Application,
      summary: 'My keys, or that of one `application`; never a key itself.',
    },
    (c) => listKeys(c, c.person.userid, c.query.application),
  ),

  api(
    'GET /api/users/:id/apikey',
    { claim: 'seat', params: ById, query: Application, summary: 'The keys of a person, as above.' },
    (c) => listKeys(c, c.params.id, c.query.application),
  ),
]

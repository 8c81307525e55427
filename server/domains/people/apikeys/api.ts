import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { seatIn } from '#server/domains/people/users/change-person.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { createKey, revokeKey } from './create-key.ts'
import { Application, NewKey, WhichKey } from './input.ts'

/** A person's keys in this account, or the one of an application: never the key itself. */
function listKeys(c: Context, userid: string, application: string | undefined) {
  if (userid !== c.person.userid && !c.can('users.manage')) throw forbidden()
  const keys = c.platform.read((db) => {
    seatIn(db, c.person.accountid, userid)
    return listApiKeys(db, userid, c.person.accountid)
  })
  if (application === undefined) return data(keys, { total: keys.length })
  return data(keys.find((key) => key.application.toLowerCase() === application.toLowerCase()) ?? null)
}

/** Makes a key for oneself, answered this once. */
export async function newKey(c: Context, userid: string, application: string) {
  if (userid !== c.person.userid) {
    c.platform.read((db) => seatIn(db, c.person.accountid, userid))
    throw forbidden('Only the person themself can make a key: it works with their rights.')
  }
  const before = c.platform.read((db) => listApiKeys(db, userid, c.person.accountid))
  // Not by the request's own door: an Idempotency-Key would store the answer, and the key in it.
  const made = await c.services.platform.write((tx) => createKey(tx, c.person, application))
  const same = before.filter((key) => key.application.toLowerCase() === application.toLowerCase())
  for (const key of same) c.services.hub.closeSession(`key:${key.id}`)
  return made
}

/** Takes a key back; whoever manages people may take anybody's. */
export async function dropKey(c: Context, key: string) {
  const row = await c.platform.write((tx) => revokeKey(tx, c.person, key, c.can('users.manage')))
  c.services.hub.closeSession(`key:${row.id}`)
  return { id: row.id, application: row.application, tail: row.tail }
}

const APPLICATION = 'API'

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

  api(
    'PATCH /api/users/apikey',
    {
      claim: 'seat',
      needsSignIn: true,
      body: NewKey,
      summary: 'A new key for an `application`, shown this once. The one it had before stops working.',
    },
    (c) => newKey(c, c.person.userid, c.body.application || APPLICATION),
  ),

  api(
    'PATCH /api/users/:id/apikey',
    {
      claim: 'seat',
      needsSignIn: true,
      params: ById,
      body: NewKey,
      summary: 'The same for oneself by id; for nobody else.',
    },
    (c) => newKey(c, c.params.id, c.body.application || APPLICATION),
  ),

  api(
    'DELETE /api/users/apikey',
    {
      claim: 'seat',
      needsSignIn: true,
      query: WhichKey,
      evenexpired: true,
      summary: 'Revokes a key: `key` is its id, or the key itself.',
    },
    (c) => dropKey(c, c.query.key),
  ),
]
